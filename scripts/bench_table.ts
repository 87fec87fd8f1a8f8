/** The results of the benchmark, as Markdown tables. */

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
    `| ${r.scene} | ${r.about} | ${r.mujoco.toFixed(1)} | ${r.plumbline.toFixed(1)} | **${r.ratio.toFixed(2)}** | ` +
    `${r.low.toFixed(2)}–${r.high.toFixed(2)} |`
  );
  return [
    "| scene | what | MuJoCo WASM, µs/step | Plumbline, µs/step | ratio | quartiles |",
    "|---|---|---|---|---|---|",
    ...lines,
  ].join("\n");
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
