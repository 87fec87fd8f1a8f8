import { deepEqual, equal, ok } from "node:assert/strict";
import { isWellFormed, withAbsoluteImports } from "./attempt.ts";
import { parseDiff, touched } from "./changed.ts";
import { type Equivalent, match } from "./equivalent.ts";
import { exitCode } from "./random.ts";
import { folderOf, sample, shareOut } from "./sample.ts";
import { scores, wilson } from "./score.ts";
import { type Site, sitesOf } from "./sites.ts";
import { program, ROOT } from "./sources.ts";
import { occurrences, plain } from "./tokens.ts";

const { sources, types } = program(["engine/step.ts", "engine/sleep/wake.ts", "engine/solver/dual/pgs.ts"]);
const SITES = sources.flatMap((source) => sitesOf(source, types));

Deno.test("sample() draws the same mutants from the same seed, and others from another", () => {
  const ids = (seed: number, count = 12) => sample(SITES, seed, count).map(({ id }) => id);
  deepEqual(ids(3), ids(3));
  ok(ids(3).join() !== ids(4).join());
  equal(new Set(ids(3, 60)).size, 60);
});

Deno.test("sample() of more mutants holds those of fewer, and every folder", () => {
  const few = sample(SITES, 5, 9);
  const many = new Set(sample(SITES, 5, 30).map(({ id }) => id));
  deepEqual(few.filter(({ id }) => !many.has(id)), []);
  deepEqual(new Set(few.map(({ file }) => folderOf(file))), new Set(["(top)", "sleep", "solver/dual"]));
});

Deno.test("sample() gives all there are where more are asked for", () => {
  equal(sample(SITES, 1, 1e6).length, SITES.length);
});

Deno.test("shareOut() gives away exactly what there is, by the root of the sizes", () => {
  deepEqual(shareOut([1, 100, 10000], 111), [1, 10, 100]);
  deepEqual(shareOut([2, 3], 100), [2, 3]);
});

Deno.test("wilson() is the interval of Wilson", () => {
  const { low, high } = wilson(8, 10);
  ok(Math.abs(low - 0.4901625) < 1e-6 && Math.abs(high - 0.9433178) < 1e-6, `[${low}, ${high}]`);
  deepEqual([wilson(0, 5).low, wilson(5, 5).high, wilson(0, 0).high], [0, 1, 1]);
});

Deno.test("scores() counts neither broken nor equivalent mutants", () => {
  const file = "engine/ray/ray.ts";
  const list = (["conform", "conform", "tests", "survived", "equivalent", "broken"] as const)
    .map((outcome) => ({ file, outcome }));
  const [ray, total] = scores(list);
  deepEqual([ray.folder, ray.mutants, ray.equivalent, ray.conform.hits, ray.conform.of, ray.all.hits], [
    "ray",
    5,
    1,
    2,
    4,
    3,
  ]);
  equal(total.folder, "total");
});

Deno.test("touched() gives the functions that a diff is about, and no other", () => {
  const source = sources[0];
  const site = SITES.find(({ file }) => file === source.file) as Site;
  const diff = `--- a/${source.file}\n+++ b/${source.file}\n@@ -1,0 +${site.line} @@ x\n+y\n`;
  const found = touched(sources, SITES, parseDiff(diff));
  ok(found.length > 0);
  deepEqual(new Set(found.map(({ symbol }) => symbol)), new Set([site.symbol]));
});

Deno.test("match() finds an entry of which the file has moved, and reports one that is gone", () => {
  const { file: _, occurrence: __, ...address } = SITES[0];
  const entry = (change: Partial<Equivalent>): Equivalent => ({
    ...address,
    file: "engine/moved.ts",
    reason: "why",
    ...change,
  });
  const { reasons, lost } = match([entry({}), entry({ before: "gone" })], SITES);
  equal(reasons.get(SITES[0].id), "why");
  deepEqual(lost.map(({ before }) => before), ["gone"]);
});

Deno.test("exitCode() is 1 if a mutant survives, or if a sample shows that too few are caught", () => {
  const score = (hits: number, of: number) => ({ all: wilson(hits, of) });
  deepEqual([exitCode(score(9, 10), undefined), exitCode(score(10, 10), undefined)], [1, 0]);
  deepEqual([exitCode(score(5, 16), 50), exitCode(score(4, 16), 50), exitCode(score(1, 5), 50)], [0, 1, 0]);
});

Deno.test("withAbsoluteImports() changes where modules are found, and nothing else", () => {
  const text = 'import { a } from "./a.ts";\nexport * from "../b.ts";\nconst s = "./c.ts"; // from "./d.ts"\n';
  equal(
    withAbsoluteImports("engine/step.ts", text),
    `import { a } from "${ROOT}engine/a.ts";\nexport * from "${ROOT}b.ts";\nconst s = "./c.ts"; // from "./d.ts"\n`,
  );
  // the import map is asked for the program of a thread
  equal(
    withAbsoluteImports("engine/step.ts", 'f(new URL("./w.ts", import.meta.url), 1);'),
    `f(new URL(import.meta.resolve("${ROOT}engine/w.ts")), 1);`,
  );
});

Deno.test("isWellFormed() tells what parses", () => {
  deepEqual([isWellFormed("const a: number = 1;"), isWellFormed("if (;")], [true, false]);
});

Deno.test("plain() leaves comments and line breaks out", () => {
  equal(plain("f(\n  a, // first\n  b /* c */ + `x${ { y: 1 }.y }z` / 2)"), "f( a, b + `x${ { y: 1 }.y }z` / 2)");
});

Deno.test("occurrences() sees through layout, comments and trailing commas", () => {
  const text = "f(\n  a,\n  // why\n  b,\n); f(a, b); g(a, b);";
  deepEqual(occurrences(text, "f(a, b)").map(({ start }) => start), [0, text.indexOf("f(a, b)")]);
  deepEqual(occurrences(text, "|| x"), []);
});
