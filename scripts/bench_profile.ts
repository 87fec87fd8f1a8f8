/** Time of a scene's steps, by stage and by function. */

import { compile, Data, type Model, type Profile, profile, step } from "@plumbline/sim";
import { type CpuProfile, cpuProfile, hottest } from "./cpu_profile.ts";
import { modelOf, type StepScene } from "./bench_step_scenes.ts";

/** What is known of a scene. */
interface SceneProfile {
  stages: Profile;
  functions: CpuProfile;
}

/** Profiles a scene after it has settled, by stage and then by function, each for about the given time. */
export async function profileScene(scene: StepScene, control: Control, seconds: number): Promise<SceneProfile> {
  const m = compile(await modelOf(scene));
  const d = new Data(m);
  const run = (m: Model, d: Data) => {
    for (let k = 0; k < m.nu; k++) d.ctrl[k] = control(k, d.time, scene.drive);
    step(m, d);
  };
  for (let i = 0; i < scene.settle; i++) run(m, d);
  // while V8 optimizes, a profile is short and thrown away
  const { total } = profile(m, d, { steps: 500, run });
  const steps = Math.ceil(seconds * 1e3 * 500 / total);
  const stages = profile(m, d, { steps, run });
  const functions = await cpuProfile(() => {
    for (let i = 0; i < steps; i++) run(m, d);
  });
  return { stages, functions };
}

/** Control `k` at time `t` of a scene that is driven by `drive`. */
export type Control = (k: number, t: number, drive: number) => number;

/** A table of stages, slowest first, without those that took no time worth printing. */
export function profileTable(scene: string, { steps, total, stages }: Profile): string {
  const microseconds = (time: number) => (time / steps * 1e3).toFixed(2).padStart(10);
  const rows = Object.entries(stages)
    .filter(([, { share }]) => share >= 0.0005)
    .sort(([, a], [, b]) => b.time - a.time)
    .map(([name, { time, share }]) =>
      `  ${name.padEnd(14)}${microseconds(time)}${(100 * share).toFixed(1).padStart(8)} %`
    );
  return [
    `${scene}: ${steps} steps`,
    `  stage          µs/step    share`,
    ...rows,
    `  total         ${microseconds(total)}`,
  ]
    .join("\n");
}

/** A table of the functions in which most of the time is spent, themselves and not what they call. */
export function functionTable(functions: CpuProfile): string {
  const rows = hottest(functions, 15).map(({ name, share }) => `${(100 * share).toFixed(1).padStart(8)} %  ${name}`);
  return ["     share  function", ...rows].join("\n");
}
