import { deepEqual, equal } from "node:assert/strict";
import { byFolder, coverageMarkdown, parseLcov, percent, ranges } from "./lcov.ts";

const REPORT = `SF:/home/me/engine/ray/ray.ts
BRDA:3,1,0,7
BRDA:5,1,1,0
BRDA:6,1,1,-
DA:3,7
DA:4,7
DA:5,0
LH:2
end_of_record
SF:/home/me/engine/step.ts
DA:1,1
DA:2,0
DA:3,0
end_of_record
`;
const FILES = parseLcov(REPORT, "/home/me/");

Deno.test("parseLcov() reads lines, branches and what was missed, file by file", () => {
  deepEqual(FILES, [
    { file: "engine/ray/ray.ts", lines: { hits: 2, of: 3 }, branches: { hits: 1, of: 3 }, missed: [5] },
    { file: "engine/step.ts", lines: { hits: 1, of: 3 }, branches: { hits: 0, of: 0 }, missed: [2, 3] },
  ]);
});

Deno.test("byFolder() sums folders, and everything as the last", () => {
  const folders = byFolder(FILES, (file) => file.split("/").slice(1, -1).join("/") || "(top)");
  deepEqual(folders.map(({ folder, lines }) => [folder, lines.hits, lines.of]), [
    ["(top)", 1, 3],
    ["ray", 2, 3],
    ["total", 3, 6],
  ]);
  equal(coverageMarkdown(folders).split("\n").at(-1), "| total | 50.0 % | 3 of 6 | 33.3 % | 1 of 3 |");
});

Deno.test("percent() says 100 of everything alone", () => {
  deepEqual([[9999, 10000], [5, 5], [0, 0]].map(([hits, of]) => percent({ hits, of })), ["99.9", "100.0", "100.0"]);
});

Deno.test("ranges() joins neighbors", () => {
  deepEqual([ranges([]), ranges([3, 4, 5, 9]), ranges([1, 3])], ["", "3-5 9", "1 3"]);
});
