// deno-lint-ignore-file no-console
/** `deno task bench-rollout`: `rollout` on one and two threads beside `mujoco.rollout` of native MuJoCo. */

import { Command } from "@commander-js/extra-typings";
import { randomFrom, symmetric } from "../../harness/random.ts";
import { Data, getState, loadModel, type Model, resetDataKeyframe, rollout, State, stateSize } from "../../mod.ts";
import { runCommand } from "../run_command.ts";
import { NativeRollout, writeDoubles } from "./native_rollout.ts";

const SCENES = ["../bench/humanoid.xml", "quadruped.xml", "../bench/arm.xml"];

const SEED = 1;

/** steps of each thread after which V8 has compiled most of what it will: V8-10 */
const WARM = 200_000;

interface Scene {
  readonly name: string;
  readonly model: Model;
  readonly initial: Float64Array;
  readonly control: Float64Array;
  readonly folder: string;
}

async function openScene(path: string, batch: number, steps: number): Promise<Scene> {
  const url = new URL(path, import.meta.url);
  const model = await loadModel(url.pathname);
  const data = new Data(model);
  resetDataKeyframe(model, data, 0);
  const one = new Float64Array(stateSize(model, State.FULLPHYSICS));
  getState(model, data, one, State.FULLPHYSICS);
  const initial = new Float64Array(batch * one.length);
  for (let r = 0; r < batch; r++) initial.set(one, r * one.length);
  const random = randomFrom(SEED);
  const control = Float64Array.from({ length: batch * steps * model.nu }, () => symmetric(random));
  const folder = await Deno.makeTempDir();
  await Deno.copyFile(url.pathname, `${folder}/model.xml`);
  await writeDoubles(`${folder}/initial.f64`, initial);
  if (model.nu > 0) await writeDoubles(`${folder}/control.f64`, control);
  return { name: path.replace(/^.*\/|\.xml$/g, ""), model, initial, control, folder };
}

/** Time of a call on threads, in the process of the other engine if that is given (s). */
async function timeOf(scene: Scene, steps: number, workers: number, native?: NativeRollout): Promise<number> {
  const { model, initial, control, folder } = scene;
  if (native) return (await native.run({ folder, steps, controlSpec: State.CTRL, workers })).seconds;
  const start = performance.now();
  await rollout(model, { initial, control, steps, workers });
  return (performance.now() - start) / 1000;
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

async function main(): Promise<number> {
  const options = new Command("deno task bench-rollout")
    .description("Measures rollout() on one and on several threads beside mujoco.rollout of native MuJoCo, in turns.")
    .option("--batch <n>", "rollouts of a call", Number, 64)
    .option("--steps <n>", "steps of a rollout", Number, 100)
    .option("--rounds <n>", "turns of each; medians are reported", Number, 9)
    .option("--workers <n>", "threads beside one", Number, 2)
    .exitOverride().parse(Deno.args, { from: "user" }).opts();
  const { batch, steps, rounds, workers } = options;
  const native = await NativeRollout.start();
  if ("lack" in native) console.error(`without native MuJoCo: ${native.lack}`);
  const others = "lack" in native ? [] : [native];

  const columns = ["scene", "steps/s, 1", `steps/s, ${workers}`, "speedup", "native, 1", "to native, 1", `${workers}`];
  console.log(columns.map((title) => title.padStart(14)).join(""));
  for (const path of SCENES) {
    const scene = await openScene(path, batch, steps);
    const times = new Map<string, number[]>();
    for (let round = -Math.ceil(WARM * workers / (batch * steps)); round < rounds; round++) {
      for (const count of [1, workers]) {
        for (const engine of [undefined, ...others]) {
          const seconds = await timeOf(scene, steps, count, engine);
          const key = `${engine ? "native" : "ours"} ${count}`;
          if (round >= 0) times.set(key, [...times.get(key) ?? [], seconds]);
        }
      }
    }
    const rate = (key: string) => batch * steps / median(times.get(key) ?? [NaN]);
    // ratios within a round: what slows down everything does not change them
    const ratio = (slow: string, fast: string) => {
      const slower = times.get(slow) ?? [NaN];
      return median((times.get(fast) ?? [NaN]).map((seconds, round) => slower[round] / seconds));
    };
    const cells = [
      scene.name,
      rate("ours 1").toFixed(0),
      rate(`ours ${workers}`).toFixed(0),
      ratio("ours 1", `ours ${workers}`).toFixed(2),
      rate("native 1").toFixed(0),
      ratio("native 1", "ours 1").toFixed(2),
      ratio(`native ${workers}`, `ours ${workers}`).toFixed(2),
    ];
    console.log(cells.map((cell) => cell.padStart(14)).join(""));
    await Deno.remove(scene.folder, { recursive: true });
  }
  for (const process of others) await process.close();
  return 0;
}

await runCommand(main);
