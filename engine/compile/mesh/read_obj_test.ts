import assert from "node:assert/strict";
import { MjcfError } from "../../types/errors.ts";
import { fingerprint } from "../fixtures_test.ts";
import { readObj } from "./read_obj.ts";
import { type Random, randomFrom } from "../../../harness/random.ts";

const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)];

/** A number as files may spell it, or what only begins like one. */
function spelled(random: Random): string {
  const digits = () => String(Math.floor(10 ** (1 + 12 * random() ** 2) * random()));
  const sign = pick(random, ["", "", "-", "+"]);
  const number = pick(random, [digits(), `${digits()}.${digits()}`, `.${digits()}`, `${digits()}.`, digits()]);
  const exponent = pick(random, ["e", "E"]) + pick(random, ["", "-", "+"]) + Math.floor(20 * random());
  const odd = pick(random, [
    "1d3",
    "1e",
    "2e-",
    "-",
    "x",
    "0x7",
    "1.5.2",
    "3..4",
    "--1",
    "1e2.5",
    "5,5",
    "e4",
    "1e-330",
  ]);
  return random() < 0.05 ? odd : sign + number + (random() < 0.3 ? exponent : "");
}

/** Lines that place the corners of a polygon: a dented star in some plane, often far away or tiny. */
function polygon(random: Random, corners: number): string {
  const [u, v, from] = [0, 1, 2].map(() => [0, 1, 2].map(() => random() - 0.5));
  const size = pick(random, [1, 1, 1, 1e-4, 1e-3, 30]);
  const away = pick(random, [0, 1, 10]);
  let lines = "";
  for (let i = 0; i < corners; i++) {
    const angle = 2 * Math.PI * (i + 0.8 * random()) / corners;
    const [x, y] = [Math.cos, Math.sin].map((f) => f(angle) * (0.2 + random()));
    const point = [0, 1, 2].map((k) => size * (u[k] * x + v[k] * y) + away * from[k]);
    lines += `v ${point.map((p) => random() < 0.1 ? Math.round(p) : Math.fround(p)).join(" ")}\n`;
  }
  return lines;
}

/** A file with most of what the format has, and some of what it has not. */
function objFile(random: Random): string {
  const blanks = () => pick(random, [" ", " ", "  ", "\t"]);
  const counts = { v: 0, vn: 0, vt: 0 };
  const some = (most: number) => Math.floor(random() * most);
  const index = (count: number) => {
    if (random() < 0.0007) return String(pick(random, [0, count + 1 + some(3), -count - 1, "x"]));
    return String(random() < 0.3 ? -1 - some(count) : 1 + some(count));
  };
  const corner = (v: string) => {
    const [vt, vn] = [counts.vt > 0 ? index(counts.vt) : "1", counts.vn > 0 ? index(counts.vn) : "1"];
    return v + (random() < 0.002 ? `/${vt}/` : pick(random, ["", "", `/${vt}`, `//${vn}`, `/${vt}/${vn}`]));
  };
  let text = "";
  let hasShape = false;
  for (let n = 4 + some(30); n > 0; n--) {
    const kind = pick(random, [..."vvvnttpppffffooglcw"]);
    if (kind === "v") {
      text += `v${blanks()}${
        Array.from({ length: pick(random, [3, 3, 3, 2, 4, 6]) }, () => spelled(random)).join(blanks())
      }\n`;
      counts.v++;
    } else if (kind === "n") {
      text += `vn${blanks()}${[1, 2, 3].map(() => spelled(random)).join(blanks())}\n`;
      counts.vn++;
    } else if (kind === "t") {
      text += `vt ${[1, 2].map(() => spelled(random)).join(blanks())}${pick(random, ["", " 0", " "])}\r\n`;
      counts.vt++;
    } else if (kind === "p") {
      const corners = 3 + some(7);
      text += polygon(random, corners);
      counts.v += corners;
      const order = Array.from({ length: corners }, (_, i) => -corners + i);
      if (random() < 0.5) order.reverse();
      if (random() < 0.2) [order[0], order[2]] = [order[2], order[0]];
      text += `f${blanks()}${order.map((i) => corner(String(i))).join(blanks())}${pick(random, ["", " ", "\r"])}\n`;
    } else if (kind === "f" && counts.v > 0) {
      const corners = pick(random, [3, 3, 3, 4, 5, 2, 1, 7]);
      text += `f ${Array.from({ length: corners }, () => corner(index(counts.v))).join(blanks())}\n`;
    } else if (kind === "l" && counts.v > 0) {
      text += `${pick(random, ["l", "p"])} ${index(counts.v)} ${index(counts.v)}\n`;
    } else if ((kind === "g" || kind === "o") && random() < (hasShape ? 1 : 0.3)) {
      text += `${kind}${blanks()}part${n}\n`;
      hasShape = true;
    } else if (kind === "c") {
      text += pick(random, [
        "# f 1 2 3\n",
        "\n",
        " \t\n",
        "s off\n",
        "usemtl m\n",
        "vp 1 2\n",
        "fo 1 2 3\n",
        "f\n",
        "v\n",
      ]);
    } else if (kind === "w") {
      text += blanks();
    }
  }
  return text;
}

/** Everything that is read of a file, or -1 if it is refused. */
function read(seed: number): Int32Array {
  const bytes = new TextEncoder().encode(objFile(randomFrom(seed)));
  try {
    const data = readObj("m", { name: "m.obj", bytes }, seed % 4 ? [1, 1, 1] : [1, 1, -1]);
    const numbers = [Float32Array.from(data.vert), data.normal, data.texcoord].map((list) =>
      new Int32Array(list.buffer)
    );
    const lists = [...numbers, data.face, data.facenormal, data.facetexcoord];
    return Int32Array.from([0, ...lists.flatMap((list) => [list.length, ...list])]);
  } catch (error) {
    if (error instanceof MjcfError) return Int32Array.of(-1);
    throw error;
  }
}

// found with the reader that MuJoCo has (tinyobjloader 1421a10), from the same files
for (
  const [first, expected] of [[1, 3605136011], [101, 2270574365], [201, 4045851403], [301, 1625301664], [
    401,
    3114446373,
  ]]
) {
  Deno.test(`readObj() reads what MuJoCo's reader does from the files of seeds ${first} to ${first + 99}`, () => {
    let hash = 0;
    for (let seed = first; seed < first + 100; seed++) hash = fingerprint(read(seed), hash);
    assert.equal(hash, expected);
  });
}
