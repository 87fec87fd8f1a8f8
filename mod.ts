/**
 * Plumbline: a MuJoCo-conformant physics engine.
 *
 * @module
 */

export { Data } from "./engine/types/data.ts";
export { Model } from "./engine/types/model.ts";
export { MjcfError, UnsupportedError } from "./engine/types/errors.ts";
export * from "./engine/types/enums.ts";
