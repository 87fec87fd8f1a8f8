/**
 * The fields of a compiled model, each declared once.
 *
 * A row is `[dtype, rows, columns, origin]`: rows is a size of the model; columns is a number, a size, or a size times a
 * number; origin says where the values come from. The comment above a row says what the field is. Allocation, copying,
 * golden files, and comparison are loops over these tables, and `deno task fields` writes interfaces.ts and
 * docs/fields.md from them.
 */

import type { Origin } from "./origin.ts";

/** Element type of a field: 64 and 32 bit floats, 32 bit integers, bytes and characters. */
export type Dtype = "f64" | "f32" | "i32" | "u8" | "i8";

/** Array that holds elements of a {@link Dtype}. */
export type ArrayOf<T> = T extends "f64" ? Float64Array
  : T extends "f32" ? Float32Array
  : T extends "i32" ? Int32Array
  : T extends "u8" ? Uint8Array
  : Int8Array;

/** Sizes of a model: plain integers, known once the model is compiled. */
export const MODEL_SIZES = [
  /** number of generalized coordinates, the length of `qpos` */
  "nq",
  /** number of degrees of freedom, the length of `qvel` */
  "nv",
  /** number of actuators, the length of `ctrl` */
  "nu",
  /** number of activation variables of all actuators, the length of `act` */
  "na",
  /** number of bodies, the world included */
  "nbody",
  /** number of nodes of all bounding volume hierarchies */
  "nbvh",
  /** number of nodes of the hierarchies of bodies and meshes, whose boxes are constant and stored in the model */
  "nbvhstatic",
  /** number of nodes of the hierarchies of flexes, whose boxes move and are stored in the data */
  "nbvhdynamic",
  /** number of nodes of the octrees of all meshes that have one */
  "noct",
  /** number of joints */
  "njnt",
  /** number of kinematic trees: groups of moving bodies that are connected by joints alone, not through the world */
  "ntree",
  /** number of entries of the inertia matrix in the older format, `qM`: each dof with all its ancestors */
  "nM",
  /** number of entries of the matrix between bodies and dofs */
  "nB",
  /**
   * number of entries of the inertia matrix as `M` stores it: the lower triangle, simple dofs with their diagonal alone
   */
  "nC",
  /** number of entries of the symmetric matrix between dofs, both triangles */
  "nD",
  /** number of geoms */
  "ngeom",
  /** number of sites */
  "nsite",
  /** number of cameras */
  "ncam",
  /** number of lights */
  "nlight",
  /** number of flexes (deformable bodies) */
  "nflex",
  /** number of nodes of all flexes, between which vertices are interpolated */
  "nflexnode",
  /** number of vertices of all flexes */
  "nflexvert",
  /** number of edges of all flexes */
  "nflexedge",
  /** number of elements of all flexes: segments, triangles, or tetrahedra */
  "nflexelem",
  /** number of vertex numbers of all flex elements */
  "nflexelemdata",
  /** number of edge numbers of all flex elements */
  "nflexelemedge",
  /** number of vertex numbers of all fragments of flex surfaces */
  "nflexshelldata",
  /** number of pairs of a flex element and a vertex that are tested against each other */
  "nflexevpair",
  /** number of texture coordinates of all flexes */
  "nflextexcoord",
  /** number of entries of the sparse Jacobian of flex edge lengths */
  "nJfe",
  /** number of entries of the sparse Jacobian of flex vertex strains, for one of the two rows of each vertex */
  "nJfv",
  /** number of meshes */
  "nmesh",
  /** number of vertices of all meshes */
  "nmeshvert",
  /** number of normals of all meshes */
  "nmeshnormal",
  /** number of texture coordinates of all meshes */
  "nmeshtexcoord",
  /** number of triangles of all meshes */
  "nmeshface",
  /** number of integers of the convex hull graphs of all meshes */
  "nmeshgraph",
  /**
   * number of polygons of all meshes: neighboring triangles of the convex hull (or of the mesh, without hull) that
   * share a normal
   */
  "nmeshpoly",
  /** number of vertex numbers of all polygons */
  "nmeshpolyvert",
  /** number of polygon numbers around all mesh vertices */
  "nmeshpolymap",
  /** number of skins */
  "nskin",
  /** number of vertices of all skins */
  "nskinvert",
  /** number of texture coordinates of all skins */
  "nskintexvert",
  /** number of triangles of all skins */
  "nskinface",
  /** number of bones of all skins */
  "nskinbone",
  /** number of vertices that bones influence, counted once for each bone */
  "nskinbonevert",
  /** number of height fields */
  "nhfield",
  /** number of elevations of all height fields */
  "nhfielddata",
  /** number of textures */
  "ntex",
  /** number of materials */
  "nmat",
  /** number of explicit contact pairs */
  "npair",
  /** number of pairs of bodies that are excluded from collision */
  "nexclude",
  /** number of equality constraints */
  "neq",
  /** number of tendons */
  "ntendon",
  /** number of elements of all tendon paths: joints, sites, wrapping geoms, and pulleys */
  "nwrap",
  /** number of sensors */
  "nsensor",
  /** number of custom numeric fields */
  "nnumeric",
  /** number of values in all custom numeric fields */
  "nnumericdata",
  /** number of custom text fields */
  "ntext",
  /** number of bytes of all custom texts, terminating zeros included */
  "ntextdata",
  /** number of custom tuples */
  "ntuple",
  /** number of objects in all custom tuples */
  "ntupledata",
  /** number of keyframes */
  "nkey",
  /** number of mocap bodies, which the user moves */
  "nmocap",
  /** number of plugin instances */
  "nplugin",
  /** number of bytes of all plugin attributes */
  "npluginattr",
  /** number of user values per body */
  "nuser_body",
  /** number of user values per joint */
  "nuser_jnt",
  /** number of user values per geom */
  "nuser_geom",
  /** number of user values per site */
  "nuser_site",
  /** number of user values per camera */
  "nuser_cam",
  /** number of user values per tendon */
  "nuser_tendon",
  /** number of user values per actuator */
  "nuser_actuator",
  /** number of user values per sensor */
  "nuser_sensor",
  /** number of bytes of all names, terminating zeros included */
  "nnames",
  /** number of bytes of all asset paths, terminating zeros included */
  "npaths",
  /** number of slots of the hash tables over names */
  "nnames_map",
  /** number of entries of the sparse matrix of actuator moments */
  "nJmom",
  /** number of bodies with gravity compensation */
  "ngravcomp",
  /** most rows that equality constraints can take */
  "nemax",
  /** the document's `njmax`, a number of constraint rows; -1: not given. Sizes the arena if the document does not */
  "njmax",
  /** the document's `nconmax`, a number of contacts; -1: not given. Sizes the arena if the document does not */
  "nconmax",
  /** number of values in `userdata` */
  "nuserdata",
  /** number of values that all sensors return together */
  "nsensordata",
  /** number of values in the state of plugins */
  "npluginstate",
  /** number of values in the history buffers of delayed actuators and sensors */
  "nhistory",
] as const;

/** Name of one size. */
export type ModelSize = (typeof MODEL_SIZES)[number];

/** `[dtype, rows, columns, origin]` */
export type ModelRow = readonly [
  Dtype,
  ModelSize,
  number | ModelSize | `${ModelSize}*${number}`,
  Origin,
];

/** `[dtype, length, origin]`; length 0 marks a scalar */
export type ScalarRow = readonly [Dtype, number, Origin];

