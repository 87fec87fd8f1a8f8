/** What a comparison says about the engine. */

import type { Comparison } from "../../harness/live/compare.ts";
import { describeFailure } from "../../harness/verdict.ts";

/** The outcome of a model; `mark` distinguishes kinds of disagreements. */
export type Outcome =
  | { kind: "agree" | "refused" | "documented" | "limited" | "unsupported" | "aborted" | "broken" }
  | { kind: "differ"; what: string; mark: string };

/** Errors that end MuJoCo's process at matrices that are singular, and with it the step that it takes to test a model. */
const ABORTS = /mju_factorLUSparse: diagonal element too small|rank-deficient sparse Hessian/;

/**
 * What MuJoCo refuses and the README says is accepted: models for which its stack memory is too small, and plugins,
 * which MuJoCo in WebAssembly does not have.
 */
const DOCUMENTED = /mj_stackAlloc: out of memory|plugin mujoco\.\S+ not found/;

/** Judges a comparison. */
export function judge(comparison: Comparison): Outcome {
  const { mujoco, engine, compiled, stepping, broke } = comparison;
  const aborted = ABORTS.test(broke ?? (mujoco.outcome === "loaded" ? "" : mujoco.message));
  // MuJoCo itself fails on some models, which say nothing about the engine
  if (!aborted && (mujoco.outcome === "breaks" || broke !== null)) return { kind: "broken" };
  if (engine.outcome === "unsupported") return { kind: "unsupported" };
  if (engine.outcome === "breaks") return { kind: "differ", what: engine.message, mark: "crashes" };
  if (engine.outcome === "rejected" && /with the option limits: /.test(engine.message)) return { kind: "limited" };

  const failures = [...compiled?.failures ?? [], ...stepping?.failures ?? []];
  if (failures.length > 0) {
    const [first] = failures;
    return { kind: "differ", what: describeFailure(first).split("\n")[0], mark: `${first.reason} ${first.field}` };
  }
  if (aborted) return { kind: "aborted" };
  if (mujoco.outcome !== "loaded") {
    if (engine.outcome !== "loaded") return { kind: "refused" };
    if (DOCUMENTED.test(mujoco.message)) return { kind: "documented" };
    return { kind: "differ", what: `accepted: MuJoCo refuses it: ${mujoco.message}`, mark: "accepts" };
  }
  if (engine.outcome !== "loaded") return { kind: "differ", what: `rejected: ${engine.message}`, mark: "rejects" };
  return { kind: "agree" };
}
