// the page of the report: what to fix first, a map of items and stages, items with their cases, and for each case its
// errors over time
"use strict";

const { items, cases, golden, stages, causes } = JSON.parse(document.getElementById("data").textContent);
const MARKS = { pass: "✓", part: "◐", fail: "✗", known: "✗", empty: "·", unseen: "·" };
const COLOURS = ["#4c78d0", "#d0703c", "#3a9a6c", "#b04fb0", "#b0901e", "#3a9fb0", "#c0506a", "#7a7f88"];

function element(tag, properties, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children.filter((child) => child !== null));
  return node;
}

function short(x) {
  if (x === null) return "∞";
  if (x === 0) return "0";
  return Math.abs(x) >= 1e-3 && Math.abs(x) < 1e5
    ? String(Number(x.toPrecision(3)))
    : x.toExponential(1).replace("e+", "e");
}

function itemNode(item) {
  const { id, title, verdict, criteria, passed, claim } = item;
  const summary = element(
    "summary",
    {},
    element("span", { className: verdict, textContent: MARKS[verdict], title: verdict }),
    element("strong", { textContent: id }),
    element("span", { textContent: title }),
    element("span", {
      className: "counts",
      textContent: `${criteria && `criteria ${criteria} · `}cases ${passed}/${item.cases}`,
    }),
  );
  const list = element(
    "div",
    { className: "cases" },
    element("p", { className: "claim", textContent: claim }),
    tableNode(item.fields),
  );
  const node = element("details", {}, summary, list);
  node.dataset.item = id;
  const own = cases.filter(({ items: of }) => of.includes(id));
  for (const it of own.filter(hasFailed).concat(own.filter((it) => !hasFailed(it)))) list.append(caseNode(it));
  return node;
}

function hasFailed({ verdict }) {
  return verdict === "fail" || verdict === "known";
}

// first causes, ranked by the cases that begin with them
function causeNode({ headline, example, command, cases: ids }) {
  const links = ids.slice(0, 12).map((id) => element("a", { href: `#verdict=failed&search=${id}`, textContent: id }));
  const more = ids.length > links.length ? [` and ${ids.length - links.length} more`] : [];
  return element(
    "li",
    {},
    element("strong", { textContent: headline }),
    element("p", { textContent: example }),
    element("pre", { textContent: command }),
    element("p", { className: "note" }, ...links.flatMap((link) => [link, " "]), ...more),
  );
}

// how many cases of each item begin to differ in each stage
function mapNode() {
  const head = element("tr", {}, element("th", {}), ...stages.map((stage) => element("th", { textContent: stage })));
  const rows = items.filter(({ verdict }) => verdict !== "empty").map(({ id, title }) => {
    const own = cases.filter((it) => it.items.includes(id) && it.verdict !== "unseen");
    const cells = stages.map((stage) => {
      const count = own.filter((it) => it.stage === stage && hasFailed(it)).length;
      if (count === 0) return element("td", { textContent: "·" });
      const link = element("a", { href: `#verdict=failed&stage=${stage}&item=${id}`, textContent: count });
      const cell = element("td", { className: "fail", title: `${count} of ${own.length} cases of ${title}` }, link);
      cell.style.setProperty("--share", String(count / own.length));
      return cell;
    });
    return element("tr", {}, element("th", { textContent: id, title }), ...cells);
  });
  return element(
    "table",
    { className: "map" },
    element("caption", { textContent: "cases by the stage in which they begin to differ" }),
    head,
    ...rows,
  );
}

// every field of the item, what it is held to, and how far it went
function tableNode(fields) {
  if (fields.length === 0) return null;
  const row = (tag, cells) => element("tr", {}, ...cells.map((textContent) => element(tag, { textContent })));
  const rows = fields.map(({ field, bound, cause, listed, worst }) => {
    const node = row("td", [
      listed ? field : `${field} (not in the table)`,
      cause === null ? bound : `${bound}, because ${cause}`,
      worst === null ? "0" : worst.excess === null ? "∞" : short(worst.excess),
      worst === null ? "" : `${worst.case}${worst.step < 0 ? "" : ` step ${worst.step}`}`,
    ]);
    if (worst !== null && (worst.excess === null || worst.excess > 1)) node.className = "fail";
    return node;
  });
  const off = fields.filter(({ worst }) => worst !== null).length;
  return element(
    "details",
    { className: "fields", open: off > 0 },
    element("summary", { textContent: `tolerances: ${fields.length} fields, ${off} of them differ` }),
    element("table", {}, row("th", ["field", "bound", "worst ratio", "where"]), ...rows),
  );
}

