/**
 * Plumbline: a MuJoCo-conformant physics engine.
 *
 * @module
 */

export { geomDistance } from "./engine/collision/geom_distance.ts";
export { forward, forwardSkip } from "./engine/forward.ts";
export { resetData, resetDataKeyframe } from "./engine/reset.ts";
export { step, step1, step2 } from "./engine/step.ts";
export { Data } from "./engine/types/data.ts";
export { Model } from "./engine/types/model.ts";
export { MjcfError, UnsupportedError } from "./engine/types/errors.ts";
export * from "./engine/types/enums.ts";
