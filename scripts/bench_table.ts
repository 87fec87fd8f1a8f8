/** The results of the benchmark, as Markdown tables. */

import type { ColdRow } from "./bench_cold.ts";
import type { MeshesRow } from "./bench_meshes.ts";
import type { GrowthRow } from "./bench_growth.ts";
import type { Figures } from "./bench_slices.ts";

/** Result of one scene; times are microseconds per step. */
export interface Row extends Figures {
  scene: string;
  about: string;
  nv: number;
  nefc: number;
  /** mean over the first 500 steps */
  warmup: number;
  /** allocated by a step */
  bytes: number;
}

/** The table in Markdown. */
export function markdown(rows: readonly Row[]): string {
  const lines = rows.map((r) =>
    `| ${r.scene} | ${r.about} | ${r.nv} | ${r.nefc} | ${r.plumbline.toFixed(1)} | ${r.mujoco.toFixed(1)} | ` +
    `**${r.ratio.toFixed(2)}** | ${r.low.toFixed(2)}–${r.high.toFixed(2)} | ` +
    (r.native === undefined ? "| | |" : `${r.native.time.toFixed(1)} | **${r.native.ratio.toFixed(2)}** | ` +
      `${r.native.low.toFixed(2)}–${r.native.high.toFixed(2)} |`)
  );
  return [
    "| scene | what | dofs | rows | Plumbline, µs/step | WASM, µs/step | ratio | quartiles | native, µs/step | ratio | " +
    "quartiles |",
    "|---|---|---|---|---|---|---|---|---|---|---|",
    ...lines,
  ].join("\n");
}

/** Geometric mean, worst, and best of the ratios, in one line per opponent. */
export function summary(rows: readonly Row[]): string {
  const native = nativeRatios(rows);
  const lines = [summaryLine("MuJoCo's WASM build", rows.map(({ ratio }) => ratio))];
  if (native.length > 0) lines.push(summaryLine("native MuJoCo", native));
  return lines.join("\n");
}

/** Geometric mean, worst, and best of the ratios to one opponent. */
export function summaryLine(name: string, ratios: readonly number[]): string {
  const { mean, worst, best } = spread(ratios);
  return `to ${name}: geometric mean ${mean}, worst ${worst}, best ${best}, ` +
    `at least as fast on ${ratios.filter((ratio) => ratio >= 1).length} of ${ratios.length}`;
}

/** The same in one sentence, of rows that have native MuJoCo; `where` says which scenes these are. */
export function speedSentence(where: string, rows: readonly Row[]): string {
  const native = spread(nativeRatios(rows));
  const wasm = spread(rows.map(({ ratio }) => ratio));
  return `On ${where}, Plumbline is **${native.mean} times** as fast as native MuJoCo ` +
    `(geometric mean; ${native.worst} on the worst, ${native.best} on the best), and ${wasm.mean} times as fast as ` +
    `MuJoCo's WASM build (${wasm.worst}, ${wasm.best}).`;
}

function nativeRatios(rows: readonly Row[]): number[] {
  return rows.flatMap(({ native }) => native === undefined ? [] : [native.ratio]);
}

function spread(ratios: readonly number[]): { mean: string; worst: string; best: string } {
  const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
  const [all, worst, best] = [mean, Math.min(...ratios), Math.max(...ratios)].map((value) => value.toFixed(2));
  return { mean: all, worst, best };
}

/** Result of collision detection in one moment of one scene; times are microseconds per call. */
export interface CollisionRow extends Figures {
  scene: string;
  about: string;
  /** just released, or at rest */
  moment: "moving" | "settled";
  /** contacts, on average over the poses */
  contacts: number;
  /** allocated by a call */
  bytes: number;
}

/** The table of collision detection in Markdown. */
export function collisionMarkdown(rows: readonly CollisionRow[]): string {
  const lines = rows.map((r) =>
    `| ${r.scene} | ${r.about} | ${r.moment} | ${r.contacts} | ${r.mujoco.toFixed(2)} | ${r.plumbline.toFixed(2)} | ` +
    `**${r.ratio.toFixed(2)}** | ${r.low.toFixed(2)}–${r.high.toFixed(2)} |`
  );
  return [
    "| scene | what | moment | contacts | MuJoCo WASM, µs | Plumbline, µs | ratio | quartiles |",
    "|---|---|---|---|---|---|---|---|",
    ...lines,
  ].join("\n");
}

/** Compile times of a model (ms). */
export interface CompileRow {
  model: string;
  mujoco: number;
  plumbline: number;
}

/** The table of compile times in Markdown. */
export function compileMarkdown(rows: readonly CompileRow[]): string {
  const lines = rows.map(({ model, mujoco, plumbline }) =>
    `| ${model} | ${mujoco.toFixed(2)} | ${plumbline.toFixed(2)} | **${(mujoco / plumbline).toFixed(2)}** |`
  );
  return ["| model | MuJoCo WASM, ms | Plumbline, ms | ratio |", "|---|---|---|---|", ...lines].join("\n");
}

/** The table of first steps in Markdown. */
export function coldMarkdown(rows: readonly ColdRow[]): string {
  const lines = rows.map(({ scene, about, plumbline, mujoco, native }) => {
    const cells = [plumbline.first, plumbline.thousand, mujoco.first, mujoco.thousand].map((time) => time.toFixed(0));
    const others = native === undefined ? ["", ""] : [native.first.toFixed(0), native.thousand.toFixed(0)];
    const ratio = (mujoco.thousand / plumbline.thousand).toFixed(2);
    return `| ${scene} | ${about} | ${[...cells, `**${ratio}**`, ...others].join(" | ")} |`;
  });
  return [
    "| scene | what | Plumbline, 1 step, ms | 1000 steps | WASM, 1 step | 1000 steps | ratio | native, 1 step | " +
    "1000 steps |",
    "|---|---|---|---|---|---|---|---|---|",
    ...lines,
  ].join("\n");
}

/** The table of first loads of meshes in Markdown. */
export function meshesMarkdown(rows: readonly MeshesRow[]): string {
  const lines = rows.map(({ robot, triangles, plumbline, native }) => {
    const cells = [plumbline.wall, plumbline.cpu, native.wall, native.cpu].map((time) => time.toFixed(0));
    return `| ${[robot, triangles, ...cells, `**${(native.wall / plumbline.wall).toFixed(2)}**`].join(" | ")} |`;
  });
  return [
    "| model | triangles | Plumbline, ms | CPU | native, ms | CPU | ratio |",
    "|---|---|---|---|---|---|---|",
    ...lines,
  ].join("\n");
}

/** The table of exponents in Markdown. */
export function growthMarkdown(rows: readonly GrowthRow[]): string {
  const lines = rows.map(({ about, sizes, plumbline, mujoco, native }) =>
    `| ${about} | ${sizes.join(", ")} | ${plumbline.toFixed(2)} | ${mujoco.toFixed(2)} | ${native?.toFixed(2) ?? ""} |`
  );
  return ["| series | sizes | Plumbline | WASM | native |", "|---|---|---|---|---|", ...lines].join("\n");
}