function caseNode(it) {
  const { id, verdict, isolates, worst, failures } = it;
  const summary = element(
    "summary",
    {},
    element("span", { className: verdict, textContent: MARKS[verdict], title: verdict }),
    element("span", { textContent: id }),
    element("span", { className: "note", textContent: isolates }),
  );
  const node = element("details", {}, summary);
  node.dataset.verdict = verdict;
  node.dataset.stage = it.stage ?? "";
  node.dataset.text = `${id} ${isolates} ${worst?.field ?? ""} ${failures.join(" ")}`.toLowerCase();
  node.addEventListener("toggle", () => {
    if (node.open && node.children.length === 1) node.append(bodyNode(it));
  });
  return node;
}

function bodyNode({ id, worst, failures, remarks, contacts, traces, steps }) {
  const body = element("div", { className: "body" });
  // a viewer of the scene, where the page has one, fills this
  const scene = element("div", { className: "scene" });
  body.append(scene);
  scene.dataset.case = id;
  globalThis.showScene?.(scene);
  if (failures.length > 0) {
    body.append(element("pre", { textContent: failures.map((text) => text.replaceAll("\n", "\n    ")).join("\n") }));
  }
  if (worst !== null) {
    const bound = worst.excess === null ? "where none is allowed" : `${short(worst.excess)} times its bound`;
    body.append(
      element("p", { className: "note", textContent: `worst: ${worst.field}, |Δ| ${short(worst.delta)}, ${bound}` }),
    );
  } else if (failures.length === 0) {
    body.append(element("p", { className: "note", textContent: "every value equals MuJoCo's, bit for bit" }));
  }
  for (const remark of remarks) body.append(element("p", { className: "note", textContent: remark }));
  if (traces.length > 0) body.append(chart(traces, steps), legend(traces));
  if (contacts !== null && contacts.expected.length + contacts.got.length > 0) {
    const column = (title, list) =>
      element(
        "div",
        {},
        element("h3", { textContent: title }),
        element("pre", { textContent: list.join("\n") || "none" }),
      );
    body.append(element(
      "div",
      { className: "pair" },
      column(`contacts in step ${contacts.step}, MuJoCo`, contacts.expected),
      column("engine", contacts.got),
    ));
  }
  body.append(element("a", { href: `${golden}/${id}/model.xml`, textContent: "model.xml" }));
  return body;
}

