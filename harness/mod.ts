/**
 * The conformance harness: golden trajectories of real MuJoCo, replayed through an engine and compared step by step.
 *
 * @module
 */

export { copyDataFrom, modelFrom } from "./transplant.ts";