/** Array fields of a model. */
export const MODEL_FIELDS = {
  // reference configuration
  /** reference configuration, the one that the document describes (m or rad) */
  qpos0: ["f64", "nq", 1, "computed"],
  /** configuration in which joint springs are at rest (m or rad) */
  qpos_spring: ["f64", "nq", 1, "computed"],

  // bodies, sorted so that a parent precedes its children
  /** parent body; the world is its own */
  body_parentid: ["i32", "nbody", 1, "counted"],
  /** the ancestor, or the body itself, that is a child of the world; 0 for the world */
  body_rootid: ["i32", "nbody", 1, "counted"],
  /** topmost body to which it is rigidly attached, for lack of joints in between; itself if it has joints */
  body_weldid: ["i32", "nbody", 1, "counted"],
  /** row in `mocap_pos` and `mocap_quat`; -1: not a mocap body */
  body_mocapid: ["i32", "nbody", 1, "counted"],
  /** number of its joints */
  body_jntnum: ["i32", "nbody", 1, "counted"],
  /** its first joint; -1: none */
  body_jntadr: ["i32", "nbody", 1, "counted"],
  /** number of its own dofs, without those of its ancestors */
  body_dofnum: ["i32", "nbody", 1, "counted"],
  /** its first dof; -1: none */
  body_dofadr: ["i32", "nbody", 1, "counted"],
  /** its kinematic tree; -1: fixed to the world */
  body_treeid: ["i32", "nbody", 1, "counted"],
  /** number of its geoms */
  body_geomnum: ["i32", "nbody", 1, "counted"],
  /** its first geom; -1: none */
  body_geomadr: ["i32", "nbody", 1, "counted"],
  /** 1: its block of the inertia matrix is diagonal; 2: and constant, because it only slides; 0: neither */
  body_simple: ["u8", "nbody", 1, "counted"],
  /** how its inertial frame relates to its frame: a value of `SameFrame` */
  body_sameframe: ["u8", "nbody", 1, "counted"],
  /** position in the frame of the parent, at the reference configuration (m) */
  body_pos: ["f64", "nbody", 3, "computed"],
  /** orientation in the frame of the parent, at the reference configuration (unit quaternion) */
  body_quat: ["f64", "nbody", 4, "computed"],
  /** center of mass in the body frame (m) */
  body_ipos: ["f64", "nbody", 3, "computed"],
  /** orientation of the principal axes of inertia in the body frame (unit quaternion) */
  body_iquat: ["f64", "nbody", 4, "computed"],
  /** mass (kg) */
  body_mass: ["f64", "nbody", 1, "computed"],
  /** mass of the body and all its descendants (kg) */
  body_subtreemass: ["f64", "nbody", 1, "computed"],
  /** principal moments of inertia about the center of mass (kg m²) */
  body_inertia: ["f64", "nbody", 3, "computed"],
  /** mean inverse inertia at the reference configuration: translation (1/kg), rotation (1/(kg m²)) */
  body_invweight0: ["f64", "nbody", 2, "computed"],
  /** gravity compensation, as a multiple of the body's weight; 1 cancels gravity */
  body_gravcomp: ["f64", "nbody", 1, "copied"],
  /** largest margin of its geoms (m) */
  body_margin: ["f64", "nbody", 1, "copied"],
  /** user data */
  body_user: ["f64", "nbody", "nuser_body", "copied"],
  /** plugin instance that adds passive forces, or -1 */
  body_plugin: ["i32", "nbody", 1, "counted"],
  /** contact types of all its geoms, combined with OR */
  body_contype: ["i32", "nbody", 1, "counted"],
  /** contact affinities of all its geoms, combined with OR */
  body_conaffinity: ["i32", "nbody", 1, "counted"],
  /** root of its hierarchy of bounding boxes; -1: none */
  body_bvhadr: ["i32", "nbody", 1, "counted"],
  /** number of nodes of its hierarchy */
  body_bvhnum: ["i32", "nbody", 1, "counted"],

  // bounding volume hierarchies: static ones of bodies and meshes
  /** depth in its hierarchy; 0 for the root */
  bvh_depth: ["i32", "nbvh", 1, "counted"],
  /** the two children, counted from the root of the hierarchy; -1: none */
  bvh_child: ["i32", "nbvh", 2, "counted"],
  /** what a leaf holds: a geom of a body, a triangle of a mesh, an element of a flex; -1 for inner nodes */
  bvh_nodeid: ["i32", "nbvh", 1, "counted"],
  /** box as center and half sizes, in the inertial frame of the body or the frame of the mesh (m) */
  bvh_aabb: ["f64", "nbvhstatic", 6, "computed"],

  // octrees of signed distance meshes
  /** depth in its octree; 0 for the root */
  oct_depth: ["i32", "noct", 1, "counted"],
  /** the eight children, counted from the root of the octree; -1 for leaves */
  oct_child: ["i32", "noct", 8, "counted"],
  /** box as center and half sizes, in the frame of the mesh (m) */
  oct_aabb: ["f64", "noct", 6, "computed"],
  /** signed distance to the surface at the eight corners of the box, x fastest (m) */
  oct_coeff: ["f64", "noct", 8, "computed"],

  // joints
  /** type: a value of `Joint` */
  jnt_type: ["i32", "njnt", 1, "counted"],
  /** its first element in `qpos` */
  jnt_qposadr: ["i32", "njnt", 1, "counted"],
  /** its first dof */
  jnt_dofadr: ["i32", "njnt", 1, "counted"],
  /** the body that it moves */
  jnt_bodyid: ["i32", "njnt", 1, "counted"],
  /** group for visibility */
  jnt_group: ["i32", "njnt", 1, "counted"],
  /** 1: `jnt_range` is enforced */
  jnt_limited: ["u8", "njnt", 1, "counted"],
  /** 1: `jnt_actfrcrange` is enforced */
  jnt_actfrclimited: ["u8", "njnt", 1, "counted"],
  /** 1: gravity compensation counts as actuator force rather than passive force */
  jnt_actgravcomp: ["u8", "njnt", 1, "counted"],
  /** reference of the limit: time constant (s) and damping ratio, or minus stiffness and minus damping */
  jnt_solref: ["f64", "njnt", 2, "copied"],
  /** impedance of the limit: lowest, highest, width (m or rad), midpoint, power */
  jnt_solimp: ["f64", "njnt", 5, "copied"],
  /** anchor in the body frame (m) */
  jnt_pos: ["f64", "njnt", 3, "computed"],
  /** axis in the body frame (unit vector) */
  jnt_axis: ["f64", "njnt", 3, "computed"],
  /** spring stiffness (N/m or N m/rad) */
  jnt_stiffness: ["f64", "njnt", 1, "copied"],
  /** lowest and highest position (m or rad); for ball joints 0 and the largest angle */
  jnt_range: ["f64", "njnt", 2, "computed"],
  /** lowest and highest sum of actuator forces on the joint (N or N m) */
  jnt_actfrcrange: ["f64", "njnt", 2, "copied"],
  /** distance from the limit at which its constraint sets in (m or rad) */
  jnt_margin: ["f64", "njnt", 1, "computed"],
  /** user data */
  jnt_user: ["f64", "njnt", "nuser_jnt", "copied"],

  // degrees of freedom
  /** the body that it moves */
  dof_bodyid: ["i32", "nv", 1, "counted"],
  /** its joint */
  dof_jntid: ["i32", "nv", 1, "counted"],
  /** the previous dof of the chain toward the root; -1: none */
  dof_parentid: ["i32", "nv", 1, "counted"],
  /** its kinematic tree */
  dof_treeid: ["i32", "nv", 1, "counted"],
  /** its diagonal entry in `qM` */
  dof_Madr: ["i32", "nv", 1, "counted"],
  /** how many dofs in a row, from this one on, belong to simple bodies; 0 if this one does not */
  dof_simplenum: ["i32", "nv", 1, "counted"],
  /** reference of friction loss: time constant (s) and damping ratio, or minus stiffness and minus damping */
  dof_solref: ["f64", "nv", 2, "copied"],
  /** impedance of friction loss: lowest, highest, width, midpoint, power */
  dof_solimp: ["f64", "nv", 5, "copied"],
  /** largest dry friction force (N or N m); 0: none */
  dof_frictionloss: ["f64", "nv", 1, "copied"],
  /** inertia added to the diagonal of the inertia matrix (kg or kg m²) */
  dof_armature: ["f64", "nv", 1, "copied"],
  /** viscous damping (N s/m or N m s/rad) */
  dof_damping: ["f64", "nv", 1, "copied"],
  /** inverse inertia at the reference configuration, averaged over the dofs of a joint (1/kg or 1/(kg m²)) */
  dof_invweight0: ["f64", "nv", 1, "computed"],
  /** diagonal of the inertia matrix at the reference configuration (kg or kg m²) */
  dof_M0: ["f64", "nv", 1, "computed"],
  /** 1 for translation; for rotation the size of the body (m): turns a velocity into one in m/s */
  dof_length: ["f64", "nv", 1, "computed"],

  // kinematic trees
  /** its first body */
  tree_bodyadr: ["i32", "ntree", 1, "counted"],
  /** number of its bodies */
  tree_bodynum: ["i32", "ntree", 1, "counted"],
  /** its first dof */
  tree_dofadr: ["i32", "ntree", 1, "counted"],
  /** number of its dofs */
  tree_dofnum: ["i32", "ntree", 1, "counted"],
  /** whether it may fall asleep: a value of `SleepPolicy` */
  tree_sleep_policy: ["i32", "ntree", 1, "counted"],

  // geoms
  /** shape: a value of `Geom` */
  geom_type: ["i32", "ngeom", 1, "counted"],
  /** contact type bits: two geoms can touch if a type of one is an affinity of the other */
  geom_contype: ["i32", "ngeom", 1, "counted"],
  /** contact affinity bits */
  geom_conaffinity: ["i32", "ngeom", 1, "counted"],
  /** rows of its contacts: 1 normal, 3 with sliding friction, 4 with torsion, 6 with rolling */
  geom_condim: ["i32", "ngeom", 1, "counted"],
  /** its body */
  geom_bodyid: ["i32", "ngeom", 1, "counted"],
  /** its mesh or height field; -1: none */
  geom_dataid: ["i32", "ngeom", 1, "counted"],
  /** its material; -1: none */
  geom_matid: ["i32", "ngeom", 1, "counted"],
  /** group for visibility */
  geom_group: ["i32", "ngeom", 1, "counted"],
  /** the geom with the higher priority decides the parameters of a contact; equal ones mix */
  geom_priority: ["i32", "ngeom", 1, "counted"],
  /** plugin instance that is the signed distance field, or -1 */
  geom_plugin: ["i32", "ngeom", 1, "counted"],
  /** which frame of the body it shares: a value of `SameFrame` */
  geom_sameframe: ["u8", "ngeom", 1, "counted"],
  /** weight of its `geom_solref` and `geom_solimp` in the mix of two geoms */
  geom_solmix: ["f64", "ngeom", 1, "copied"],
  /** reference of its contacts: time constant (s) and damping ratio, or minus stiffness and minus damping */
  geom_solref: ["f64", "ngeom", 2, "copied"],
  /** impedance of its contacts: lowest, highest, width (m), midpoint, power */
  geom_solimp: ["f64", "ngeom", 5, "copied"],
  /** size, by type (m): radius, half length or half sizes */
  geom_size: ["f64", "ngeom", 3, "computed"],
  /** bounding box as center and half sizes, in the geom frame (m) */
  geom_aabb: ["f64", "ngeom", 6, "computed"],
  /** radius of the bounding sphere (m); 0: unbounded, a plane */
  geom_rbound: ["f64", "ngeom", 1, "computed"],
  /** position in the body frame (m) */
  geom_pos: ["f64", "ngeom", 3, "computed"],
  /** orientation in the body frame (unit quaternion) */
  geom_quat: ["f64", "ngeom", 4, "computed"],
  /** friction coefficients: sliding, torsional (m), rolling (m) */
  geom_friction: ["f64", "ngeom", 3, "copied"],
  /** distance at which contacts are detected (m) */
  geom_margin: ["f64", "ngeom", 1, "copied"],
  /** part of the margin, at its outer end, in which contacts exert no force (m) */
  geom_gap: ["f64", "ngeom", 1, "copied"],
  /** forces of a fluid on an ellipsoid: on or off, five coefficients, added mass and inertia per axis */
  geom_fluid: ["f64", "ngeom", 12, "computed"],
  /** user data */
  geom_user: ["f64", "ngeom", "nuser_geom", "copied"],
  /** color and opacity, from 0 to 1, where no material is set */
  geom_rgba: ["f32", "ngeom", 4, "copied"],

  // sites
  /** shape: a value of `Geom` */
  site_type: ["i32", "nsite", 1, "counted"],
  /** its body */
  site_bodyid: ["i32", "nsite", 1, "counted"],
  /** its material; -1: none */
  site_matid: ["i32", "nsite", 1, "counted"],
  /** group for visibility */
  site_group: ["i32", "nsite", 1, "counted"],
  /** which frame of the body it shares: a value of `SameFrame` */
  site_sameframe: ["u8", "nsite", 1, "counted"],
  /** size, as for a geom (m) */
  site_size: ["f64", "nsite", 3, "computed"],
  /** position in the body frame (m) */
  site_pos: ["f64", "nsite", 3, "computed"],
  /** orientation in the body frame (unit quaternion) */
  site_quat: ["f64", "nsite", 4, "computed"],
  /** user data */
  site_user: ["f64", "nsite", "nuser_site", "copied"],
  /** color and opacity, from 0 to 1, where no material is set */
  site_rgba: ["f32", "nsite", 4, "copied"],

  // cameras
  /** how it follows its body: a value of `CamLight` */
  cam_mode: ["i32", "ncam", 1, "counted"],
  /** its body */
  cam_bodyid: ["i32", "ncam", 1, "counted"],
  /** the body that it looks at; -1: none */
  cam_targetbodyid: ["i32", "ncam", 1, "counted"],
  /** position in the body frame (m) */
  cam_pos: ["f64", "ncam", 3, "computed"],
  /** orientation in the body frame; it looks along -z, with +y up (unit quaternion) */
  cam_quat: ["f64", "ncam", 4, "computed"],
  /** position from the center of mass of the body's subtree, in world axes, at the reference configuration (m) */
  cam_poscom0: ["f64", "ncam", 3, "computed"],
  /** position from the body, in world axes, at the reference configuration (m) */
  cam_pos0: ["f64", "ncam", 3, "computed"],
  /** orientation in the world at the reference configuration (rotation matrix) */
  cam_mat0: ["f64", "ncam", 9, "computed"],
  /** projection: a value of `Projection` */
  cam_projection: ["i32", "ncam", 1, "counted"],
  /** vertical field of view: an angle (degrees), or the height of the view if orthographic (m) */
  cam_fovy: ["f64", "ncam", 1, "computed"],
  /** distance between the two eyes (m) */
  cam_ipd: ["f64", "ncam", 1, "computed"],
  /** width and height of the image (pixels) */
  cam_resolution: ["i32", "ncam", 2, "counted"],
  /** which images it makes: bits of `CamOutBit` */
  cam_output: ["i32", "ncam", 1, "counted"],
  /** width and height of the sensor (m); 0: unset, use `cam_fovy` */
  cam_sensorsize: ["f32", "ncam", 2, "computed"],
  /** focal lengths in x and y, and the offset of the principal point in x and y (m) */
  cam_intrinsic: ["f32", "ncam", 4, "computed"],
  /** user data */
  cam_user: ["f64", "ncam", "nuser_cam", "copied"],

  // lights
  /** how it follows its body: a value of `CamLight` */
  light_mode: ["i32", "nlight", 1, "counted"],
  /** its body */
  light_bodyid: ["i32", "nlight", 1, "counted"],
  /** the body that it points at; -1: none */
  light_targetbodyid: ["i32", "nlight", 1, "counted"],
  /** type: a value of `LightType` */
  light_type: ["i32", "nlight", 1, "counted"],
  /** the texture of an image light; -1: none */
  light_texid: ["i32", "nlight", 1, "counted"],
  /** 1: it casts shadows */
  light_castshadow: ["u8", "nlight", 1, "counted"],
  /** radius of the source, which softens shadows (m) */
  light_bulbradius: ["f32", "nlight", 1, "computed"],
  /** intensity (cd) */
  light_intensity: ["f32", "nlight", 1, "computed"],
  /** distance up to which it has an effect (m) */
  light_range: ["f32", "nlight", 1, "computed"],
  /** 1: it is on */
  light_active: ["u8", "nlight", 1, "counted"],
  /** position in the body frame (m) */
  light_pos: ["f64", "nlight", 3, "computed"],
  /** direction in the body frame (unit vector) */
  light_dir: ["f64", "nlight", 3, "computed"],
  /** position from the center of mass of the body's subtree, in world axes, at the reference configuration (m) */
  light_poscom0: ["f64", "nlight", 3, "computed"],
  /** position from the body, in world axes, at the reference configuration (m) */
  light_pos0: ["f64", "nlight", 3, "computed"],
  /** direction in the world at the reference configuration (unit vector) */
  light_dir0: ["f64", "nlight", 3, "computed"],
  /** attenuation with distance: constant, linear, and quadratic coefficient */
  light_attenuation: ["f32", "nlight", 3, "computed"],
  /** half angle of a spotlight's cone (degrees) */
  light_cutoff: ["f32", "nlight", 1, "computed"],
  /** how sharply a spotlight fades toward the edge of its cone */
  light_exponent: ["f32", "nlight", 1, "computed"],
  /** color of the ambient light, from 0 to 1 */
  light_ambient: ["f32", "nlight", 3, "computed"],
  /** color of the diffuse light, from 0 to 1 */
  light_diffuse: ["f32", "nlight", 3, "computed"],
  /** color of the specular light, from 0 to 1 */
  light_specular: ["f32", "nlight", 3, "computed"],

  // flexes
  /** contact type bits, as for a geom */
  flex_contype: ["i32", "nflex", 1, "counted"],
  /** contact affinity bits, as for a geom */
  flex_conaffinity: ["i32", "nflex", 1, "counted"],
  /** rows of its contacts: 1, 3, 4, or 6 */
  flex_condim: ["i32", "nflex", 1, "counted"],
  /** the side with the higher priority decides the parameters of a contact; equal ones mix */
  flex_priority: ["i32", "nflex", 1, "counted"],
  /** weight of its `flex_solref` and `flex_solimp` in a mix */
  flex_solmix: ["f64", "nflex", 1, "computed"],
  /** reference of its contacts: time constant (s) and damping ratio, or minus stiffness and minus damping */
  flex_solref: ["f64", "nflex", 2, "computed"],
  /** impedance of its contacts: lowest, highest, width (m), midpoint, power */
  flex_solimp: ["f64", "nflex", 5, "computed"],
  /** friction coefficients: sliding, torsional (m), rolling (m) */
  flex_friction: ["f64", "nflex", 3, "computed"],
  /** distance at which contacts are detected (m) */
  flex_margin: ["f64", "nflex", 1, "computed"],
  /** part of the margin, at its outer end, in which contacts exert no force (m) */
  flex_gap: ["f64", "nflex", 1, "computed"],
  /** 1: vertices collide with nearby elements of the same flex, and corners of tetrahedra with the face opposite */
  flex_internal: ["u8", "nflex", 1, "counted"],
  /** how its elements are tested against each other: a value of `FlexSelf` */
  flex_selfcollide: ["i32", "nflex", 1, "counted"],
  /** how many layers of tetrahedra, counted from the surface, collide */
  flex_activelayers: ["i32", "nflex", 1, "counted"],
  /** 1: its contacts are passive forces instead of constraints */
  flex_passive: ["i32", "nflex", 1, "counted"],
  /** 1: segments, 2: triangles, 3: tetrahedra */
  flex_dim: ["i32", "nflex", 1, "counted"],
  /** its material; -1: none */
  flex_matid: ["i32", "nflex", 1, "counted"],
  /** group for visibility */
  flex_group: ["i32", "nflex", 1, "counted"],
  /** order of the interpolation between nodes; 0: vertices belong to bodies of their own */
  flex_interp: ["i32", "nflex", 1, "counted"],
  /** its first node */
  flex_nodeadr: ["i32", "nflex", 1, "counted"],
  /** number of its nodes; 0 without interpolation */
  flex_nodenum: ["i32", "nflex", 1, "counted"],
  /** its first vertex */
  flex_vertadr: ["i32", "nflex", 1, "counted"],
  /** number of its vertices */
  flex_vertnum: ["i32", "nflex", 1, "counted"],
  /** its first edge */
  flex_edgeadr: ["i32", "nflex", 1, "counted"],
  /** number of its edges */
  flex_edgenum: ["i32", "nflex", 1, "counted"],
  /** its first element */
  flex_elemadr: ["i32", "nflex", 1, "counted"],
  /** number of its elements */
  flex_elemnum: ["i32", "nflex", 1, "counted"],
  /** its first entry in `flex_elem` */
  flex_elemdataadr: ["i32", "nflex", 1, "counted"],
  /** its first entry in `flex_elemedge` */
  flex_elemedgeadr: ["i32", "nflex", 1, "counted"],
  /** number of fragments of its surface */
  flex_shellnum: ["i32", "nflex", 1, "counted"],
  /** its first entry in `flex_shell`; -1: none */
  flex_shelldataadr: ["i32", "nflex", 1, "counted"],
  /** its first row in `flex_evpair`; -1: none */
  flex_evpairadr: ["i32", "nflex", 1, "counted"],
  /** number of its pairs of an element and a vertex */
  flex_evpairnum: ["i32", "nflex", 1, "counted"],
  /** its first row in `flex_texcoord`; -1: none */
  flex_texcoordadr: ["i32", "nflex", 1, "counted"],
  /** the body of each node */
  flex_nodebodyid: ["i32", "nflexnode", 1, "counted"],
  /** the body of each vertex */
  flex_vertbodyid: ["i32", "nflexvert", 1, "counted"],
  /** first entry of the vertex in `flex_vertedge`; filled only where vertex strains are constrained */
  flex_vertedgeadr: ["i32", "nflexvert", 1, "counted"],
  /** number of edges at the vertex; filled only where vertex strains are constrained */
  flex_vertedgenum: ["i32", "nflexvert", 1, "counted"],
  /** edges at each vertex, one vertex after another, each edge listed at both of its ends */
  flex_vertedge: ["i32", "nflexedge", 2, "counted"],
  /** the two vertices of an edge, counted from the first of the flex */
  flex_edge: ["i32", "nflexedge", 2, "counted"],
  /** of triangles, the vertices across the edge on either side; -1: none */
  flex_edgeflap: ["i32", "nflexedge", 2, "counted"],
  /** vertices of the elements, `flex_dim + 1` each, counted from the first of the flex */
  flex_elem: ["i32", "nflexelemdata", 1, "counted"],
  /** texture coordinates of the elements, `flex_dim + 1` each */
  flex_elemtexcoord: ["i32", "nflexelemdata", 1, "counted"],
  /** edges of the elements (1, 3, or 6 each), counted from the first of the flex */
  flex_elemedge: ["i32", "nflexelemedge", 1, "counted"],
  /** how many elements lie between a tetrahedron and the surface; 0 at the surface */
  flex_elemlayer: ["i32", "nflexelem", 1, "counted"],
  /** vertices of the surface fragments, `flex_dim` each */
  flex_shell: ["i32", "nflexshelldata", 1, "counted"],
  /** an element and a vertex near it that are tested against each other */
  flex_evpair: ["i32", "nflexevpair", 2, "counted"],
  /** position of the vertex in the frame of its body (m) */
  flex_vert: ["f64", "nflexvert", 3, "computed"],
  /** position at the reference configuration, in the bounding box of the flex: from 0 to 1 per axis */
  flex_vert0: ["f64", "nflexvert", 3, "computed"],
  /** inverse of the weighted moments of the edges around the vertex, at rest (2 × 2) */
  flex_vertmetric: ["f64", "nflexvert", 4, "computed"],
  /** position of the node in the frame of its body (m) */
  flex_node: ["f64", "nflexnode", 3, "computed"],
  /** position of the node in the world at the reference configuration (m) */
  flex_node0: ["f64", "nflexnode", 3, "computed"],
  /** length at the reference configuration (m) */
  flexedge_length0: ["f64", "nflexedge", 1, "computed"],
  /** inverse inertia of the edge length at the reference configuration (1/kg) */
  flexedge_invweight0: ["f64", "nflexedge", 1, "computed"],
  /** radius around vertices, segments, and triangles: half the thickness that collides (m) */
  flex_radius: ["f64", "nflex", 1, "computed"],
  /** half sizes of the box around its vertices at the reference configuration (m) */
  flex_size: ["f64", "nflex", 3, "computed"],
  /**
   * stiffness of the element in terms of its edges (upper triangle of 6 × 6); of an interpolated flex, one matrix over
   * its nodes, which takes many rows
   */
  flex_stiffness: ["f64", "nflexelem", 21, "computed"],
  /** bending stiffness of the two triangles at an edge: matrix over 4 vertices, and one number */
  flex_bending: ["f64", "nflexedge", 17, "computed"],
  /** damping in proportion to stiffness (s) */
  flex_damping: ["f64", "nflex", 1, "computed"],
  /** stiffness of the springs along edges (N/m) */
  flex_edgestiffness: ["f64", "nflex", 1, "computed"],
  /** damping along edges (N s/m) */
  flex_edgedamping: ["f64", "nflex", 1, "computed"],
  /** an equality constrains 1: the lengths of its edges, 2: the strains at its vertices, 0: nothing */
  flex_edgeequality: ["i32", "nflex", 1, "counted"],
  /** 1: all vertices belong to one body */
  flex_rigid: ["u8", "nflex", 1, "counted"],
  /** 1: both vertices belong to one body, or to bodies welded together */
  flexedge_rigid: ["u8", "nflexedge", 1, "counted"],
  /** 1: all vertices are at the origins of their bodies */
  flex_centered: ["u8", "nflex", 1, "counted"],
  /** 1: drawn with flat shading */
  flex_flatskin: ["u8", "nflex", 1, "counted"],
  /** root of its hierarchy of bounding boxes; -1: none */
  flex_bvhadr: ["i32", "nflex", 1, "counted"],
  /** number of nodes of its hierarchy */
  flex_bvhnum: ["i32", "nflex", 1, "counted"],
  /** entries of its row of the Jacobian */
  flexedge_J_rownnz: ["i32", "nflexedge", 1, "counted"],
  /** first entry of its row */
  flexedge_J_rowadr: ["i32", "nflexedge", 1, "counted"],
  /** dof of each entry */
  flexedge_J_colind: ["i32", "nJfe", 1, "counted"],
  /** entries of the two rows of the vertex */
  flexvert_J_rownnz: ["i32", "nflexvert", 2, "counted"],
  /** first entry of each row */
  flexvert_J_rowadr: ["i32", "nflexvert", 2, "counted"],
  /** dof of each entry */
  flexvert_J_colind: ["i32", "nJfv", 2, "counted"],
  /** color and opacity, from 0 to 1, where no material is set */
  flex_rgba: ["f32", "nflex", 4, "computed"],
  /** texture coordinates */
  flex_texcoord: ["f32", "nflextexcoord", 2, "computed"],

  // meshes
  /** its first vertex */
  mesh_vertadr: ["i32", "nmesh", 1, "counted"],
  /** number of its vertices */
  mesh_vertnum: ["i32", "nmesh", 1, "counted"],
  /** its first triangle */
  mesh_faceadr: ["i32", "nmesh", 1, "counted"],
  /** number of its triangles */
  mesh_facenum: ["i32", "nmesh", 1, "counted"],
  /** root of its hierarchy of bounding boxes; -1: none */
  mesh_bvhadr: ["i32", "nmesh", 1, "counted"],
  /** number of nodes of its hierarchy */
  mesh_bvhnum: ["i32", "nmesh", 1, "counted"],
  /** root of its octree; -1: none */
  mesh_octadr: ["i32", "nmesh", 1, "counted"],
  /** number of nodes of its octree */
  mesh_octnum: ["i32", "nmesh", 1, "counted"],
  /** its first normal */
  mesh_normaladr: ["i32", "nmesh", 1, "counted"],
  /** number of its normals */
  mesh_normalnum: ["i32", "nmesh", 1, "counted"],
  /** its first texture coordinate; -1: none */
  mesh_texcoordadr: ["i32", "nmesh", 1, "counted"],
  /** number of its texture coordinates */
  mesh_texcoordnum: ["i32", "nmesh", 1, "counted"],
  /** its first entry in `mesh_graph`; -1: no convex hull */
  mesh_graphadr: ["i32", "nmesh", 1, "counted"],
  /** position in the mesh frame: centered, along the principal axes of inertia (m) */
  mesh_vert: ["f32", "nmeshvert", 3, "computed"],
  /** direction in the mesh frame (unit vector) */
  mesh_normal: ["f32", "nmeshnormal", 3, "computed"],
  /** texture coordinates */
  mesh_texcoord: ["f32", "nmeshtexcoord", 2, "computed"],
  /** vertices of the triangle, counted from the first of the mesh */
  mesh_face: ["i32", "nmeshface", 3, "counted"],
  /** normals of the triangle's corners, counted from the first of the mesh */
  mesh_facenormal: ["i32", "nmeshface", 3, "counted"],
  /** texture coordinates of the triangle's corners, counted from the first of the mesh */
  mesh_facetexcoord: ["i32", "nmeshface", 3, "counted"],
  /**
   * convex hull: counts of vertices and faces, where each vertex's neighbors begin, its number in the mesh, neighbors,
   * faces
   */
  mesh_graph: ["i32", "nmeshgraph", 1, "counted"],
  /** scale that was applied to the vertices of the asset */
  mesh_scale: ["f64", "nmesh", 3, "computed"],
  /** origin of the mesh frame in that of the asset (m) */
  mesh_pos: ["f64", "nmesh", 3, "computed"],
  /** orientation of the mesh frame in that of the asset (unit quaternion) */
  mesh_quat: ["f64", "nmesh", 4, "computed"],
  /** path of its file, in `paths`; -1: none */
  mesh_pathadr: ["i32", "nmesh", 1, "counted"],
  /** number of its polygons */
  mesh_polynum: ["i32", "nmesh", 1, "counted"],
  /** its first polygon */
  mesh_polyadr: ["i32", "nmesh", 1, "counted"],
  /** outward normal of the polygon in the mesh frame (unit vector) */
  mesh_polynormal: ["f64", "nmeshpoly", 3, "computed"],
  /** first vertex of the polygon, in `mesh_polyvert` */
  mesh_polyvertadr: ["i32", "nmeshpoly", 1, "counted"],
  /** number of vertices of the polygon */
  mesh_polyvertnum: ["i32", "nmeshpoly", 1, "counted"],
  /** vertices of the polygons, counted from the first of the mesh */
  mesh_polyvert: ["i32", "nmeshpolyvert", 1, "counted"],
  /** first polygon at the vertex, in `mesh_polymap` */
  mesh_polymapadr: ["i32", "nmeshvert", 1, "counted"],
  /** number of polygons at the vertex; 0 for a vertex inside the hull */
  mesh_polymapnum: ["i32", "nmeshvert", 1, "counted"],
  /** polygons at each vertex, counted from the first of the mesh */
  mesh_polymap: ["i32", "nmeshpolymap", 1, "counted"],

  // skins
  /** its material; -1: none */
  skin_matid: ["i32", "nskin", 1, "counted"],
  /** group for visibility */
  skin_group: ["i32", "nskin", 1, "counted"],
  /** color and opacity, from 0 to 1, where no material is set */
  skin_rgba: ["f32", "nskin", 4, "computed"],
  /** how far it is pushed out along its normals (m) */
  skin_inflate: ["f32", "nskin", 1, "computed"],
  /** its first vertex */
  skin_vertadr: ["i32", "nskin", 1, "counted"],
  /** number of its vertices */
  skin_vertnum: ["i32", "nskin", 1, "counted"],
  /** its first texture coordinate; -1: none */
  skin_texcoordadr: ["i32", "nskin", 1, "counted"],
  /** its first triangle */
  skin_faceadr: ["i32", "nskin", 1, "counted"],
  /** number of its triangles */
  skin_facenum: ["i32", "nskin", 1, "counted"],
  /** its first bone */
  skin_boneadr: ["i32", "nskin", 1, "counted"],
  /** number of its bones */
  skin_bonenum: ["i32", "nskin", 1, "counted"],
  /** position in the pose in which bones were bound (m) */
  skin_vert: ["f32", "nskinvert", 3, "computed"],
  /** texture coordinates */
  skin_texcoord: ["f32", "nskintexvert", 2, "computed"],
  /** vertices of the triangle, counted from the first of the skin */
  skin_face: ["i32", "nskinface", 3, "counted"],
  /** its first vertex in `skin_bonevertid` */
  skin_bonevertadr: ["i32", "nskinbone", 1, "counted"],
  /** number of vertices that it influences */
  skin_bonevertnum: ["i32", "nskinbone", 1, "counted"],
  /** position when bound (m) */
  skin_bonebindpos: ["f32", "nskinbone", 3, "computed"],
  /** orientation when bound (unit quaternion) */
  skin_bonebindquat: ["f32", "nskinbone", 4, "computed"],
  /** the body that it follows */
  skin_bonebodyid: ["i32", "nskinbone", 1, "counted"],
  /** vertices that bones influence, counted from the first of the skin */
  skin_bonevertid: ["i32", "nskinbonevert", 1, "counted"],
  /** weight of the bone at the vertex */
  skin_bonevertweight: ["f32", "nskinbonevert", 1, "computed"],
  /** path of its file, in `paths`; -1: none */
  skin_pathadr: ["i32", "nskin", 1, "counted"],

  // height fields
  /** half sizes in x and y, elevation of the highest point, thickness of the base below zero (m) */
  hfield_size: ["f64", "nhfield", 4, "computed"],
  /** rows of the grid, along y */
  hfield_nrow: ["i32", "nhfield", 1, "counted"],
  /** columns of the grid, along x */
  hfield_ncol: ["i32", "nhfield", 1, "counted"],
  /** its first elevation */
  hfield_adr: ["i32", "nhfield", 1, "counted"],
  /** elevation from 0 to 1, rows from low to high y; 1 is the third number of `hfield_size` */
  hfield_data: ["f32", "nhfielddata", 1, "computed"],
  /** path of its file, in `paths`; -1: none */
  hfield_pathadr: ["i32", "nhfield", 1, "counted"],

  // textures
  /** type: a value of `Texture` */
  tex_type: ["i32", "ntex", 1, "counted"],
  /** color space: a value of `ColorSpace` */
  tex_colorspace: ["i32", "ntex", 1, "counted"],
  /** rows of the image (pixels) */
  tex_height: ["i32", "ntex", 1, "counted"],
  /** columns of the image (pixels) */
  tex_width: ["i32", "ntex", 1, "counted"],
  /** channels of the image */
  tex_nchannel: ["i32", "ntex", 1, "counted"],
  /** path of its file, in `paths`; -1: none */
  tex_pathadr: ["i32", "ntex", 1, "counted"],

  // materials
  /** texture for each `TextureRole`; -1: none */
  mat_texid: ["i32", "nmat", 10, "counted"],
  /** 1: the texture is scaled in space, not stretched over the geom */
  mat_texuniform: ["u8", "nmat", 1, "counted"],
  /** repetitions of the texture in x and y */
  mat_texrepeat: ["f32", "nmat", 2, "computed"],
  /** emission, as a multiple of the color */
  mat_emission: ["f32", "nmat", 1, "computed"],
  /** specular reflection, from 0 to 1 */
  mat_specular: ["f32", "nmat", 1, "computed"],
  /** sharpness of highlights, from 0 to 1 */
  mat_shininess: ["f32", "nmat", 1, "computed"],
  /** mirror reflection, from 0 to 1 */
  mat_reflectance: ["f32", "nmat", 1, "computed"],
  /** metallic appearance, from 0 to 1; -1: unset */
  mat_metallic: ["f32", "nmat", 1, "computed"],
  /** roughness, from 0 to 1; -1: unset */
  mat_roughness: ["f32", "nmat", 1, "computed"],
  /** color and opacity, from 0 to 1 */
  mat_rgba: ["f32", "nmat", 4, "computed"],

  // explicit contact pairs
  /** rows of its contacts: 1, 3, 4, or 6 */
  pair_dim: ["i32", "npair", 1, "counted"],
  /** first geom */
  pair_geom1: ["i32", "npair", 1, "counted"],
  /** second geom */
  pair_geom2: ["i32", "npair", 1, "counted"],
  /** its two bodies as one number, 65536 × the first + the second */
  pair_signature: ["i32", "npair", 1, "counted"],
  /** reference in the normal direction: time constant (s) and damping ratio, or minus stiffness and minus damping */
  pair_solref: ["f64", "npair", 2, "copied"],
  /** reference in the friction directions, likewise; all 0: as in the normal direction */
  pair_solreffriction: ["f64", "npair", 2, "copied"],
  /** impedance: lowest, highest, width (m), midpoint, power */
  pair_solimp: ["f64", "npair", 5, "copied"],
  /** distance at which contacts are detected (m) */
  pair_margin: ["f64", "npair", 1, "copied"],
  /** part of the margin, at its outer end, in which contacts exert no force (m) */
  pair_gap: ["f64", "npair", 1, "copied"],
  /** friction coefficients: sliding in two directions, torsional (m), rolling in two directions (m) */
  pair_friction: ["f64", "npair", 5, "copied"],

  // excluded body pairs
  /** the two bodies as one number, 65536 × the first + the second */
  exclude_signature: ["i32", "nexclude", 1, "counted"],

  // equality constraints
  /** type: a value of `Eq` */
  eq_type: ["i32", "neq", 1, "counted"],
  /** first object */
  eq_obj1id: ["i32", "neq", 1, "counted"],
  /** second object; -1: none */
  eq_obj2id: ["i32", "neq", 1, "counted"],
  /** type of both objects: a value of `Obj` */
  eq_objtype: ["i32", "neq", 1, "counted"],
  /** 1: active after a reset */
  eq_active0: ["u8", "neq", 1, "counted"],
  /** reference: time constant (s) and damping ratio, or minus stiffness and minus damping */
  eq_solref: ["f64", "neq", 2, "copied"],
  /** impedance: lowest, highest, width, midpoint, power */
  eq_solimp: ["f64", "neq", 5, "copied"],
  /** by type: anchors, relative pose and torque scale, or coefficients of a polynomial */
  eq_data: ["f64", "neq", 11, "computed"],

  // tendons and their wrapping paths
  /** first element of its path */
  tendon_adr: ["i32", "ntendon", 1, "counted"],
  /** number of elements of its path */
  tendon_num: ["i32", "ntendon", 1, "counted"],
  /** its material; -1: none */
  tendon_matid: ["i32", "ntendon", 1, "counted"],
  /** group for visibility */
  tendon_group: ["i32", "ntendon", 1, "counted"],
  /** number of kinematic trees that its path touches */
  tendon_treenum: ["i32", "ntendon", 1, "counted"],
  /** the first two of those trees; -1: none */
  tendon_treeid: ["i32", "ntendon", 2, "counted"],
  /** 1: `tendon_range` is enforced */
  tendon_limited: ["u8", "ntendon", 1, "counted"],
  /** 1: `tendon_actfrcrange` is enforced */
  tendon_actfrclimited: ["u8", "ntendon", 1, "counted"],
  /** radius with which it is drawn (m) */
  tendon_width: ["f64", "ntendon", 1, "computed"],
  /** reference of the limit: time constant (s) and damping ratio, or minus stiffness and minus damping */
  tendon_solref_lim: ["f64", "ntendon", 2, "copied"],
  /** impedance of the limit: lowest, highest, width (m), midpoint, power */
  tendon_solimp_lim: ["f64", "ntendon", 5, "copied"],
  /** reference of friction loss, as of the limit */
  tendon_solref_fri: ["f64", "ntendon", 2, "copied"],
  /** impedance of friction loss, as of the limit */
  tendon_solimp_fri: ["f64", "ntendon", 5, "copied"],
  /** lowest and highest length (m, or the unit of the joints that it combines) */
  tendon_range: ["f64", "ntendon", 2, "computed"],
  /** lowest and highest sum of actuator forces on the tendon (N) */
  tendon_actfrcrange: ["f64", "ntendon", 2, "computed"],
  /** distance from the limit at which its constraint sets in (m) */
  tendon_margin: ["f64", "ntendon", 1, "copied"],
  /** spring stiffness (N/m) */
  tendon_stiffness: ["f64", "ntendon", 1, "copied"],
  /** viscous damping (N s/m) */
  tendon_damping: ["f64", "ntendon", 1, "copied"],
  /** inertia of its length (kg) */
  tendon_armature: ["f64", "ntendon", 1, "copied"],
  /** largest dry friction force (N); 0: none */
  tendon_frictionloss: ["f64", "ntendon", 1, "copied"],
  /** range of lengths in which the spring is slack (m) */
  tendon_lengthspring: ["f64", "ntendon", 2, "computed"],
  /** length at the reference configuration (m) */
  tendon_length0: ["f64", "ntendon", 1, "computed"],
  /** inverse inertia of its length at the reference configuration (1/kg) */
  tendon_invweight0: ["f64", "ntendon", 1, "computed"],
  /** user data */
  tendon_user: ["f64", "ntendon", "nuser_tendon", "copied"],
  /** color and opacity, from 0 to 1, where no material is set */
  tendon_rgba: ["f32", "ntendon", 4, "copied"],
  /** type: a value of `Wrap` */
  wrap_type: ["i32", "nwrap", 1, "counted"],
  /** its joint, site, or geom; -1 for a pulley */
  wrap_objid: ["i32", "nwrap", 1, "counted"],
  /** divisor of a pulley, coefficient of a joint, site on the side of a geom to wrap around (-1: none) */
  wrap_prm: ["f64", "nwrap", 1, "computed"],

  // actuators
  /** what it acts on: a value of `Trn` */
  actuator_trntype: ["i32", "nu", 1, "counted"],
  /** dynamics of its activation: a value of `Dyn` */
  actuator_dyntype: ["i32", "nu", 1, "counted"],
  /** how its gain is computed: a value of `Gain` */
  actuator_gaintype: ["i32", "nu", 1, "counted"],
  /** how its bias is computed: a value of `Bias` */
  actuator_biastype: ["i32", "nu", 1, "counted"],
  /** what it acts on, and a second object such as the reference site; -1: none */
  actuator_trnid: ["i32", "nu", 2, "counted"],
  /** its first activation variable; -1: none */
  actuator_actadr: ["i32", "nu", 1, "counted"],
  /** number of its activation variables */
  actuator_actnum: ["i32", "nu", 1, "counted"],
  /** group, by which actuators can be disabled */
  actuator_group: ["i32", "nu", 1, "counted"],
  /** samples that it keeps of its control (0: none), and how to interpolate: 0 hold, 1 linear, 2 cubic */
  actuator_history: ["i32", "nu", 2, "counted"],
  /** its first entry in `history`; -1: none */
  actuator_historyadr: ["i32", "nu", 1, "counted"],
  /** delay of the control (s); 0: none */
  actuator_delay: ["f64", "nu", 1, "copied"],
  /** 1: `actuator_ctrlrange` is enforced */
  actuator_ctrllimited: ["u8", "nu", 1, "counted"],
  /** 1: `actuator_forcerange` is enforced */
  actuator_forcelimited: ["u8", "nu", 1, "counted"],
  /** 1: `actuator_actrange` is enforced */
  actuator_actlimited: ["u8", "nu", 1, "counted"],
  /** parameters of the activation dynamics; a filter has its time constant (s) first */
  actuator_dynprm: ["f64", "nu", 10, "computed"],
  /** parameters of the gain; an affine gain is a + b · length + c · velocity */
  actuator_gainprm: ["f64", "nu", 10, "computed"],
  /** parameters of the bias; an affine bias is a + b · length + c · velocity */
  actuator_biasprm: ["f64", "nu", 10, "computed"],
  /** 1: the force is computed from the activation at the end of the step */
  actuator_actearly: ["u8", "nu", 1, "counted"],
  /** lowest and highest control */
  actuator_ctrlrange: ["f64", "nu", 2, "computed"],
  /** lowest and highest force (N or N m) */
  actuator_forcerange: ["f64", "nu", 2, "computed"],
  /** lowest and highest activation */
  actuator_actrange: ["f64", "nu", 2, "computed"],
  /** scale of length and force; for ball, free, and site transmissions a wrench: force, torque */
  actuator_gear: ["f64", "nu", 6, "computed"],
  /** length of the rod of a slider-crank (m) */
  actuator_cranklength: ["f64", "nu", 1, "computed"],
  /** norm of the acceleration that a unit force causes at the reference configuration */
  actuator_acc0: ["f64", "nu", 1, "computed"],
  /** length at the reference configuration (m or rad) */
  actuator_length0: ["f64", "nu", 1, "computed"],
  /** shortest and longest length that it can reach (m or rad); 0 and 0: not computed */
  actuator_lengthrange: ["f64", "nu", 2, "computed"],
  /** user data */
  actuator_user: ["f64", "nu", "nuser_actuator", "copied"],
  /** plugin instance that computes the force, or -1 */
  actuator_plugin: ["i32", "nu", 1, "counted"],

  // sensors
  /** type: a value of `Sensor` */
  sensor_type: ["i32", "nsensor", 1, "counted"],
  /** kind of its numbers: a value of `DataType` */
  sensor_datatype: ["i32", "nsensor", 1, "counted"],
  /** stage after which it can be computed: a value of `Stage` */
  sensor_needstage: ["i32", "nsensor", 1, "counted"],
  /** type of the object that it measures: a value of `Obj` */
  sensor_objtype: ["i32", "nsensor", 1, "counted"],
  /** that object; -1: none */
  sensor_objid: ["i32", "nsensor", 1, "counted"],
  /** type of the object in whose frame it measures: a value of `Obj` */
  sensor_reftype: ["i32", "nsensor", 1, "counted"],
  /** that object; -1: the world */
  sensor_refid: ["i32", "nsensor", 1, "counted"],
  /**
   * parameters by type: which quantities a contact sensor or rangefinder returns, how contacts are reduced, how many
   */
  sensor_intprm: ["i32", "nsensor", 3, "counted"],
  /** how many numbers it returns */
  sensor_dim: ["i32", "nsensor", 1, "counted"],
  /** its first number in `sensordata` */
  sensor_adr: ["i32", "nsensor", 1, "counted"],
  /** largest absolute value that it returns; 0: no limit */
  sensor_cutoff: ["f64", "nsensor", 1, "copied"],
  /** standard deviation of its noise: for the user, not added */
  sensor_noise: ["f64", "nsensor", 1, "copied"],
  /** samples that it keeps (0: none), and how to interpolate: 0 hold, 1 linear, 2 cubic */
  sensor_history: ["i32", "nsensor", 2, "counted"],
  /** its first entry in `history`; -1: none */
  sensor_historyadr: ["i32", "nsensor", 1, "counted"],
  /** delay of its readings (s); 0: none */
  sensor_delay: ["f64", "nsensor", 1, "computed"],
  /** time between samples and offset of the first (s); 0: every step */
  sensor_interval: ["f64", "nsensor", 2, "computed"],
  /** user data */
  sensor_user: ["f64", "nsensor", "nuser_sensor", "copied"],
  /** plugin instance that computes the reading, or -1 */
  sensor_plugin: ["i32", "nsensor", 1, "counted"],

  // instances of plugins
  /** which of `plugins` it is */
  plugin: ["i32", "nplugin", 1, "counted"],
  /** its first number in `plugin_state` */
  plugin_stateadr: ["i32", "nplugin", 1, "counted"],
  /** how many numbers its state has */
  plugin_statenum: ["i32", "nplugin", 1, "counted"],
  /** its attributes, as text */
  plugin_attr: ["i8", "npluginattr", 1, "counted"],
  /** its first byte in `plugin_attr` */
  plugin_attradr: ["i32", "nplugin", 1, "counted"],

  // custom numeric, text and tuple fields
  /** its first number in `numeric_data` */
  numeric_adr: ["i32", "nnumeric", 1, "counted"],
  /** how many numbers it has */
  numeric_size: ["i32", "nnumeric", 1, "counted"],
  /** the numbers of all custom numeric fields */
  numeric_data: ["f64", "nnumericdata", 1, "copied"],
  /** its first byte in `text_data` */
  text_adr: ["i32", "ntext", 1, "counted"],
  /** bytes of the text, terminating zero included */
  text_size: ["i32", "ntext", 1, "counted"],
  /** the custom texts in UTF-8, each with a terminating zero */
  text_data: ["i8", "ntextdata", 1, "counted"],
  /** its first object */
  tuple_adr: ["i32", "ntuple", 1, "counted"],
  /** number of its objects */
  tuple_size: ["i32", "ntuple", 1, "counted"],
  /** type of the object: a value of `Obj` */
  tuple_objtype: ["i32", "ntupledata", 1, "counted"],
  /** the object */
  tuple_objid: ["i32", "ntupledata", 1, "counted"],
  /** a number of the user's about the object */
  tuple_objprm: ["f64", "ntupledata", 1, "computed"],

  // keyframes
  /** time (s) */
  key_time: ["f64", "nkey", 1, "copied"],
  /** positions: `qpos` */
  key_qpos: ["f64", "nkey", "nq", "computed"],
  /** velocities: `qvel` */
  key_qvel: ["f64", "nkey", "nv", "copied"],
  /** activations: `act` */
  key_act: ["f64", "nkey", "na", "copied"],
  /** positions of mocap bodies: `mocap_pos` (m) */
  key_mpos: ["f64", "nkey", "nmocap*3", "computed"],
  /** orientations of mocap bodies: `mocap_quat` (unit quaternions) */
  key_mquat: ["f64", "nkey", "nmocap*4", "computed"],
  /** controls: `ctrl` */
  key_ctrl: ["f64", "nkey", "nu", "copied"],

  // names and asset paths: zero-terminated strings, and where each begins
  /** where the body's name begins in `names` */
  name_bodyadr: ["i32", "nbody", 1, "counted"],
  /** where the joint's name begins in `names` */
  name_jntadr: ["i32", "njnt", 1, "counted"],
  /** where the geom's name begins in `names` */
  name_geomadr: ["i32", "ngeom", 1, "counted"],
  /** where the site's name begins in `names` */
  name_siteadr: ["i32", "nsite", 1, "counted"],
  /** where the camera's name begins in `names` */
  name_camadr: ["i32", "ncam", 1, "counted"],
  /** where the light's name begins in `names` */
  name_lightadr: ["i32", "nlight", 1, "counted"],
  /** where the flex's name begins in `names` */
  name_flexadr: ["i32", "nflex", 1, "counted"],
  /** where the mesh's name begins in `names` */
  name_meshadr: ["i32", "nmesh", 1, "counted"],
  /** where the skin's name begins in `names` */
  name_skinadr: ["i32", "nskin", 1, "counted"],
  /** where the height field's name begins in `names` */
  name_hfieldadr: ["i32", "nhfield", 1, "counted"],
  /** where the texture's name begins in `names` */
  name_texadr: ["i32", "ntex", 1, "counted"],
  /** where the material's name begins in `names` */
  name_matadr: ["i32", "nmat", 1, "counted"],
  /** where the contact pair's name begins in `names` */
  name_pairadr: ["i32", "npair", 1, "counted"],
  /** where the excluded pair's name begins in `names` */
  name_excludeadr: ["i32", "nexclude", 1, "counted"],
  /** where the equality constraint's name begins in `names` */
  name_eqadr: ["i32", "neq", 1, "counted"],
  /** where the tendon's name begins in `names` */
  name_tendonadr: ["i32", "ntendon", 1, "counted"],
  /** where the actuator's name begins in `names` */
  name_actuatoradr: ["i32", "nu", 1, "counted"],
  /** where the sensor's name begins in `names` */
  name_sensoradr: ["i32", "nsensor", 1, "counted"],
  /** where the custom numeric field's name begins in `names` */
  name_numericadr: ["i32", "nnumeric", 1, "counted"],
  /** where the custom text's name begins in `names` */
  name_textadr: ["i32", "ntext", 1, "counted"],
  /** where the custom tuple's name begins in `names` */
  name_tupleadr: ["i32", "ntuple", 1, "counted"],
  /** where the keyframe's name begins in `names` */
  name_keyadr: ["i32", "nkey", 1, "counted"],
  /** where the plugin instance's name begins in `names` */
  name_pluginadr: ["i32", "nplugin", 1, "counted"],
  /** the name of the model, then all names in UTF-8, each with a terminating zero; no name: the zero alone */
  names: ["i8", "nnames", 1, "counted"],
  /** a hash table over the names of each kind of object; -1: free slot */
  names_map: ["i32", "nnames_map", 1, "counted"],
  /** the paths of all asset files in UTF-8, each with a terminating zero */
  paths: ["i8", "npaths", 1, "counted"],

  // sparsity of body-dof (B), inertia (M) and derivative (D) matrices
  /** dofs that move the body or that its descendants have */
  B_rownnz: ["i32", "nbody", 1, "counted"],
  /** first entry of the body's row */
  B_rowadr: ["i32", "nbody", 1, "counted"],
  /** dof of each entry, in ascending order */
  B_colind: ["i32", "nB", 1, "counted"],
  /** entries of the dof's row of `M`: itself and its ancestors, or itself alone if simple */
  M_rownnz: ["i32", "nv", 1, "counted"],
  /** first entry of the dof's row */
  M_rowadr: ["i32", "nv", 1, "counted"],
  /** column of each entry, in ascending order, the diagonal last */
  M_colind: ["i32", "nC", 1, "counted"],
  /** where `qM` has each entry of `M` */
  mapM2M: ["i32", "nC", 1, "counted"],
  /** entries of the dof's row of the symmetric matrix: its ancestors, itself, and its descendants */
  D_rownnz: ["i32", "nv", 1, "counted"],
  /** first entry of the dof's row */
  D_rowadr: ["i32", "nv", 1, "counted"],
  /** place of the diagonal within the dof's row */
  D_diag: ["i32", "nv", 1, "counted"],
  /** column of each entry, in ascending order */
  D_colind: ["i32", "nD", 1, "counted"],
  /** where `M` has each entry of the symmetric matrix; -1: it has none */
  mapM2D: ["i32", "nD", 1, "counted"],
  /** where the symmetric matrix has each entry of `M` */
  mapD2M: ["i32", "nC", 1, "counted"],
} as const satisfies Record<string, ModelRow>;

