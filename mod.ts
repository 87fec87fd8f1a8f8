/**
 * Plumbline: a MuJoCo-conformant physics engine.
 *
 * @module
 */

export type { AssetSource } from "./engine/mjcf/virtual_files.ts";
export type { ReadFile } from "./engine/types/spec.ts";
export { addContact, type NewContact } from "./engine/add_contact.ts";
export { sdfDistance, sdfGradient, type SignedField } from "./engine/collision/field/sdf.ts";
export { geomDistance } from "./engine/collision/geom_distance.ts";
export { setConst } from "./engine/compile/constants0.ts";
export {
  DEFAULT_LENGTH_RANGE,
  type LengthRangeOptions,
  setLengthRange,
  setLengthRanges,
} from "./engine/compile/length_range.ts";
export { compile, type CompileOptions, type CompileWarning, parse } from "./engine/compile/compile.ts";
export { toMjcf } from "./engine/compile/to_mjcf.ts";
export { defaultOption, defaultSolRefImp } from "./engine/default_option.ts";
export { forward, forwardSkip, fwdKinematics, fwdPosition, fwdVelocity, kinematics } from "./engine/forward.ts";
export { copyData } from "./engine/copy_data.ts";
export { copyModel } from "./engine/copy_model.ts";
export { type LoadBinaryOptions, loadModelBinary } from "./engine/file/load_model_binary.ts";
export { saveModel, type SaveOptions } from "./engine/file/save_model.ts";
export { initCtrlHistory, initSensorHistory, readCtrl, readSensor } from "./engine/history.ts";
export { compareFwdInv, invConstraint, inverse, inverseSkip, invPosition, invVelocity } from "./engine/inverse.ts";
export { setKeyframe } from "./engine/keyframe.ts";
export {
  band2Dense,
  bandDiag,
  bandMulMatVec,
  cholFactorBand,
  cholSolveBand,
  dense2Band,
} from "./engine/helpers/band.ts";
export { boxQP } from "./engine/helpers/box_qp.ts";
export { cholFactor, cholSolve, cholUpdate } from "./engine/helpers/cholesky.ts";
export { Halton, muscleBias, muscleDynamics, muscleGain, springDamper } from "./engine/helpers/curves.ts";
export {
  dense2sparse,
  eye,
  mulMatMat,
  mulMatMatT,
  mulMatTMat,
  mulVecMatVec,
  sparse2dense,
  sqrMatTD,
  symmetrize,
  transformSpatial,
  transpose,
} from "./engine/helpers/matrices.ts";
export { max, min, round, sign } from "./engine/helpers/numbers.ts";
export {
  derivQuat,
  euler2Quat,
  mat2Rot,
  normalize4,
  quatIntegrate,
  trnVecPose,
  zero4,
} from "./engine/helpers/quaternions.ts";
export { quatIntegrateJac, subQuatJac } from "./engine/helpers/quaternion_jacobians.ts";
export { str2Type, type2Str, warningText, writeNumBytes } from "./engine/helpers/texts.ts";
export {
  add,
  addScl,
  addTo,
  copy,
  fill,
  insertionSort,
  isZero,
  L1,
  normalize,
  scl,
  sub,
  subFrom,
  sum,
} from "./engine/helpers/vectors.ts";
export { eig3AtRuntime as eig3 } from "./engine/math/eigen3.ts";
export { mulMatTVec3, mulMatVec3 } from "./engine/math/mat3.ts";
export { decodePyramid, encodePyramid } from "./engine/math/pyramid.ts";
export {
  axisAngle2Quat,
  copy4,
  mat2Quat,
  mulPose,
  mulQuat,
  mulQuatAxis,
  negPose,
  negQuat,
  quat2Mat,
  quat2Vel,
  quatZ2Vec,
  rotVecQuat,
  subQuat,
  unit4,
} from "./engine/math/quat.ts";
export { clip } from "./engine/math/scalar.ts";
export { addToScl, dot, mulMatTVec, mulMatVec, norm, zero } from "./engine/math/vec.ts";
export {
  add3,
  addScl3,
  addTo3,
  addToScl3,
  copy3,
  cross,
  dist3,
  dot3,
  norm3,
  normalize3,
  scl3,
  sub3,
  subFrom3,
  zero3,
} from "./engine/math/vec3.ts";
export { frameInWorld as local2Global } from "./engine/model/local2global.ts";
export { isBad, warn as warning } from "./engine/model/warning.ts";
export { sigmoid } from "./engine/motion/muscle.ts";
export { alignToCamera, averageCamera, cameraInModel, cameraInRoom, frustumHeight } from "./engine/interact/camera.ts";
export { moveModel } from "./engine/interact/move_model.ts";
export { makeScene, model2room, room2model, type Scene, type ViewCamera } from "./engine/interact/scene.ts";
export { defaultViewOption, select, type ViewOption } from "./engine/interact/select.ts";
export { updateSkin } from "./engine/interact/update_skin.ts";
export {
  cameraFrame,
  cameraFrustum,
  defaultCamera,
  defaultFreeCamera,
  moveCamera,
  updateCamera,
  type Viewpoint,
} from "./engine/interact/viewpoint.ts";
export {
  applyPerturbForce,
  applyPerturbPose,
  defaultPerturb,
  initPerturb,
  movePerturb,
  type Perturb,
} from "./engine/interact/perturb.ts";
export type { Bound } from "./engine/named/bound.ts";
export type { DataObjects } from "./engine/named/in_data.ts";
export type { ModelObjects } from "./engine/named/in_model.ts";
export type { AnyNames, IsLiteral, ModelOf, NameOrNumber, PairsIn } from "./engine/named/literal_names.ts";
export { KINDS, type NamedKind, type NamedPart, type ObjectKind } from "./engine/named/kinds.ts";
export type {
  FieldsOf,
  FieldsOfParts,
  KindOf,
  Named,
  NamedInData,
  NamedInModel,
  OwnFields,
  PartFields,
  PartType,
  RowOf,
  RowsOf,
  ShortName,
} from "./engine/named/types.ts";
export { id2name, name2id } from "./engine/names.ts";
export { inverseFD } from "./engine/inverse_fd.ts";
export { multiRay } from "./engine/ray/multi_ray.ts";
export { ray } from "./engine/ray/ray.ts";
export { rayFlex } from "./engine/ray/ray_flex.ts";
export { rayGeom } from "./engine/ray/ray_geom.ts";
export { rayHfield } from "./engine/ray/ray_hfield.ts";
export { raySkin } from "./engine/ray/ray_skin.ts";
export { rayMesh } from "./engine/ray/ray_mesh.ts";
export { getXMLDependencies, loadModel, type LoadOptions } from "./engine/load_model.ts";
export { Lap } from "./engine/stopwatch.ts";
export { printData, printModel, type PrintOptions } from "./engine/print.ts";
export { type Profile, profile, type ProfileOptions, type ProfileStage, type StageTime } from "./engine/profile.ts";
export { resetData, resetDataDebug, resetDataKeyframe } from "./engine/reset.ts";
export {
  closeRollouts,
  rollout,
  type RolloutOptions,
  type RolloutProgress,
  type RolloutResult,
} from "./engine/rollout/rollout.ts";
export { stateHash } from "./engine/state_hash.ts";
export { Spec, type SpecActuators, type SpecEqualities } from "./engine/spec/spec.ts";
export type { Attachment } from "./engine/spec/attach.ts";
export { type SpecActuator, SpecDrive } from "./engine/spec/actuator.ts";
export { type Given, SpecBody, SpecFrame, SpecPlace, SpecSite } from "./engine/spec/body.ts";
export type { PluginValues, Value, Values } from "./engine/spec/call.ts";
export { resolveOrientation, type SpecOrientation } from "./engine/spec/orientation.ts";
export { SpecDefault } from "./engine/spec/default.ts";
export {
  type SpecCamera,
  SpecElement,
  type SpecEquality,
  type SpecExclude,
  type SpecFlex,
  SpecGauge,
  type SpecGeom,
  type SpecHField,
  type SpecJoint,
  type SpecKey,
  type SpecLight,
  type SpecMaterial,
  type SpecMesh,
  type SpecNumeric,
  type SpecPair,
  SpecPart,
  SpecPath,
  SpecPlugin,
  type SpecSensor,
  SpecShape,
  type SpecSkin,
  type SpecTendon,
  type SpecText,
  type SpecTexture,
  type SpecTuple,
  type SpecWrap,
} from "./engine/spec/element.ts";
export type * from "./engine/spec/interfaces.ts";
export type { KindName } from "./engine/spec/kinds.ts";
export { copyState, extractState, getState, setState, stateSize } from "./engine/state.ts";
export {
  camlight,
  collision,
  comPos,
  comVel,
  constraintUpdate,
  crb,
  factorM,
  flex,
  fwdAcceleration,
  fwdActuation,
  fwdConstraint,
  island,
  makeConstraint,
  makeM,
  passive,
  projectConstraint,
  referenceConstraint,
  rne,
  sensorAcc,
  sensorPos,
  sensorVel,
  tendon,
  transmission,
} from "./engine/stages.ts";
export { checkAcc, checkPos, checkVel, Euler, implicit, RungeKutta, step, step1, step2 } from "./engine/step.ts";
export { energyPos, energyVel } from "./engine/sensor/energy.ts";
export { applyFT } from "./engine/motion/apply_ft.ts";
export { contactForce } from "./engine/sensor/contact_force.ts";
export { addM, fullM, mulM, mulM2 } from "./engine/linear/inertia.ts";
export { differentiatePos, integratePos, normalizeQuat } from "./engine/integrate/integrate_pos.ts";
export {
  angmomMat,
  jac,
  jacBody,
  jacBodyCom,
  jacDot,
  jacGeom,
  jacPointAxis,
  jacSite,
  jacSubtreeCom,
} from "./engine/motion/jacobian.ts";
export { solveM, solveM2 } from "./engine/linear/ltdl.ts";
export { mulJacTVec, mulJacVec } from "./engine/linear/mul_jac.ts";
export { objectAcceleration, objectVelocity } from "./engine/motion/object_motion.ts";
export { getSDF, pluginConfig } from "./engine/model/plugins.ts";
export { rnePostConstraint } from "./engine/sensor/rne_post_constraint.ts";
export { subtreeVel } from "./engine/sensor/subtree_vel.ts";
export { getTotalmass, setTotalmass } from "./engine/total_mass.ts";
export { transitionFD } from "./engine/transition_fd.ts";
export type { Callbacks } from "./engine/types/callbacks.ts";
export { Data } from "./engine/data.ts";
export type { Capacity, DataOthers, SolverStat, Warnings } from "./engine/types/data.ts";
export {
  CONTACT_FIELDS,
  type ContactField,
  DATA_COUNTS,
  DATA_FIELDS,
  DATA_OTHERS,
  type DataCount,
  type DataField,
  type DataRow,
  type Stage as PipelineStage,
  STAGES,
} from "./engine/types/data_fields.ts";
export * from "./engine/types/enums.ts";
export {
  MjcfError,
  ModelFileError,
  type Place,
  PluginError,
  type Unsupported,
  UnsupportedError,
} from "./engine/types/errors.ts";
export { DEFAULT_LIMITS, LimitError, type LimitName, LIMITS, type Limits } from "./engine/types/limits.ts";
export type {
  Contacts,
  DataArrays,
  DataCounts,
  ModelArrays,
  ModelSizes,
  Option,
  Statistic,
} from "./engine/types/interfaces.ts";
export { Model } from "./engine/types/model.ts";
export {
  type ArrayOf,
  type Dtype,
  MODEL_FIELDS,
  MODEL_SIZES,
  type ModelField,
  type ModelRow,
  type ModelSize,
  OPTION_FIELDS,
  type ScalarRow,
  STATISTIC_FIELDS,
} from "./engine/types/model_fields.ts";
export type {
  Plugin,
  PluginActuator,
  PluginAttribute,
  PluginCapability,
  PluginPassive,
  PluginSensor,
  SignedDistance,
} from "./engine/types/plugin.ts";
export { defaultVisual, VISUAL, type Visual } from "./engine/types/visual.ts";
export type { Origin } from "./engine/types/origin.ts";
export type { MjcfDocument } from "./engine/types/spec.ts";
export { isDual, isPyramidal, isSparse } from "./engine/model/queries.ts";
export { validate, ValidationError } from "./engine/validate.ts";
export { version, versionString } from "./engine/versions.ts";