// differences on a logarithmic axis, the tolerance of each field dashed in its colour
function chart(traces, steps) {
  const WIDTH = 640, HEIGHT = 220, LEFT = 48, RIGHT = 8, TOP = 8, BOTTOM = 22;
  const all = traces.flatMap(({ delta, allowed }) => [...delta, ...allowed]).filter((x) => x !== null && x > 0);
  const low = Math.floor(Math.log10(Math.min(1e-16, ...all)));
  const high = Math.ceil(Math.log10(Math.max(1e-12, ...all)));
  const x = (step) => LEFT + (steps < 2 ? 0.5 : step / (steps - 1)) * (WIDTH - LEFT - RIGHT);
  const y = (value) => {
    const exponent = value === null ? high : value === 0 ? low : Math.max(low, Math.log10(value));
    return TOP + (high - exponent) / (high - low) * (HEIGHT - TOP - BOTTOM);
  };

  const parts = [];
  const every = Math.max(1, Math.ceil((high - low) / 8));
  for (let e = low; e <= high; e += every) {
    parts.push(`<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(10 ** e)}" y2="${y(10 ** e)}"/>`);
    parts.push(`<text x="${LEFT - 6}" y="${y(10 ** e) + 4}" text-anchor="end">1e${e}</text>`);
  }
  const ticks = Math.max(1, Math.ceil(steps / 10));
  for (let step = 0; step < steps; step += ticks) {
    parts.push(`<text x="${x(step)}" y="${HEIGHT - 6}" text-anchor="middle">${step}</text>`);
  }
  traces.forEach(({ delta, allowed }, i) => {
    const colour = COLOURS[i];
    const line = (values) => values.map((value, step) => `${x(step).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
    parts.push(`<polyline points="${line(delta)}" fill="none" stroke="${colour}" stroke-width="1.5"/>`);
    parts.push(
      `<polyline points="${line(allowed)}" fill="none" stroke="${colour}" stroke-dasharray="4 4" opacity="0.6"/>`,
    );
    delta.forEach((value, step) => parts.push(`<circle cx="${x(step)}" cy="${y(value)}" r="2.5" fill="${colour}"/>`));
  });
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", "differences over the steps, on a logarithmic axis");
  svg.innerHTML = parts.join("");
  return svg;
}

function legend(traces) {
  const entries = traces.map(({ field }, i) => {
    const swatch = element("i", {});
    swatch.style.background = COLOURS[i];
    return element("span", {}, swatch, field);
  });
  return element(
    "div",
    { className: "legend" },
    ...entries,
    element("span", { className: "note", textContent: "dashed: tolerance" }),
  );
}

const main = document.getElementById("items");
const isFailing = (item) => item.verdict === "fail" || item.verdict === "known";
main.append(...items.filter(isFailing).concat(items.filter((item) => !isFailing(item))).map(itemNode));
if (causes.length > 0) {
  document.getElementById("causes").append(
    element("h2", { textContent: "What to fix first" }),
    element("ol", {}, ...causes.slice(0, 8).map(causeNode)),
  );
  document.getElementById("map").append(mapNode());
}

// what is shown stands behind the # of the address, so that it can be sent on
const buttons = [...document.querySelectorAll("button[data-verdict]")];
const search = document.getElementById("search");
const unstage = document.getElementById("unstage");
const opening = cases.some(hasFailed) ? "failed" : "all";
let verdict = opening;
let stage = "";
let onlyItem = "";

function readAddress() {
  const asked = new URLSearchParams(location.hash.slice(1));
  const known = buttons.some((button) => button.dataset.verdict === asked.get("verdict"));
  verdict = known ? asked.get("verdict") : location.hash.length > 1 ? "all" : opening;
  stage = asked.get("stage") ?? "";
  onlyItem = asked.get("item") ?? "";
  search.value = asked.get("search") ?? "";
  filter();
}

function writeAddress() {
  const asked = new URLSearchParams();
  asked.set("verdict", verdict);
  if (stage !== "") asked.set("stage", stage);
  if (onlyItem !== "") asked.set("item", onlyItem);
  if (search.value !== "") asked.set("search", search.value);
  history.replaceState(null, "", `#${asked}`);
}

function filter() {
  const wanted = search.value.trim().toLowerCase();
  let total = 0;
  for (const item of main.children) {
    const title = item.querySelector("summary").textContent.toLowerCase();
    let shown = 0;
    for (const node of item.querySelectorAll("[data-verdict]")) {
      const fits = fitsVerdict(node.dataset.verdict) && (stage === "" || node.dataset.stage === stage) &&
        (onlyItem === "" || item.dataset.item === onlyItem) &&
        (wanted === "" || node.dataset.text.includes(wanted) || title.includes(wanted));
      node.hidden = !fits;
      if (fits) shown++;
    }
    const isFree = verdict === "all" && stage === "" && onlyItem === "";
    item.hidden = shown === 0 && !(isFree && title.includes(wanted));
    if ((wanted !== "" || stage !== "") && shown > 0 && shown < 12) item.open = true;
    total += item.hidden ? 0 : 1;
  }
  nothing.hidden = total > 0;
  unstage.hidden = stage === "" && onlyItem === "";
  unstage.textContent = `${[onlyItem, stage].filter((it) => it !== "").join(", ")} ×`;
  for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.verdict === verdict));
}

function fitsVerdict(of) {
  return verdict === "all" || of === verdict || (verdict === "failed" && (of === "fail" || of === "known"));
}

const nothing = document.getElementById("nothing");
search.addEventListener("input", () => {
  filter();
  writeAddress();
});
for (const button of buttons) {
  button.addEventListener("click", () => {
    verdict = button.dataset.verdict;
    filter();
    writeAddress();
  });
}
unstage.addEventListener("click", () => {
  stage = "";
  onlyItem = "";
  filter();
  writeAddress();
});
addEventListener("hashchange", readAddress);
readAddress();
