/** The rules of the engine's sources that neither the compiler nor the linter checks. */

import assert from "node:assert/strict";

/** Functions of `Math` whose results every JavaScript engine rounds alike. */
const EXACT = ["abs", "ceil", "floor", "sqrt", "trunc", "sign", "min", "max", "fround", "imul", "clz32"];

/** Which folders and files a folder may import from, besides itself. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  types: [],
  math: ["types"],
  wasm: [],
  model: ["types", "math", "wasm"],
  linear: ["types", "math", "model", "wasm"],
  motion: ["types", "math", "model", "linear"],
  ray: ["types", "math", "model"],
  helpers: ["types", "math", "motion"],
  named: ["types", "names.ts"],
  interact: ["types", "math", "linear", "motion", "ray"],
  position: ["types", "math", "model", "linear", "motion", "wasm"],
  collision: ["types", "math", "model", "ray", "wasm"],
  constraint: ["types", "math", "model", "linear", "motion", "wasm"],
  velocity: ["types", "math", "model", "linear", "motion"],
  actuation: ["types", "math", "model", "linear", "motion"],
  solver: ["types", "math", "model", "linear", "motion", "wasm"],
  sensor: ["types", "math", "model", "linear", "motion", "ray"],
  integrate: ["types", "math", "model", "linear", "motion"],
  sleep: ["types", "math", "model"],
  plugin: ["types", "math", "model", "motion"],
  mjcf: ["types", "math"],
  thread: [],
  compile: ["thread", "types", "math", "wasm", "model", "linear", "motion", "mjcf", "plugin"],
  rollout: [
    "thread",
    "types",
    "model",
    "file",
    "plugin",
    "copy_model.ts",
    "data.ts",
    "reset.ts",
    "state.ts",
    "step.ts",
    "step_together.ts",
  ],
  spec: ["types", "math", "mjcf", "compile", "data.ts"],
  file: ["types", "compile", "plugin", "copy_model.ts", "validate.ts"],
};

/** Imports that go against the table, and why. */
const EXCEPTIONS: Readonly<Record<string, readonly string[]>> = {
  // types of what exported functions keep
  "types/work.ts": ["motion", "collision", "inverse.ts", "ray", "named"],
  "types/plans.ts": ["names.ts", "named"],
  // models answer for their objects by name, and kernels work on their fields
  "types/model.ts": ["named", "wasm/field_memory.ts"],
  // the names of a document that is a literal are in the type of its model
  "compile/compile.ts": ["named"],
  // the name that may have been meant is found as in documents
  "named/view.ts": ["mjcf/excerpt.ts"],
  // types of the records that hold the attributes of elements, which follow from their declarations
  "types/spec.ts": ["mjcf"],
  "types/flex_spec.ts": ["mjcf"],
  // a distance is measured when a sensor asks for it
  "sensor/distance_sensor.ts": ["collision/geom_distance.ts"],
  // each of the four evaluations is a forward pass
  "integrate/runge_kutta.ts": ["forward.ts"],
  // quantities at the reference configuration are derived on data, and a reset tells which trees can start asleep
  "compile/derive_constants.ts": ["data.ts", "forward.ts", "reset.ts"],
  // plugins compute with results of stages
  "plugin/cable.ts": ["position/kinematics.ts"],
  "plugin/touch_grid.ts": ["sensor/contact_force.ts"],
  // constants at the reference configuration are what the first stages compute there
  "compile/constants0.ts": ["position", "forward.ts"],
  // a flexcomp makes bodies of the vertices of its mesh while the document is read
  "mjcf/flexcomp_file.ts": ["compile"],
  // length ranges are found by pulling at every actuator
  "compile/length_range.ts": ["reset.ts", "step.ts"],
};

interface Source {
  /** path below `engine/` */
  path: string;
  /** the text without comments, line by line as in the file */
  code: string;
  /** the text as it is */
  text: string;
}

const ENGINE = new URL("./", import.meta.url);
const COMMENTS = /\/\*[\s\S]*?\*\/|\/\/.*/g;
const STRINGS = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g;

/** Blanks, of the same lines, in place of a text. */
function blank(text: string): string {
  return text.replace(/[^\n]/g, " ");
}

/** Every source below a folder of the engine: tests, or all others. */
function* sources(folder = "", tests = false): Generator<Source> {
  for (const { name, isDirectory } of Deno.readDirSync(new URL(folder, ENGINE))) {
    if (isDirectory) yield* sources(`${folder}${name}/`, tests);
    if (!name.endsWith(".ts") || name.endsWith("_test.ts") !== tests) continue;
    const text = Deno.readTextFileSync(new URL(folder + name, ENGINE));
    yield { path: folder + name, code: text.replace(COMMENTS, blank), text };
  }
}

/** `engine/file:line: what` for each match. */
function* violations(path: string, text: string, pattern: RegExp): Generator<string> {
  for (const match of text.matchAll(pattern)) {
    const line = text.slice(0, match.index).split("\n").length;
    yield `engine/${path}:${line}: ${match[0].trim()}`;
  }
}

function assertNone(found: Iterable<string>): void {
  const all = [...found];
  assert.equal(all.length, 0, `\n${all.join("\n")}`);
}

/** Matches in code, where strings do not count. */
function* matches(pattern: RegExp, except: (path: string) => boolean = () => false): Generator<string> {
  for (const { path, code } of sources()) {
    if (!except(path)) yield* violations(path, code.replace(STRINGS, blank), pattern);
  }
}

/** Data are a noun too, but making them takes the stages: everyone may name their type. */
const NOUN = "data.ts";

