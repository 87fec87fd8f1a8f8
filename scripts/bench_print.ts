// deno-lint-ignore-file no-console
/** Prints the results of the benchmark as they come in, with a header before the first. */

import type { AgainstRow } from "./bench_against.ts";
import type { ColdRow, ColdTimes } from "./bench_cold.ts";
import type { LoadTimes, MeshesRow } from "./bench_meshes.ts";
import type { GrowthRow } from "./bench_growth.ts";
import type { Ratio } from "./bench_slices.ts";
import type { StageRow } from "./bench_stages.ts";
import type { CollisionRow, CompileRow, Row } from "./bench_table.ts";

export function printRow(rows: readonly Row[]): void {
  const r = rows[rows.length - 1];
  if (rows.length === 1) {
    console.log(
      "scene                 nv nefc    WASM µs  Plumbline µs   ratio (quartiles)" +
        (r.native === undefined ? "" : "   native µs   ratio (quartiles)") + "  warm-up µs  bytes/step",
    );
  }
  const native = r.native === undefined ? "" : `${r.native.time.toFixed(1).padStart(12)}${ratio(r.native)}`;
  console.log(
    `${r.scene.padEnd(20)}${String(r.nv).padStart(4)}${String(r.nefc).padStart(5)}${r.mujoco.toFixed(1).padStart(11)}` +
      `${r.plumbline.toFixed(1).padStart(14)}${ratio(r)}${native}` +
      `${r.warmup.toFixed(0).padStart(12)}${r.bytes.toFixed(0).padStart(12)}`,
  );
}

export function printCollisionRow(rows: readonly CollisionRow[]): void {
  if (rows.length === 1) {
    console.log("scene           moment   contacts  MuJoCo µs  Plumbline µs   ratio (quartiles)  bytes/call");
  }
  const r = rows[rows.length - 1];
  console.log(
    `${r.scene.padEnd(16)}${r.moment.padEnd(9)}${String(r.contacts).padStart(8)}${r.mujoco.toFixed(2).padStart(11)}` +
      `${r.plumbline.toFixed(2).padStart(14)}${ratio(r)}${r.bytes.toFixed(0).padStart(12)}`,
  );
}

function ratio(r: Ratio, digits = 2): string {
  const [middle, low, high] = [r.ratio, r.low, r.high].map((value) => value.toFixed(digits));
  return `${middle.padStart(6 + digits)} (${low}–${high})`;
}

export function printAgainstRow(rows: readonly AgainstRow[]): void {
  if (rows.length === 1) console.log("scene                  there µs     here µs   ratio (quartiles)");
  const r = rows[rows.length - 1];
  console.log(
    `${r.scene.padEnd(20)}${r.there.toFixed(1).padStart(11)}${r.here.toFixed(1).padStart(12)}${ratio(r, 3)}` +
      (r.same ? "" : "   another state"),
  );
}

export function printStageRow(rows: readonly StageRow[]): void {
  if (rows.length === 1) console.log("  stage alone                            µs   native µs   ratio (quartiles)");
  const r = rows[rows.length - 1];
  console.log(
    `  ${r.stages.padEnd(34)}${r.plumbline.toFixed(2).padStart(8)}${r.mujoco.toFixed(2).padStart(12)}${ratio(r)}`,
  );
}

export function printCompileRow(rows: readonly CompileRow[]): void {
  if (rows.length === 1) console.log("model                MuJoCo ms  Plumbline ms  ratio");
  const { model, mujoco, plumbline } = rows[rows.length - 1];
  console.log(
    `${model.padEnd(20)}${mujoco.toFixed(2).padStart(10)}${plumbline.toFixed(2).padStart(14)}` +
      (mujoco / plumbline).toFixed(2).padStart(7),
  );
}

export function printMeshesRow(rows: readonly MeshesRow[]): void {
  if (rows.length === 1) console.log("first load (ms)           triangles      wall       CPU  ratio of wall times");
  const { robot, triangles, plumbline, native } = rows[rows.length - 1];
  const cells = ({ wall, cpu }: LoadTimes) => [wall, cpu].map((time) => time.toFixed(0).padStart(10)).join("");
  console.log(`${robot.padEnd(26)}${String(triangles).padStart(9)}${cells(plumbline)}`);
  const ratio = (native.wall / plumbline.wall).toFixed(2);
  console.log(`${"  MuJoCo native".padEnd(35)}${cells(native)}${ratio.padStart(21)}`);
}

/** Prints the latest row, and a header before the first. */
export function printColdRow(rows: readonly ColdRow[]): void {
  if (rows.length === 1) {
    console.log("milliseconds since the start   loaded  compiled  1 step  100 steps  1000 steps    ratio");
  }
  const { scene, plumbline, mujoco, native } = rows[rows.length - 1];
  const line = (name: string, times: ColdTimes) => {
    const { loaded, compiled, first, hundred, thousand } = times;
    const cells = [loaded, compiled, first, hundred, thousand].map((time) => time.toFixed(0).padStart(10)).join("");
    const against = times === plumbline ? "" : (thousand / plumbline.thousand).toFixed(2).padStart(11);
    console.log(`${name.padEnd(26)}${cells}${against}`);
  };
  line(scene, plumbline);
  line("  MuJoCo WASM", mujoco);
  if (native !== undefined) line("  MuJoCo native", native);
}

export function printGrowthRow({ series, sizes, plumbline, mujoco, native }: GrowthRow): void {
  const of = (exponent: number) => exponent.toFixed(2);
  console.log(
    `${series}: time grows with size (${sizes.join(", ")}) to the power ${of(plumbline)}; WASM ${of(mujoco)}` +
      (native === undefined ? "" : `, native ${of(native)}`),
  );
}
