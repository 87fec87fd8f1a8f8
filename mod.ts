/**
 * Plumbline: a MuJoCo-conformant physics engine.
 *
 * @module
 */

export { geomDistance } from "./engine/collision/geom_distance.ts";
export { setConst } from "./engine/compile/constants0.ts";
export { compile, type CompileOptions, type CompileWarning } from "./engine/compile/compile.ts";
export { forward, forwardSkip } from "./engine/forward.ts";
export { compareFwdInv, inverse, inverseSkip } from "./engine/inverse.ts";
export { id2name, name2id } from "./engine/names.ts";
export { multiRay } from "./engine/ray/multi_ray.ts";
export { ray } from "./engine/ray/ray.ts";
export { rayGeom } from "./engine/ray/ray_geom.ts";
export { rayHfield } from "./engine/ray/ray_hfield.ts";
export { rayMesh } from "./engine/ray/ray_mesh.ts";
export { loadModel } from "./engine/load_model.ts";
export { resetData, resetDataKeyframe } from "./engine/reset.ts";
export { copyState, extractState, getState, setState, stateSize } from "./engine/state.ts";
export { step, step1, step2 } from "./engine/step.ts";
export { Data } from "./engine/types/data.ts";
export * from "./engine/types/enums.ts";
export { MjcfError, UnsupportedError } from "./engine/types/errors.ts";
export { Model } from "./engine/types/model.ts";
