// Details of an engine, an item, or a case, named by the address: #ENGINE/ITEM.

const detail = document.getElementById("detail");

/** The data, which are compressed. */
async function load() {
  const bytes = Uint8Array.from(atob(document.getElementById("data").textContent), (it) => it.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return JSON.parse(await new Response(stream).text());
}

/** An element with attributes and children. */
function make(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

function table(heads, rows) {
  return make(
    "div",
    { class: "scroll" },
    make(
      "table",
      { class: "list" },
      make("thead", null, make("tr", null, ...heads.map((it) => make("th", null, it)))),
      make("tbody", null, ...rows.map((cells) => make("tr", null, ...cells.map((it) => make("td", null, it))))),
    ),
  );
}

const code = (text) => make("code", null, text);

/** Counts of equal keys, most frequent first. */
function tally(list) {
  const counts = new Map();
  for (const key of list) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]);
}

function headOf(engine) {
  const parts = [];
  if (engine.missing) return make("p", { class: "faint" }, `Not run: ${engine.missing}`);
  const { totals } = engine;
  parts.push(`${engine.engine}: ${totals.passed} of ${totals.cases} cases, ${totals.scalars.toLocaleString()} numbers`);
  if (totals.unsupported > 0) parts.push(`${totals.unsupported} cases not supported`);
  if (engine.level !== "full") parts.push(`level ${engine.level}`);
  if (engine.sample) parts.push(`a sample of ${engine.sample} cases of each item, because it is slow to start`);
  if (engine.note) parts.push(engine.note);
  parts.push(`run on ${engine.date} in ${engine.seconds} s`);
  return make("p", null, `${parts.join("; ")}.`);
}

/** The trend over earlier results. */
function trendOf({ history }) {
  if (!history || history.length < 2) return "";
  return make(
    "p",
    { class: "faint" },
    `Earlier: ${history.slice(0, -1).map((it) => `${it.date} ${it.passed}/${it.cases}`).join(", ")}`,
  );
}

function hashesOf({ origin }) {
  if (!origin) return "";
  const text = Object.entries(origin).map(([name, value]) => `${name} ${String(value).slice(0, 40)}`).join("\n");
  return make("details", null, make("summary", null, "what was compared"), make("pre", null, text));
}

function inItem(id, name) {
  return (name ?? "") === "" || id.toLowerCase().startsWith(`${name.toLowerCase()}/`);
}

function show(data) {
  const [id, item = ""] = decodeURIComponent(location.hash.slice(1)).split("/");
  const engine = data.engines.find((it) => it.id === id);
  detail.replaceChildren();
  detail.hidden = engine === undefined;
  for (const row of document.querySelectorAll("tr[data-engine]")) {
    row.classList.toggle("chosen", row.dataset.engine === id);
  }
  if (engine === undefined) return;

  const title = item === "" ? engine.title : `${engine.title}, item ${item}`;
  detail.append(
    make("h2", null, title, " ", make("a", { href: "#", class: "close", title: "close" }, "×")),
    headOf(engine),
  );
  if (engine.missing) return;
  const claim = data.items.find((it) => it.id === item);
  if (claim) detail.append(make("p", { class: "faint" }, `${claim.title}: ${claim.claim}`));
  const findings = engine.findings.filter(([name]) => inItem(name, item));
  const lacks = findings.filter(([, reason]) => reason === "unsupported");
  const others = findings.filter(([, reason]) => reason !== "unsupported");
  if (findings.length === 0) detail.append(make("p", null, "Every case passes."));
  if (others.length > 0) {
    detail.append(
      make("h3", null, "Where cases differ first"),
      table(
        ["cases", "stage", "field"],
        tally(others.map((it) => `${it[4]}\t${it[3] || it[1]}`)).map(([key, count]) => {
          const [stage, field] = key.split("\t");
          return [String(count), stage, code(field)];
        }),
      ),
      make("h3", null, "Cases"),
      table(
        ["case", "step", "stage", "first difference"],
        others.map(([name, , step, , stage, text]) => [
          make("span", { title: data.cases[name] }, code(name)),
          step < 0 ? "" : String(step),
          stage,
          make("span", { class: "text" }, text),
        ]),
      ),
    );
  }
  if (lacks.length > 0) {
    detail.append(
      make("h3", null, "Not supported"),
      table(["cases", "reason"], tally(lacks.map((it) => it[5])).map(([text, count]) => [String(count), text])),
    );
  }
  detail.append(trendOf(engine), hashesOf(engine));
  detail.scrollIntoView({ block: "start" });
}

const data = await load();
addEventListener("hashchange", () => show(data));
show(data);
