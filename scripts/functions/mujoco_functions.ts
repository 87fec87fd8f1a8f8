/**
 * The functions of MuJoCo 3.5.0, in the sections of its header. A function is offered by its name without prefix if
 * the package exports that; under another name if there is an entry in `OFFERED_AS`; and otherwise not, for the reason
 * in `NOT_OFFERED`.
 */

/** Names of functions, by section. */
export const SECTIONS: Readonly<Record<string, string>> = {
  "Virtual file system": `
    mj_defaultVFS mj_mountVFS mj_unmountVFS mj_addFileVFS mj_addBufferVFS mj_deleteFileVFS mj_deleteVFS`,
  "Asset cache": `
    mj_getCacheSize mj_getCacheCapacity mj_setCacheCapacity mj_getCache mj_clearCache`,
  "Parse and compile": `
    mj_loadXML mj_parseXML mj_parseXMLString mj_parse mj_compile mj_copyBack mj_recompile mj_saveLastXML
    mj_freeLastXML mj_saveXMLString mj_saveXML mju_getXMLDependencies`,
  "Main simulation": `
    mj_step mj_step1 mj_step2 mj_forward mj_inverse mj_forwardSkip mj_inverseSkip`,
  "Initialization": `
    mj_defaultLROpt mj_defaultSolRefImp mj_defaultOption mj_defaultVisual mj_copyModel mj_saveModel mj_loadModel
    mj_loadModelBuffer mj_deleteModel mj_sizeModel mj_makeData mj_copyData mjv_copyData mj_resetData
    mj_resetDataDebug mj_resetDataKeyframe mj_markStack mj_freeStack mj_stackAllocByte mj_stackAllocNum
    mj_stackAllocInt mj_deleteData mj_resetCallbacks mj_setConst mj_setLengthRange mj_makeSpec mj_copySpec
    mj_deleteSpec mjs_activatePlugin mjs_setDeepCopy`,
  "Printing": `
    mj_printFormattedModel mj_printModel mj_printFormattedData mj_printData mju_printMat mju_printMatSparse
    mj_printSchema mj_printScene mj_printFormattedScene`,
  "Components": `
    mj_fwdKinematics mj_fwdPosition mj_fwdVelocity mj_fwdActuation mj_fwdAcceleration mj_fwdConstraint mj_Euler
    mj_RungeKutta mj_implicit mj_invPosition mj_invVelocity mj_invConstraint mj_compareFwdInv`,
  "Sub components": `
    mj_sensorPos mj_sensorVel mj_sensorAcc mj_energyPos mj_energyVel mj_checkPos mj_checkVel mj_checkAcc
    mj_kinematics mj_comPos mj_camlight mj_flex mj_tendon mj_transmission mj_crb mj_makeM mj_factorM mj_solveM
    mj_solveM2 mj_comVel mj_passive mj_subtreeVel mj_rne mj_rnePostConstraint mj_collision mj_makeConstraint
    mj_island mj_projectConstraint mj_referenceConstraint mj_constraintUpdate`,
  "Support": `
    mj_stateSize mj_getState mj_extractState mj_setState mj_copyState mj_readCtrl mj_readSensor mj_initCtrlHistory
    mj_initSensorHistory mj_setKeyframe mj_addContact mj_isPyramidal mj_isSparse mj_isDual mj_mulJacVec
    mj_mulJacTVec mj_jac mj_jacBody mj_jacBodyCom mj_jacSubtreeCom mj_jacGeom mj_jacSite mj_jacPointAxis mj_jacDot
    mj_angmomMat mj_name2id mj_id2name mj_fullM mj_mulM mj_mulM2 mj_addM mj_applyFT mj_objectVelocity
    mj_objectAcceleration mj_geomDistance mj_contactForce mj_differentiatePos mj_integratePos mj_normalizeQuat
    mj_local2Global mj_getTotalmass mj_setTotalmass mj_getPluginConfig mj_loadPluginLibrary
    mj_loadAllPluginLibraries mj_version mj_versionString`,
  "Ray casting": `
    mj_ray mj_multiRay mj_rayHfield mj_rayMesh mju_rayGeom mj_rayFlex mju_raySkin`,
  "Interaction": `
    mjv_defaultCamera mjv_defaultFreeCamera mjv_defaultPerturb mjv_room2model mjv_model2room mjv_cameraInModel
    mjv_cameraInRoom mjv_frustumHeight mjv_alignToCamera mjv_moveCamera mjv_movePerturb mjv_moveModel
    mjv_initPerturb mjv_applyPerturbPose mjv_applyPerturbForce mjv_averageCamera mjv_select`,
  "Visualization": `
    mjv_defaultOption mjv_defaultFigure mjv_initGeom mjv_connector mjv_defaultScene mjv_makeScene mjv_freeScene
    mjv_updateScene mjv_copyModel mjv_addGeoms mjv_makeLights mjv_updateCamera mjv_updateSkin mjv_cameraFrame
    mjv_cameraFrustum`,
  "OpenGL rendering": `
    mjr_defaultContext mjr_makeContext mjr_changeFont mjr_addAux mjr_freeContext mjr_resizeOffscreen
    mjr_uploadTexture mjr_uploadMesh mjr_uploadHField mjr_restoreBuffer mjr_setBuffer mjr_readPixels
    mjr_drawPixels mjr_blitBuffer mjr_setAux mjr_blitAux mjr_text mjr_overlay mjr_maxViewport mjr_rectangle
    mjr_label mjr_figure mjr_render mjr_finish mjr_getError mjr_findRect`,
  "UI framework": `
    mjui_themeSpacing mjui_themeColor mjui_add mjui_addToSection mjui_resize mjui_update mjui_event mjui_render`,
  "Error and memory": `
    mju_error mju_error_i mju_error_s mju_warning mju_warning_i mju_warning_s mju_clearHandlers mju_malloc
    mju_free mj_warning mju_writeLog mjs_getError mjs_isWarning`,
  "Vector math": `
    mju_zero3 mju_copy3 mju_scl3 mju_add3 mju_sub3 mju_addTo3 mju_subFrom3 mju_addToScl3 mju_addScl3
    mju_normalize3 mju_norm3 mju_dot3 mju_dist3 mju_mulMatVec3 mju_mulMatTVec3 mju_cross mju_zero4 mju_unit4
    mju_copy4 mju_normalize4 mju_zero mju_fill mju_copy mju_sum mju_L1 mju_scl mju_add mju_sub mju_addTo
    mju_subFrom mju_addToScl mju_addScl mju_normalize mju_norm mju_dot mju_mulMatVec mju_mulMatTVec
    mju_mulVecMatVec mju_transpose mju_symmetrize mju_eye mju_mulMatMat mju_mulMatMatT mju_mulMatTMat mju_sqrMatTD
    mju_transformSpatial`,
  "Sparse math": `
    mju_dense2sparse mju_sparse2dense`,
  "Quaternions": `
    mju_rotVecQuat mju_negQuat mju_mulQuat mju_mulQuatAxis mju_axisAngle2Quat mju_quat2Vel mju_subQuat
    mju_quat2Mat mju_mat2Quat mju_derivQuat mju_quatIntegrate mju_quatZ2Vec mju_mat2Rot mju_euler2Quat`,
  "Poses": `
    mju_mulPose mju_negPose mju_trnVecPose`,
  "Decompositions / Solvers": `
    mju_cholFactor mju_cholSolve mju_cholUpdate mju_cholFactorBand mju_cholSolveBand mju_band2Dense mju_dense2Band
    mju_bandMulMatVec mju_bandDiag mju_eig3 mju_boxQP mju_boxQPmalloc`,
  "Miscellaneous": `
    mju_muscleGain mju_muscleBias mju_muscleDynamics mju_encodePyramid mju_decodePyramid mju_springDamper mju_min
    mju_max mju_clip mju_sign mju_round mju_type2Str mju_str2Type mju_writeNumBytes mju_warningText mju_isBad
    mju_isZero mju_standardNormal mju_f2n mju_n2f mju_d2n mju_n2d mju_insertionSort mju_insertionSortInt
    mju_Halton mju_strncpy mju_sigmoid`,
  "Signed Distance Function": `
    mjc_getSDF mjc_distance mjc_gradient`,
  "Derivatives": `
    mjd_transitionFD mjd_inverseFD mjd_subQuat mjd_quatIntegrate`,
  "Plugins": `
    mjp_defaultPlugin mjp_registerPlugin mjp_pluginCount mjp_getPlugin mjp_getPluginAtSlot
    mjp_defaultResourceProvider mjp_registerResourceProvider mjp_resourceProviderCount mjp_getResourceProvider
    mjp_getResourceProviderAtSlot mjp_registerDecoder mjp_defaultDecoder mjp_findDecoder`,
  "Resources": `
    mju_openResource mju_closeResource mju_readResource mju_getResourceDir mju_isModifiedResource
    mju_decodeResource`,
  "Threads": `
    mju_threadPoolCreate mju_bindThreadPool mju_threadPoolEnqueue mju_threadPoolDestroy mju_defaultTask
    mju_taskJoin`,
  "Attachment": `
    mjs_attach`,
  "Tree elements": `
    mjs_addBody mjs_addSite mjs_addJoint mjs_addFreeJoint mjs_addGeom mjs_addCamera mjs_addLight mjs_addFrame
    mjs_delete`,
  "Non-tree elements": `
    mjs_addActuator mjs_addSensor mjs_addFlex mjs_addPair mjs_addExclude mjs_addEquality mjs_addTendon
    mjs_wrapSite mjs_wrapGeom mjs_wrapJoint mjs_wrapPulley mjs_addNumeric mjs_addText mjs_addTuple mjs_addKey
    mjs_addPlugin mjs_addDefault`,
  "Set actuator parameters": `
    mjs_setToMotor mjs_setToPosition mjs_setToIntVelocity mjs_setToVelocity mjs_setToDamper mjs_setToCylinder
    mjs_setToMuscle mjs_setToAdhesion`,
  "Assets": `
    mjs_addMesh mjs_addHField mjs_addSkin mjs_addTexture mjs_addMaterial mjs_makeMesh`,
  "Find and get utilities": `
    mjs_getSpec mjs_findSpec mjs_findBody mjs_findElement mjs_findChild mjs_getParent mjs_getFrame mjs_findFrame
    mjs_getDefault mjs_findDefault mjs_getSpecDefault mjs_getId mjs_firstChild mjs_nextChild mjs_firstElement
    mjs_nextElement mjs_getWrapTarget mjs_getWrapSideSite mjs_getWrapDivisor mjs_getWrapCoef`,
  "Attribute setters": `
    mjs_setName mjs_setBuffer mjs_setString mjs_setStringVec mjs_setInStringVec mjs_appendString mjs_setInt
    mjs_appendIntVec mjs_setFloat mjs_appendFloatVec mjs_setDouble mjs_setPluginAttributes`,
  "Attribute getters": `
    mjs_getName mjs_getString mjs_getDouble mjs_getWrapNum mjs_getWrap mjs_getPluginAttributes`,
  "Spec utilities": `
    mjs_setDefault mjs_setFrame mjs_resolveOrientation mjs_bodyToFrame mjs_setUserValue
    mjs_setUserValueWithCleanup mjs_getUserValue mjs_deleteUserValue mjs_sensorDim`,
  "Element initialization": `
    mjs_defaultSpec mjs_defaultOrientation mjs_defaultBody mjs_defaultFrame mjs_defaultJoint mjs_defaultGeom
    mjs_defaultSite mjs_defaultCamera mjs_defaultLight mjs_defaultFlex mjs_defaultMesh mjs_defaultHField
    mjs_defaultSkin mjs_defaultTexture mjs_defaultMaterial mjs_defaultPair mjs_defaultEquality mjs_defaultTendon
    mjs_defaultActuator mjs_defaultSensor mjs_defaultNumeric mjs_defaultText mjs_defaultTuple mjs_defaultKey
    mjs_defaultPlugin`,
  "Element casting": `
    mjs_asBody mjs_asGeom mjs_asJoint mjs_asSite mjs_asCamera mjs_asLight mjs_asFrame mjs_asActuator mjs_asSensor
    mjs_asFlex mjs_asPair mjs_asEquality mjs_asExclude mjs_asTendon mjs_asNumeric mjs_asText mjs_asTuple mjs_asKey
    mjs_asMesh mjs_asHField mjs_asSkin mjs_asTexture mjs_asMaterial mjs_asPlugin`,
};

