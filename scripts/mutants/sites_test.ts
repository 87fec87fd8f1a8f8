import { deepEqual, equal, ok } from "node:assert/strict";
import { type OperatorName, OPERATORS } from "./operators.ts";
import { apply, type Site, sitesOf } from "./sites.ts";
import { program } from "./sources.ts";

const PRELUDE = "declare function fail(text: string): never;\n" +
  "declare function use(...list: unknown[]): number;\n" +
  "declare const a: number, b: number, list: Float64Array, yes: boolean, text: string;\n";

const THREE = "const three = new Float64Array(3);";
const LIMIT = "const LIMIT = -1e-9;";

/** Code, and for each operator what it makes of it: a line for each mutant. */
const EXPECTED: readonly (readonly [OperatorName, string, readonly string[]])[] = [
  ["arithmetic", "use(a + b * list[0]);", ["use(a - b * list[0]);", "use(a + b / list[0]);"]],
  ["arithmetic", "use(text + text);", []],
  ["arithmetic", "list[0] += a;", ["list[0] -= a;"]],
  ["boundary", "use(a < b);", ["use(a <= b);"]],
  ["comparison", "use(a < b, a === b);", ["use(a > b, a === b);", "use(a < b, a !== b);"]],
  ["logic", "use(yes && !yes);", ["use(yes || !yes);"]],
  ["bits", "use(a & 2, b >>> 1);", ["use(a | 2, b >>> 1);", "use(a & 2, b << 1);"]],
  ["not", "use(!yes);", ["use(yes);"]],
  ["sign", "use(-a, -0);", ["use(a, -0);"]],
  ["constant", "use(3 * a);", ["use(4 * a);", "use(2 * a);"]],
  ["constant", "use(0, 0.5, list[1]);", ["use(1, 0.5, list[1]);"]],
  ["scale", "use(0.5, 2 * list[0], 0, 7, list[2 * b]);", [
    "use(0.505, 2 * list[0], 0, 7, list[2 * b]);",
    "use(0.5, 2.02 * list[0], 0, 7, list[2 * b]);",
  ]],
  // offsets in kernels
  ["scale", "use(a.float(8 * b), 0.5, 1e3);", [
    "use(a.float(8 * b), 0.505, 1e3);",
    "use(a.float(8 * b), 0.5, 1010);",
  ]],
  // counts, addresses, and bits
  ["scale", "const at = 3 * b; for (let i = 0; i < 3; i++) use(list[at], i); use(list.length > 1, 3 * (a | 0));", []],
  ["scale", "let c = 0; c += 0.5; use(c < 1);", [
    "let c = 0; c += 0.505; use(c < 1);",
    "let c = 0; c += 0.5; use(c < 1.01);",
  ]],
  // what is written beyond the end of an array is lost
  ["boundary", `${THREE} for (let k = 0; k < 3; k++) three[k] = list[k + 1];`, []],
  ["boundary", `${THREE} for (let k = 0; k < 3; k++) if (yes) { three[k] = a; } else three[k] = b;`, []],
  ["boundary", `${THREE} for (let k = 0; k < 3; k++) { const x = list[k]; three[k] = x; }`, []],
  ["constant", `${THREE} for (let k = 0; k < 3; k++) three[k] += a;`, [
    "const three = new Float64Array(4); for (let k = 0; k < 3; k++) three[k] += a;",
    "const three = new Float64Array(2); for (let k = 0; k < 3; k++) three[k] += a;",
    `${THREE} for (let k = 1; k < 3; k++) three[k] += a;`,
    `${THREE} for (let k = 0; k < 2; k++) three[k] += a;`,
  ]],
  ...[
    `${THREE} for (let k = 0; k < 2; k++) three[k] = a;`,
    `${THREE} for (let k = 0; k < 3; k++) three[k + 1] = a;`,
    `${THREE} for (let k = 0; k < 3; k++) three[k] = use(k);`,
    `${THREE} for (let k = 0; k < 3; k++) { three[k] = a; use(k); }`,
    `${THREE} for (let k = 0; k < 3; k++) if (use(k)) three[k] = a;`,
    `${THREE} for (let k = 0; k < 3; k++) { const x = use(k); three[k] = x; }`,
    `${THREE} for (let k = 0; k < 3; k++) if (yes) three[k] = a; else use(k);`,
    "for (let k = 0; k < 3; k++) list[k] = a;",
  ].map((code): readonly [OperatorName, string, string[]] => ["boundary", code, [code.replace("<", "<=")]]),
  // at the limit itself, it is the limit, but zero may have another sign
  ["boundary", `${LIMIT} let c = a; if (c > LIMIT) c = LIMIT; use(b < LIMIT ? LIMIT : b);`, []],
  ["boundary", "let c = a; if (c > 0) c = 0;", ["let c = a; if (c >= 0) c = 0;"]],
  ["boundary", `${LIMIT} let c = a; if (c > LIMIT) c = b;`, [`${LIMIT} let c = a; if (c >= LIMIT) c = b;`]],
  [
    "index",
    "use(list[1], list[a]);",
    ["use(list[1 + 1], list[a]);", "use(list[1], list[a + 1]);"].map((line) => line.replace("1 + 1", "2")),
  ],
  ["deletion", "use(a);", [";"]],
  ["condition", "use(yes ? a : b);", ["use(true ? a : b);", "use(false ? a : b);"]],
  ["condition", "if (yes) use(a); else use(b);", ["if (true) use(a); else use(b);", "if (false) use(a); else use(b);"]],
  ["condition", "if (yes) use(a);", ["if (true) use(a);"]],
  ["condition", "if (yes) throw new Error();", ["if (false) throw new Error();"]],
  ["exit", "for (;;) { if (yes) continue; use(a); }", ["for (;;) { ; use(a); }"]],
  ["exit", "for (;;) { if (yes) break; use(a); }", ["for (;;) { ; use(a); }"]],
  ["jump", "for (;;) { if (yes) break; use(a); }", ["for (;;) { if (yes) continue; use(a); }"]],
  ["jump", "for (;;) { if (yes) continue; use(a); }", ["for (;;) { if (yes) break; use(a); }"]],
  ["jump", "for (;;) { switch (a) { case 1: break; } }", []],
  ["function", "use(Math.min(a, b));", ["use(Math.max(a, b));"]],
  ["function", "use(Math.ceil(a));", ["use(Math.floor(a));"]],
  ["kernel", "use(a.plus(b));", ["use(a.minus(b));"]],
  ["swap", "use(a, b, text);", ["use(b, a, text);"]],
  ["swap", "use(...list, a);", []],
  ["swap", "Math.max(a, b);", []],
];