/** Name of an array field of a model. */
export type ModelField = keyof typeof MODEL_FIELDS;

/** Physics options. */
export const OPTION_FIELDS = {
  /** time that one step advances (s) */
  timestep: ["f64", 0, "copied"],
  /** impedance of friction relative to that of the normal direction */
  impratio: ["f64", 0, "copied"],
  /** the solver stops when an iteration improves the scaled cost by less than this */
  tolerance: ["f64", 0, "copied"],
  /** the line search of CG and Newton stops at a slope of this times `tolerance`, scaled by the model's inertia */
  ls_tolerance: ["f64", 0, "copied"],
  /** the no-slip iterations stop when one improves the scaled cost by less than this */
  noslip_tolerance: ["f64", 0, "copied"],
  /** accuracy of convex collision detection (m) */
  ccd_tolerance: ["f64", 0, "copied"],
  /** a tree may fall asleep when all its dofs are slower than this (m/s, rotations times `dof_length`) */
  sleep_tolerance: ["f64", 0, "copied"],
  /** density of the surrounding medium (kg/m³); 0: no drag or lift */
  density: ["f64", 0, "copied"],
  /** viscosity of the surrounding medium (Pa s) */
  viscosity: ["f64", 0, "copied"],
  /** margin of all contacts where overriding is enabled (m) */
  o_margin: ["f64", 0, "copied"],
  /** how the state is advanced in time: a value of `Integrator` */
  integrator: ["i32", 0, "counted"],
  /** shape of the friction cone: a value of `Cone` */
  cone: ["i32", 0, "counted"],
  /** storage of the constraint Jacobian: a value of `Jacobian` */
  jacobian: ["i32", 0, "counted"],
  /** algorithm that solves for constraint forces: a value of `Solver` */
  solver: ["i32", 0, "counted"],
  /** most iterations of the solver */
  iterations: ["i32", 0, "counted"],
  /** most iterations of the line search of CG and Newton */
  ls_iterations: ["i32", 0, "counted"],
  /** most no-slip iterations after the solver; 0: none */
  noslip_iterations: ["i32", 0, "counted"],
  /** most iterations of convex collision detection */
  ccd_iterations: ["i32", 0, "counted"],
  /** default features that are turned off: bits of `DisableBit` */
  disableflags: ["i32", 0, "counted"],
  /** optional features that are turned on: bits of `EnableBit` */
  enableflags: ["i32", 0, "counted"],
  /** groups of actuators that are turned off: bit i for group i */
  disableactuator: ["i32", 0, "counted"],
  /** points from which the search for contacts of signed distance fields starts */
  sdf_initpoints: ["i32", 0, "counted"],
  /** iterations of that search from each point */
  sdf_iterations: ["i32", 0, "counted"],
  /** gravitational acceleration in the world frame (m/s²) */
  gravity: ["f64", 3, "copied"],
  /** velocity of the surrounding medium in the world frame (m/s) */
  wind: ["f64", 3, "copied"],
  /** magnetic flux in the world frame (T) */
  magnetic: ["f64", 3, "copied"],
  /** `solref` of all contacts where overriding is enabled */
  o_solref: ["f64", 2, "copied"],
  /** `solimp` of all contacts where overriding is enabled */
  o_solimp: ["f64", 5, "copied"],
  /** friction coefficients of all contacts where overriding is enabled */
  o_friction: ["f64", 5, "copied"],
} as const satisfies Record<string, ScalarRow>;

/** Statistics of the model at `qpos0`. */
export const STATISTIC_FIELDS = {
  /** mean of the diagonal of the inertia matrix at the reference configuration; scales solver costs */
  meaninertia: ["f64", 0, "computed"],
  /** mean mass of the bodies, the world aside (kg) */
  meanmass: ["f64", 0, "computed"],
  /** mean size of the bodies, the world aside (m) */
  meansize: ["f64", 0, "computed"],
  /** largest side of the box around the model, at least twice the mean size (m) */
  extent: ["f64", 0, "computed"],
  /** center of the box around the model, in the world (m) */
  center: ["f64", 3, "computed"],
} as const satisfies Record<string, ScalarRow>;

/** Fields of `mjModel` that have no counterpart here, each with the reason. */
export const MODEL_OMITTED = {
  buffer: "memory management of the C library",
  nbuffer: "memory management of the C library",
  signature: "hash that ties a model to the C library's own specification object",
  vis: "rendering settings",
  tex_data: "pixels of textures",
  ntexdata: "pixels of textures",
  tex_adr: "addresses into the pixels of textures",
} as const;
