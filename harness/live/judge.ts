/** The verdict on a model. */

import type { Failure } from "../replay/result.ts";
import { describeFailure } from "../verdict.ts";
import type { Comparison, Told, Took } from "./compare.ts";
import type { ModelOutcome, Part, Verdict } from "./outcome.ts";

/** Number of failures shown for each part. */
const TOLD = 12;

type Judged = Omit<ModelOutcome, "model" | "seconds" | "stages" | "megabytes">;

/** Judges a comparison; `path` is the user's name for the model. */
export function judge(comparison: Comparison, path: string, engine: string): Judged {
  const { mujoco, engine: ours, compiled, stepping, departure, notes } = comparison;
  const [verdict, reason] = verdictOf(comparison, engine);
  const part = ({ compared, failed, failures, fields }: Told): Part => ({
    compared,
    failed,
    failures: told(failures),
    fields,
  });
  return {
    verdict,
    reason,
    mujocoSays: said(mujoco, path) ?? comparison.broke,
    engineSays: said(ours, path),
    compiled: compiled && part(compiled),
    stepping: stepping && { ...part(stepping), steps: stepping.frames },
    departure,
    notes,
  };
}

function told(failures: readonly Failure[]): string[] {
  return failures.slice(0, TOLD).map((failure) => describeFailure(failure));
}

function said(took: Took, path: string): string | null {
  return took.outcome === "loaded" ? null : took.message.replaceAll("<text>", path).trim();
}

function verdictOf(comparison: Comparison, engine: string): [Verdict, string] {
  const { mujoco, engine: ours, compiled, stepping, broke } = comparison;
  const theirs = mujoco.outcome;
  if (mujoco.outcome !== "loaded" && isShortOfMemory(mujoco.message)) return ["incomparable", OUT_OF_MEMORY];
  if (theirs === "breaks") return ["incomparable", "MuJoCo breaks while it loads the model"];
  if (theirs === "unsupported") return ["incomparable", "MuJoCo in WebAssembly has no plugins"];
  if (ours.outcome === "breaks") return ["differs", `${engine} breaks while it loads the model`];
  if (ours.outcome === "unsupported") return ["incomparable", `${engine} does not support the model`];
  if (theirs === "rejected") {
    return ours.outcome === "rejected"
      ? ["incomparable", `both MuJoCo and ${engine} refuse the model`]
      : ["differs", `MuJoCo refuses the model, ${engine} takes it`];
  }
  if (ours.outcome === "rejected") return ["differs", `${engine} refuses the model, MuJoCo takes it`];

  if ((compiled?.failed ?? 0) > 0) return ["differs", "the compiled models differ"];
  if ((stepping?.failed ?? 0) > 0) return ["differs", "steps differ"];
  if (broke !== null) {
    return ["incomparable", isShortOfMemory(broke) ? OUT_OF_MEMORY : "MuJoCo breaks while it steps"];
  }
  return ["agrees", ""];
}

const OUT_OF_MEMORY = "MuJoCo runs out of the memory that WebAssembly gives it";

function isShortOfMemory(message: string): boolean {
  return /could not allocate|cannot allocate|out of memory|bad_alloc|\bOOM\b|enlarge memory/i.test(message);
}
