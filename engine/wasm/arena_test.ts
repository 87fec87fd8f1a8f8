import assert from "node:assert/strict";
import { newTreeArena } from "../compile/mesh/face_tree.ts";
import { newSphereArena } from "../collision/search/near_pairs.ts";
import { newBoxArena } from "../position/flex_boxes.ts";
import { newProjectionArena } from "../constraint/project_dense.ts";
import { MODULES } from "../solver/problem/kernels.ts";
import { newDualArena } from "../solver/dual/dual_problem.ts";
import { Arena } from "./arena.ts";
import { int, kernel } from "./assembler.ts";

const ARENAS: readonly (readonly [string, { kernels: object | null; lay: Arena<[]>["lay"] }])[] = [
  ["spheres", newSphereArena()],
  ["boxes", newBoxArena()],
  ["projection", newProjectionArena()],
  ["primal", new Arena(MODULES)],
  ["dual", newDualArena()],
  ["trees", newTreeArena()],
];

const layOut = (arena: { lay: Arena<[]>["lay"] }) => arena.lay((take) => take.float(8));

/** Does something while modules do not compile, as where WebAssembly is missing. */
function withoutModules(work: () => void): void {
  const { Module } = WebAssembly;
  WebAssembly.Module = function () {
    throw new WebAssembly.CompileError("not here");
  } as unknown as typeof Module;
  try {
    work();
  } finally {
    WebAssembly.Module = Module;
  }
}

for (const [name, arena] of ARENAS) {
  Deno.test(`lay() gives kernels to the stage that uses them: ${name}`, () => {
    layOut(arena);
    const kernels = Object.values(arena.kernels ?? {});
    assert.ok(kernels.length > 0);
    assert.ok(kernels.every((it) => typeof it === "function"));
  });
}

Deno.test("a kernel that is wrong throws when it is called, rather than to do nothing", () => {
  // an expression that leaves nothing where a result is due
  const broken = kernel([], (f) => void f.code.push("\x1a"));
  const arena = new Arena([{ broken }]);
  layOut(arena);
  assert.throws(() => arena.kernels?.broken(), WebAssembly.CompileError);
});

Deno.test("a module is assembled when one of its kernels is first called, and not again", () => {
  const assembled: string[] = [];
  const returning = (name: string, value: number) =>
    kernel([], (f) => {
      assembled.push(name);
      f.return(int(value));
    });
  const first = { one: returning("one", 1), two: returning("two", 2) };
  const second = { three: returning("three", 3) };
  const arena = new Arena<[typeof first, typeof second]>([first, second]);
  layOut(arena);
  assert.deepEqual(assembled, []);
  assert.equal(arena.kernels?.two(), 2);
  assert.equal(arena.kernels?.one(), 1);
  arena.lay((take) => take.float(1e6));
  assert.equal(arena.kernels?.two(), 2);
  assert.deepEqual(assembled, ["one", "two"]);
  assert.equal(arena.kernels?.three(), 3);
  assert.deepEqual(assembled, ["one", "two", "three"]);
});

Deno.test("lay() gives memory and no kernels where modules do not compile", () => {
  withoutModules(() => {
    const arena = new Arena([{ zero: kernel([], () => {}) }]);
    let length = 0;
    arena.lay((take) => length = take.float(5).length);
    assert.equal(arena.kernels, null);
    assert.equal(length, 5);
  });
});

Deno.test("a kernel calls others of its own module and of other modules, of which the last counts", () => {
  const five = kernel(["int"], (f, x) => f.return(x.plus(5)));
  const twice = kernel(["int"], (f, x) => f.return(f.call(five, f.call(five, x))));
  const far = kernel(["int"], (f, x) => f.return(f.call(twice, x).plus(f.call(five, x))));
  const user = { far };
  const both = { twice, five };
  const lender = { five };
  const arena = new Arena<[typeof user, typeof both, typeof lender]>([user, both, lender]);
  layOut(arena);
  assert.equal(arena.kernels?.far(1), 11 + 6);
  assert.equal(arena.kernels?.five(2), 7);
  const before = arena.kernels?.five;
  assert.equal(arena.kernels?.twice(3), 13);
  assert.equal(arena.kernels?.five, before);
});