/** Functions that are offered under another name, or as something else than a function: what to write. */
export const OFFERED_AS: Readonly<Record<string, string>> = {
  mj_loadXML: "loadModel",
  mj_saveLastXML: "toMjcf",
  mj_makeData: "Data",
  mj_loadModel: "loadModelBinary",
  mj_loadModelBuffer: "loadModelBinary",
  mj_printModel: "printModel",
  mj_printData: "printData",
  mj_printFormattedModel: "printModel",
  mj_printFormattedData: "printData",
  mj_defaultLROpt: "DEFAULT_LENGTH_RANGE",
  mju_insertionSortInt: "insertionSort",
  mjd_subQuat: "subQuatJac",
  mjd_quatIntegrate: "quatIntegrateJac",
  mj_makeSpec: "new Spec",
  mj_copySpec: "Spec.copy",
  mj_recompile: "Spec.recompile",
  mj_parseXML: "Spec.parse",
  mj_parseXMLString: "Spec.parse",
  mj_parse: "Spec.parse",
  mj_compile: "Spec.compile",
  mj_saveXMLString: "Spec.toMjcf",
  mj_saveXML: "Spec.toMjcf",
  mjs_attach: "SpecFrame.attach",
  mjs_addBody: "SpecBody.addBody",
  mjs_addSite: "SpecBody.addSite",
  mjs_addJoint: "SpecBody.addJoint",
  mjs_addFreeJoint: "SpecBody.addFreeJoint",
  mjs_addGeom: "SpecBody.addGeom",
  mjs_addCamera: "SpecBody.addCamera",
  mjs_addLight: "SpecBody.addLight",
  mjs_addFrame: "SpecBody.addFrame",
  mjs_delete: "SpecElement.delete",
  mjs_addActuator: "Spec.addActuator",
  mjs_addSensor: "Spec.addSensor",
  mjs_addPair: "Spec.addPair",
  mjs_addExclude: "Spec.addExclude",
  mjs_addEquality: "Spec.addEquality",
  mjs_addTendon: "Spec.addTendon",
  mjs_addNumeric: "Spec.addNumeric",
  mjs_addText: "Spec.addText",
  mjs_addTuple: "Spec.addTuple",
  mjs_addKey: "Spec.addKey",
  mjs_addPlugin: "Spec.addPlugin",
  mjs_addDefault: "Spec.addDefault",
  mjs_addMesh: "Spec.addMesh",
  mjs_addHField: "Spec.addHField",
  mjs_addSkin: "Spec.addSkin",
  mjs_addTexture: "Spec.addTexture",
  mjs_addMaterial: "Spec.addMaterial",
  mjs_wrapSite: "SpecPath.wrapSite",
  mjs_wrapGeom: "SpecPath.wrapGeom",
  mjs_wrapJoint: "SpecPath.wrapJoint",
  mjs_wrapPulley: "SpecPath.wrapPulley",
  mjs_setToMotor: "SpecDrive.setToMotor",
  mjs_setToPosition: "SpecDrive.setToPosition",
  mjs_setToIntVelocity: "SpecDrive.setToIntVelocity",
  mjs_setToVelocity: "SpecDrive.setToVelocity",
  mjs_setToDamper: "SpecDrive.setToDamper",
  mjs_setToCylinder: "SpecDrive.setToCylinder",
  mjs_setToMuscle: "SpecDrive.setToMuscle",
  mjs_setToAdhesion: "SpecDrive.setToAdhesion",
  mjs_makeMesh: "SpecShape.makeMesh",
  mjs_findBody: "Spec.body",
  mjs_findElement: "Spec.find",
  mjs_findFrame: "Spec.frame",
  mjs_findDefault: "Spec.default",
  mjs_getSpecDefault: "Spec.default",
  mjs_findChild: "SpecBody.findChild",
  mjs_firstChild: "SpecBody.elements",
  mjs_nextChild: "SpecBody.elements",
  mjs_getParent: "SpecBody.parent",
  mjs_getFrame: "SpecPart.frame",
  mjs_setFrame: "SpecPart.frame",
  mjs_getWrapNum: "SpecPath.path",
  mjs_getWrap: "SpecPath.path",
  mjs_getWrapTarget: "SpecPath.path",
  mjs_getWrapSideSite: "SpecPath.path",
  mjs_getWrapDivisor: "SpecPath.path",
  mjs_getWrapCoef: "SpecPath.path",
  mjs_getPluginAttributes: "SpecPlugin.config",
  mjs_firstElement: "Spec.elements",
  mjs_nextElement: "Spec.elements",
  mjs_getSpec: "SpecElement.spec",
  mjs_setName: "SpecElement.name",
  mjs_getName: "SpecElement.name",
  mjs_setString: "SpecElement.set",
  mjs_setStringVec: "Spec.addTuple",
  mjs_setInt: "SpecElement.set",
  mjs_setFloat: "SpecElement.set",
  mjs_setDouble: "SpecElement.set",
  mjs_setPluginAttributes: "SpecPlugin.config",
  mjs_activatePlugin: "Spec.addPlugin",
  mjs_asBody: "SpecElement.asBody",
  mjs_asGeom: "SpecElement.asGeom",
  mjs_asJoint: "SpecElement.asJoint",
  mjs_asSite: "SpecElement.asSite",
  mjs_asCamera: "SpecElement.asCamera",
  mjs_asLight: "SpecElement.asLight",
  mjs_asFrame: "SpecElement.asFrame",
  mjs_asActuator: "SpecElement.asActuator",
  mjs_asSensor: "SpecElement.asSensor",
  mjs_asFlex: "SpecElement.asFlex",
  mjs_asPair: "SpecElement.asPair",
  mjs_asEquality: "SpecElement.asEquality",
  mjs_asExclude: "SpecElement.asExclude",
  mjs_asTendon: "SpecElement.asTendon",
  mjs_asNumeric: "SpecElement.asNumeric",
  mjs_asText: "SpecElement.asText",
  mjs_asTuple: "SpecElement.asTuple",
  mjs_asKey: "SpecElement.asKey",
  mjs_asMesh: "SpecElement.asMesh",
  mjs_asHField: "SpecElement.asHField",
  mjs_asSkin: "SpecElement.asSkin",
  mjs_asTexture: "SpecElement.asTexture",
  mjs_asMaterial: "SpecElement.asMaterial",
  mjs_asPlugin: "SpecElement.asPlugin",
  mj_getPluginConfig: "pluginConfig",
  mj_warning: "warning",
  mjs_defaultGeom: "SpecDefault.geom",
  mjs_defaultJoint: "SpecDefault.joint",
  mjs_defaultSite: "SpecDefault.site",
  mjs_defaultCamera: "SpecDefault.camera",
  mjs_defaultLight: "SpecDefault.light",
  mjs_defaultMesh: "SpecDefault.mesh",
  mjs_defaultMaterial: "SpecDefault.material",
  mjs_defaultPair: "SpecDefault.pair",
  mjs_defaultEquality: "SpecDefault.equality",
  mjs_defaultTendon: "SpecDefault.tendon",
  mjs_defaultActuator: "SpecDefault.actuator",
  mjv_copyData: "copyData",
  mjv_defaultOption: "defaultViewOption",
  mjs_addFlex: "Spec.addFlex",
  mjc_distance: "sdfDistance",
  mjc_gradient: "sdfGradient",
  mjp_pluginCount: "compile(…).plugins",
  mjp_getPlugin: "compile(…).plugins",
  mjp_getPluginAtSlot: "compile(…).plugins",
  mjs_getId: "SpecElement.id",
  mjs_findSpec: "Spec.findSpec",
  mjs_bodyToFrame: "SpecBody.toFrame",
  mjs_sensorDim: "SpecGauge.sensorDim",
  mjs_setUserValue: "SpecElement.setUserValue",
  mjs_setUserValueWithCleanup: "SpecElement.setUserValue",
  mjs_getUserValue: "SpecElement.getUserValue",
  mjs_deleteUserValue: "SpecElement.deleteUserValue",
};