/** Code that no operator may touch. */
const UNTOUCHED: readonly string[] = [
  "type T = 1 | 2 | { a: 3; b: 4 };",
  "interface I { readonly x: 1; f(a: -1, b: 2): 3 }",
  'import { x as y } from "./x.ts";',
  "// use(1 + 2); if (a < b) return;",
  "/** `a < b` ? 1 : 2 */",
  'const s = "1 + 2 < 3 && !x";',
  "const t = `${text} < ${text}`;",
  "const u = /a+b<c/;",
  'function f(): void { throw new RangeError("expected 1, got " + text); }',
  'function g(x: 1 | -1 = a as 1 | -1): x is 1 { return fail("expected 1" + text); }',
  "declare const v: Array<1 | 2>;",
];

const HOME = "engine/linear/";
/** Where code of kernels is, by what is called there. */
const homeOf = (code: string) => /a\.(plus|float)\(/.test(code) ? "engine/wasm/" : HOME;
const texts = [
  ...EXPECTED.map(([, code]) => [code, `${PRELUDE}function f() {\n${code}\n}\n`]),
  ...UNTOUCHED.map((code) => [code, `${PRELUDE}${code}\n`]),
];
const files = new Map(texts.map(([code, text], i) => [`${homeOf(code)}snippet${i}.ts`, text]));
const { sources, types } = program([...files.keys()], files);

for (const [i, [operator, code, expected]] of EXPECTED.entries()) {
  Deno.test(`${operator} of ${code}`, () => {
    const source = sources[i];
    const made = sitesOf(source, types).filter((site) => site.operator === operator).map((site) => {
      const text = apply(source.text, site);
      return text.slice(PRELUDE.length).split("\n")[1];
    });
    deepEqual(made.sort(), [...expected].sort());
  });
}

for (const [i, code] of UNTOUCHED.entries()) {
  Deno.test(`nothing is changed in ${code}`, () => {
    const source = sources[EXPECTED.length + i];
    deepEqual(sitesOf(source, types).map(({ before, after }) => `${before} → ${after}`), []);
  });
}

Deno.test("every operator has an example", () => {
  const shown = new Set(EXPECTED.filter(([, , made]) => made.length > 0).map(([operator]) => operator));
  deepEqual([...shown].sort(), Object.keys(OPERATORS).sort());
});

Deno.test("an address does not depend on lines, comments and what other functions hold", () => {
  const moved = new Map([[
    `${HOME}snippet0.ts`,
    `${PRELUDE}\n\n// here\nfunction g() { use(a + b); }\nfunction f() {\n  // sum\n  use(\n    a +\n      b * list[0],\n  );\n}\n`,
  ]]);
  const after = program([...moved.keys()], moved);
  const ids = (list: readonly Site[]) =>
    list.filter(({ symbol, operator }) => symbol === "f" && operator === "arithmetic").map(({ id }) => id);
  const found = ids(sitesOf(after.sources[0], after.types));
  equal(found.length, 2);
  deepEqual(found, ids(sitesOf(sources[0], types)));
});

Deno.test("mutants that look alike have ids of their own", () => {
  const twice = new Map([[`${HOME}twice.ts`, `${PRELUDE}function f() { use(a + b); use(a + b); }\n`]]);
  const { sources: [source], types } = program([...twice.keys()], twice);
  const sums = sitesOf(source, types).filter(({ operator }) => operator === "arithmetic");
  deepEqual(sums.map(({ occurrence }) => occurrence), [0, 1]);
  ok(sums[0].id !== sums[1].id);
});

Deno.test("of the nouns, only what functions do is changed", () => {
  const nouns = new Map([[
    "engine/types/snippet.ts",
    "export const ONE = 1 + 1;\nexport function f(): number { return 1 + 2; }\n",
  ]]);
  const { sources: [source], types } = program([...nouns.keys()], nouns);
  deepEqual(new Set(sitesOf(source, types).map(({ symbol }) => symbol)), new Set(["f"]));
});