function mayImport(from: string, to: string, isType: boolean): boolean {
  if (to === NOUN && isType) return true;
  const [folder] = from.split("/");
  const [target] = to.split("/");
  if (folder === target || !from.includes("/")) return true;
  if (MAY_IMPORT[folder]?.includes(target)) return true;
  return (EXCEPTIONS[from] ?? []).some((allowed) => allowed === to || allowed === target);
}

Deno.test("engine sources use inexact functions only from math/", () => {
  const inMath = (path: string) => path.startsWith("math/");
  assertNone(matches(new RegExp(`\\bMath\\b(?!\\.(?:${EXACT.join("|")})\\b).{0,8}`, "g"), inMath));
  assertNone(matches(/.{0,8}\*\*.{0,8}/g, inMath));
});

Deno.test("engine sources use no platform outside the loader", () => {
  // the profiler reads the clock that all platforms have, unless it is given another
  const allowed = (path: string) => ["load_model.ts", "profile.ts", "thread/thread.ts"].includes(path);
  assertNone(matches(/\b(?:Deno|process|console|performance|globalThis)\b.{0,20}/g, allowed));
});

Deno.test("engine sources import each other in one direction, and no module of Node", () => {
  const found: string[] = [];
  for (const { path, code } of sources()) {
    for (const match of code.matchAll(/\b(?:import|export)( type)?\s[^;"]*?\bfrom "([^"]+)"/g)) {
      const [, type, specifier] = match;
      const line = code.slice(0, match.index).split("\n").length;
      const place = `engine/${path}:${line}: imports ${specifier}`;
      if (specifier.startsWith("node:")) found.push(place);
      if (!specifier.startsWith(".")) continue;
      const target = new URL(specifier, new URL(path, ENGINE)).href;
      if (!target.startsWith(ENGINE.href)) found.push(`${place}, which is outside of the engine`);
      else if (!mayImport(path, target.slice(ENGINE.href.length), type !== undefined)) found.push(place);
    }
  }
  assertNone(found);
});

Deno.test("every exception to the direction of imports is in use", () => {
  const paths = new Map([...sources()].map(({ path, code }) => [path, code]));
  for (const [from, targets] of Object.entries(EXCEPTIONS)) {
    for (const target of targets) {
      assert.ok(paths.get(from)?.includes(`from "../${target}`), `engine/${from} does not import ${target}`);
    }
  }
});

/** The modules that each source takes values from; types are gone when a program runs. */
function valueImports(): Map<string, string[]> {
  const imports = new Map<string, string[]>();
  for (const { path, code } of sources()) {
    const targets: string[] = [];
    for (const [, clause, specifier] of code.matchAll(/^(?:import|export)\s+([^;]*?)\s+from "(\.[^"]+)"/gm)) {
      const names = clause.replace(/^\{|\}$/g, "").split(",").map((name) => name.trim()).filter((name) => name !== "");
      if (clause.startsWith("type ") || names.every((name) => name.startsWith("type "))) continue;
      targets.push(new URL(specifier, new URL(path, ENGINE)).href.slice(ENGINE.href.length));
    }
    imports.set(path, targets);
  }
  return imports;
}

Deno.test("engine sources do not take values from each other in a circle", () => {
  const imports = valueImports();
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    const at = trail.indexOf(path);
    if (at >= 0) circles.push([...trail.slice(at), path].join(" → "));
    if (at >= 0 || done.has(path)) return;
    for (const target of imports.get(path) ?? []) visit(target, [...trail, path]);
    done.add(path);
  };
  for (const path of imports.keys()) visit(path, []);
  assertNone(circles);
});

Deno.test("engine sources export no variables", () => {
  assertNone(matches(/^export let .*/gm));
});

/** Exported objects that are never written to after they are made, and why they are no plain data. */
const CONSTANTS: readonly RegExp[] = [
  // declarations of kernels, and expressions
  /^wasm\//,
  // facets that stand for something else than a facet
  /^compile\/hull\/facet\.ts (?:DUPLICATE|MERGE)_RIDGE$/,
  // what every attribute is where nobody says otherwise, copied before use
  /^mjcf\/(?:elements\/|schema\.ts |builtin\.ts BUILTIN$)/,
];

/** Can this be written to: a typed array, a collection, an object with methods, or a container of such? */
function isMemory(value: unknown, depth = 0): boolean {
  if (typeof value !== "object" || value === null || depth > 3) return false;
  if (ArrayBuffer.isView(value)) return value.byteLength > 0;
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== Array.prototype && prototype !== null) return true;
  return Object.values(value).some((part) => isMemory(part, depth + 1));
}

Deno.test("engine sources export no memory that others write on", async () => {
  const found: string[] = [];
  for (const { path } of sources()) {
    const exported: Record<string, unknown> = await import(new URL(path, ENGINE).href);
    for (const [name, value] of Object.entries(exported)) {
      const place = `${path} ${name}`;
      if (isMemory(value) && !CONSTANTS.some((known) => known.test(place))) found.push(`engine/${place}`);
    }
  }
  assertNone(found);
});

Deno.test("every folder of the engine has a rule for its imports", () => {
  const found: string[] = [];
  for (const { path } of sources()) {
    const [folder] = path.split("/");
    if (path.includes("/") && !(folder in MAY_IMPORT)) {
      found.push(`engine/${path}: no rule says what engine/${folder}/ may import`);
    }
  }
  assertNone(found);
});

Deno.test("engine sources leave nothing for later", () => {
  const found: string[] = [];
  for (const { path, text } of sources()) found.push(...violations(path, text, /\b(?:TODO|FIXME|XXX|HACK)\b.*/g));
  assertNone(found);
});

Deno.test("tests draw random numbers from harness/random.ts alone", () => {
  const found: string[] = [];
  for (const { path, code } of sources("", true)) {
    found.push(...violations(path, code.replace(STRINGS, blank), /\bMath\.(?:random|imul)\b.*/g));
  }
  assertNone(found);
});
