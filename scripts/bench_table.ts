/** The results of the bench, as a table for people. */

/** Result of one scene; times are microseconds per step. */
export interface Row {
  scene: string;
  about: string;
  nv: number;
  nefc: number;
  mujoco: number;
  plumbline: number;
  /** median over slices of MuJoCo's time by ours, and its quartiles */
  ratio: number;
  low: number;
  high: number;
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