/** Why functions are not offered. */
export const NOT_OFFERED: readonly (readonly [why: string, names: string])[] = [
  [
    "files are a map or a function, the `assets` of `compile`",
    `
    mj_defaultVFS mj_mountVFS mj_unmountVFS mj_addFileVFS mj_addBufferVFS mj_deleteFileVFS mj_deleteVFS`,
  ],
  [
    "there is no cache of assets between models",
    `
    mj_getCacheSize mj_getCacheCapacity mj_setCacheCapacity mj_getCache mj_clearCache`,
  ],
  [
    "resources are bytes that `assets` gives",
    `
    mju_openResource mju_closeResource mju_readResource mju_getResourceDir mju_isModifiedResource
    mju_decodeResource mjp_defaultResourceProvider mjp_registerResourceProvider mjp_resourceProviderCount
    mjp_getResourceProvider mjp_getResourceProviderAtSlot mjp_registerDecoder mjp_defaultDecoder mjp_findDecoder`,
  ],
  [
    "a step runs on one thread; simulations run in workers",
    `
    mju_threadPoolCreate mju_bindThreadPool mju_threadPoolEnqueue mju_threadPoolDestroy mju_defaultTask
    mju_taskJoin`,
  ],
  [
    "memory is the garbage collector's",
    `
    mj_deleteModel mj_deleteData mj_deleteSpec mj_freeLastXML mju_malloc mju_free mju_boxQPmalloc`,
  ],
  [
    "stages allocate their scratch memory themselves",
    `
    mj_markStack mj_freeStack mj_stackAllocByte mj_stackAllocNum mj_stackAllocInt`,
  ],
  [
    "errors are exceptions, warnings are counted in `data.warning` and reported to `onWarning`",
    `
    mju_error mju_error_i mju_error_s mju_warning mju_warning_i mju_warning_s mju_clearHandlers mju_writeLog`,
  ],
  [
    "native libraries cannot be loaded",
    `
    mj_loadPluginLibrary mj_loadAllPluginLibraries`,
  ],
  [
    "there are only doubles",
    `
    mju_f2n mju_n2f mju_d2n mju_n2d`,
  ],
  [
    "strings are values",
    `
    mju_strncpy`,
  ],
  [
    "rendering is left to the viewer",
    `
    mjr_defaultContext mjr_makeContext mjr_changeFont mjr_addAux mjr_freeContext mjr_resizeOffscreen
    mjr_uploadTexture mjr_uploadMesh mjr_uploadHField mjr_restoreBuffer mjr_setBuffer mjr_readPixels
    mjr_drawPixels mjr_blitBuffer mjr_setAux mjr_blitAux mjr_text mjr_overlay mjr_maxViewport mjr_rectangle
    mjr_label mjr_figure mjr_render mjr_finish mjr_getError mjr_findRect mjv_defaultFigure
    mjv_initGeom mjv_connector mjv_defaultScene mjv_freeScene mjv_updateScene mjv_copyModel mjv_addGeoms
    mjv_makeLights mj_printScene
    mj_printFormattedScene`,
  ],
  [
    "there is no user interface",
    `
    mjui_themeSpacing mjui_themeColor mjui_add mjui_addToSection mjui_resize mjui_update mjui_event mjui_render`,
  ],
  [
    "arrays and texts of elements are ordinary ones",
    `
    mjs_setBuffer mjs_setInStringVec mjs_appendString mjs_appendIntVec mjs_appendFloatVec mjs_getString
    mjs_getDouble`,
  ],
  ["attachment always copies", "mjs_setDeepCopy"],
  ["classes are applied when an element is added, which does not keep them", "mjs_getDefault mjs_setDefault"],
  ["a document stays as it is when a model that it compiled to is changed", "mj_copyBack"],
  ["errors are exceptions, and warnings go to `onWarning`", "mjs_getError mjs_isWarning"],
  [
    "elements are added with their defaults",
    `
    mjs_defaultSpec mjs_defaultOrientation mjs_defaultBody mjs_defaultFrame mjs_defaultFlex mjs_defaultHField
    mjs_defaultSkin mjs_defaultTexture mjs_defaultSensor mjs_defaultNumeric mjs_defaultText mjs_defaultTuple
    mjs_defaultKey mjs_defaultPlugin`,
  ],
  ["its random numbers are those of the C library, which differ from one to the next", "mju_standardNormal"],
  ["it is the length of what `saveModel` gives", "mj_sizeModel"],
  ["callbacks belong to data: `data.callbacks = {}`", "mj_resetCallbacks"],
  ["the platform prints arrays", "mju_printMat mju_printMatSparse"],
  ["elements and attributes are in the types of `Spec`", "mj_printSchema"],
  [
    "plugins are objects, given to `compile`",
    "mjp_defaultPlugin mjp_registerPlugin",
  ],
];
