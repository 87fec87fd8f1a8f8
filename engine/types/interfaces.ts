/** What models and data hold: written by `deno task fields` from the field tables, not by hand. */

/** The sizes of a model. */
export interface ModelSizes {
  /** number of generalized coordinates, the length of `qpos` */
  nq: number;
  /** number of degrees of freedom, the length of `qvel` */
  nv: number;
  /** number of actuators, the length of `ctrl` */
  nu: number;
  /** number of activation variables of all actuators, the length of `act` */
  na: number;
  /** number of bodies, the world included */
  nbody: number;
  /** number of nodes of all bounding volume hierarchies */
  nbvh: number;
  /** number of nodes of the hierarchies of bodies and meshes, whose boxes are constant and stored in the model */
  nbvhstatic: number;
  /** number of nodes of the hierarchies of flexes, whose boxes move and are stored in the data */
  nbvhdynamic: number;
  /** number of nodes of the octrees of all meshes that have one */
  noct: number;
  /** number of joints */
  njnt: number;
  /** number of kinematic trees: groups of moving bodies that are connected by joints alone, not through the world */
  ntree: number;
  /** number of entries of the inertia matrix in the older format, `qM`: each dof with all its ancestors */
  nM: number;
  /** number of entries of the matrix between bodies and dofs */
  nB: number;
  /**
   * number of entries of the inertia matrix as `M` stores it: the lower triangle, simple dofs with their diagonal alone
   */
  nC: number;
  /** number of entries of the symmetric matrix between dofs, both triangles */
  nD: number;
  /** number of geoms */
  ngeom: number;
  /** number of sites */
  nsite: number;
  /** number of cameras */
  ncam: number;
  /** number of lights */
  nlight: number;
  /** number of flexes (deformable bodies) */
  nflex: number;
  /** number of nodes of all flexes, between which vertices are interpolated */
  nflexnode: number;
  /** number of vertices of all flexes */
  nflexvert: number;
  /** number of edges of all flexes */
  nflexedge: number;
  /** number of elements of all flexes: segments, triangles, or tetrahedra */
  nflexelem: number;
  /** number of vertex numbers of all flex elements */
  nflexelemdata: number;
  /** number of edge numbers of all flex elements */
  nflexelemedge: number;
  /** number of vertex numbers of all fragments of flex surfaces */
  nflexshelldata: number;
  /** number of pairs of a flex element and a vertex that are tested against each other */
  nflexevpair: number;
  /** number of texture coordinates of all flexes */
  nflextexcoord: number;
  /** number of entries of the sparse Jacobian of flex edge lengths */
  nJfe: number;
  /** number of entries of the sparse Jacobian of flex vertex strains, for one of the two rows of each vertex */
  nJfv: number;
  /** number of meshes */
  nmesh: number;
  /** number of vertices of all meshes */
  nmeshvert: number;
  /** number of normals of all meshes */
  nmeshnormal: number;
  /** number of texture coordinates of all meshes */
  nmeshtexcoord: number;
  /** number of triangles of all meshes */
  nmeshface: number;
  /** number of integers of the convex hull graphs of all meshes */
  nmeshgraph: number;
  /**
   * number of polygons of all meshes: neighboring triangles of the convex hull (or of the mesh, without hull) that
   * share a normal
   */
  nmeshpoly: number;
  /** number of vertex numbers of all polygons */
  nmeshpolyvert: number;
  /** number of polygon numbers around all mesh vertices */
  nmeshpolymap: number;
  /** number of skins */
  nskin: number;
  /** number of vertices of all skins */
  nskinvert: number;
  /** number of texture coordinates of all skins */
  nskintexvert: number;
  /** number of triangles of all skins */
  nskinface: number;
  /** number of bones of all skins */
  nskinbone: number;
  /** number of vertices that bones influence, counted once for each bone */
  nskinbonevert: number;
  /** number of height fields */
  nhfield: number;
  /** number of elevations of all height fields */
  nhfielddata: number;
  /** number of textures */
  ntex: number;
  /** number of materials */
  nmat: number;
  /** number of explicit contact pairs */
  npair: number;
  /** number of pairs of bodies that are excluded from collision */
  nexclude: number;
  /** number of equality constraints */
  neq: number;
  /** number of tendons */
  ntendon: number;
  /** number of elements of all tendon paths: joints, sites, wrapping geoms, and pulleys */
  nwrap: number;
  /** number of sensors */
  nsensor: number;
  /** number of custom numeric fields */
  nnumeric: number;
  /** number of values in all custom numeric fields */
  nnumericdata: number;
  /** number of custom text fields */
  ntext: number;
  /** number of bytes of all custom texts, terminating zeros included */
  ntextdata: number;
  /** number of custom tuples */
  ntuple: number;
  /** number of objects in all custom tuples */
  ntupledata: number;
  /** number of keyframes */
  nkey: number;
  /** number of mocap bodies, which the user moves */
  nmocap: number;
  /** number of plugin instances */
  nplugin: number;
  /** number of bytes of all plugin attributes */
  npluginattr: number;
  /** number of user values per body */
  nuser_body: number;
  /** number of user values per joint */
  nuser_jnt: number;
  /** number of user values per geom */
  nuser_geom: number;
  /** number of user values per site */
  nuser_site: number;
  /** number of user values per camera */
  nuser_cam: number;
  /** number of user values per tendon */
  nuser_tendon: number;
  /** number of user values per actuator */
  nuser_actuator: number;
  /** number of user values per sensor */
  nuser_sensor: number;
  /** number of bytes of all names, terminating zeros included */
  nnames: number;
  /** number of bytes of all asset paths, terminating zeros included */
  npaths: number;
  /** number of slots of the hash tables over names */
  nnames_map: number;
  /** number of entries of the sparse matrix of actuator moments */
  nJmom: number;
  /** number of bodies with gravity compensation */
  ngravcomp: number;
  /** most rows that equality constraints can take */
  nemax: number;
  /** the document's `njmax`, a number of constraint rows; -1: not given. Sizes the arena if the document does not */
  njmax: number;
  /** the document's `nconmax`, a number of contacts; -1: not given. Sizes the arena if the document does not */
  nconmax: number;
  /** number of values in `userdata` */
  nuserdata: number;
  /** number of values that all sensors return together */
  nsensordata: number;
  /** number of values in the state of plugins */
  npluginstate: number;
  /** number of values in the history buffers of delayed actuators and sensors */
  nhistory: number;
}

/** The array fields of a model. */
export interface ModelArrays {
  /**
   * reference configuration, the one that the document describes (m or rad)
   *
   * Shape: `nq`.
   */
  qpos0: Float64Array;
  /**
   * configuration in which joint springs are at rest (m or rad)
   *
   * Shape: `nq`.
   */
  qpos_spring: Float64Array;
  /**
   * parent body; the world is its own
   *
   * Shape: `nbody`.
   */
  body_parentid: Int32Array;
  /**
   * the ancestor, or the body itself, that is a child of the world; 0 for the world
   *
   * Shape: `nbody`.
   */
  body_rootid: Int32Array;
  /**
   * topmost body to which it is rigidly attached, for lack of joints in between; itself if it has joints
   *
   * Shape: `nbody`.
   */
  body_weldid: Int32Array;
  /**
   * row in `mocap_pos` and `mocap_quat`; -1: not a mocap body
   *
   * Shape: `nbody`.
   */
  body_mocapid: Int32Array;
  /**
   * number of its joints
   *
   * Shape: `nbody`.
   */
  body_jntnum: Int32Array;
  /**
   * its first joint; -1: none
   *
   * Shape: `nbody`.
   */
  body_jntadr: Int32Array;
  /**
   * number of its own dofs, without those of its ancestors
   *
   * Shape: `nbody`.
   */
  body_dofnum: Int32Array;
  /**
   * its first dof; -1: none
   *
   * Shape: `nbody`.
   */
  body_dofadr: Int32Array;
  /**
   * its kinematic tree; -1: fixed to the world
   *
   * Shape: `nbody`.
   */
  body_treeid: Int32Array;
  /**
   * number of its geoms
   *
   * Shape: `nbody`.
   */
  body_geomnum: Int32Array;
  /**
   * its first geom; -1: none
   *
   * Shape: `nbody`.
   */
  body_geomadr: Int32Array;
  /**
   * 1: its block of the inertia matrix is diagonal; 2: and constant, because it only slides; 0: neither
   *
   * Shape: `nbody`.
   */
  body_simple: Uint8Array;
  /**
   * how its inertial frame relates to its frame: a value of `SameFrame`
   *
   * Shape: `nbody`.
   */
  body_sameframe: Uint8Array;
  /**
   * position in the frame of the parent, at the reference configuration (m)
   *
   * Shape: `nbody × 3`.
   */
  body_pos: Float64Array;
  /**
   * orientation in the frame of the parent, at the reference configuration (unit quaternion)
   *
   * Shape: `nbody × 4`.
   */
  body_quat: Float64Array;
  /**
   * center of mass in the body frame (m)
   *
   * Shape: `nbody × 3`.
   */
  body_ipos: Float64Array;
  /**
   * orientation of the principal axes of inertia in the body frame (unit quaternion)
   *
   * Shape: `nbody × 4`.
   */
  body_iquat: Float64Array;
  /**
   * mass (kg)
   *
   * Shape: `nbody`.
   */
  body_mass: Float64Array;
  /**
   * mass of the body and all its descendants (kg)
   *
   * Shape: `nbody`.
   */
  body_subtreemass: Float64Array;
  /**
   * principal moments of inertia about the center of mass (kg m²)
   *
   * Shape: `nbody × 3`.
   */
  body_inertia: Float64Array;
  /**
   * mean inverse inertia at the reference configuration: translation (1/kg), rotation (1/(kg m²))
   *
   * Shape: `nbody × 2`.
   */
  body_invweight0: Float64Array;
  /**
   * gravity compensation, as a multiple of the body's weight; 1 cancels gravity
   *
   * Shape: `nbody`.
   */
  body_gravcomp: Float64Array;
  /**
   * largest margin of its geoms (m)
   *
   * Shape: `nbody`.
   */
  body_margin: Float64Array;
  /**
   * user data
   *
   * Shape: `nbody × nuser_body`.
   */
  body_user: Float64Array;
  /**
   * plugin instance that adds passive forces, or -1
   *
   * Shape: `nbody`.
   */
  body_plugin: Int32Array;
  /**
   * contact types of all its geoms, combined with OR
   *
   * Shape: `nbody`.
   */
  body_contype: Int32Array;
  /**
   * contact affinities of all its geoms, combined with OR
   *
   * Shape: `nbody`.
   */
  body_conaffinity: Int32Array;
  /**
   * root of its hierarchy of bounding boxes; -1: none
   *
   * Shape: `nbody`.
   */
  body_bvhadr: Int32Array;
  /**
   * number of nodes of its hierarchy
   *
   * Shape: `nbody`.
   */
  body_bvhnum: Int32Array;
  /**
   * depth in its hierarchy; 0 for the root
   *
   * Shape: `nbvh`.
   */
  bvh_depth: Int32Array;
  /**
   * the two children, counted from the root of the hierarchy; -1: none
   *
   * Shape: `nbvh × 2`.
   */
  bvh_child: Int32Array;
  /**
   * what a leaf holds: a geom of a body, a triangle of a mesh, an element of a flex; -1 for inner nodes
   *
   * Shape: `nbvh`.
   */
  bvh_nodeid: Int32Array;
  /**
   * box as center and half sizes, in the inertial frame of the body or the frame of the mesh (m)
   *
   * Shape: `nbvhstatic × 6`.
   */
  bvh_aabb: Float64Array;
  /**
   * depth in its octree; 0 for the root
   *
   * Shape: `noct`.
   */
  oct_depth: Int32Array;
  /**
   * the eight children, counted from the root of the octree; -1 for leaves
   *
   * Shape: `noct × 8`.
   */
  oct_child: Int32Array;
  /**
   * box as center and half sizes, in the frame of the mesh (m)
   *
   * Shape: `noct × 6`.
   */
  oct_aabb: Float64Array;
  /**
   * signed distance to the surface at the eight corners of the box, x fastest (m)
   *
   * Shape: `noct × 8`.
   */
  oct_coeff: Float64Array;
  /**
   * type: a value of `Joint`
   *
   * Shape: `njnt`.
   */
  jnt_type: Int32Array;
  /**
   * its first element in `qpos`
   *
   * Shape: `njnt`.
   */
  jnt_qposadr: Int32Array;
  /**
   * its first dof
   *
   * Shape: `njnt`.
   */
  jnt_dofadr: Int32Array;
  /**
   * the body that it moves
   *
   * Shape: `njnt`.
   */
  jnt_bodyid: Int32Array;
  /**
   * group for visibility
   *
   * Shape: `njnt`.
   */
  jnt_group: Int32Array;
  /**
   * 1: `jnt_range` is enforced
   *
   * Shape: `njnt`.
   */
  jnt_limited: Uint8Array;
  /**
   * 1: `jnt_actfrcrange` is enforced
   *
   * Shape: `njnt`.
   */
  jnt_actfrclimited: Uint8Array;
  /**
   * 1: gravity compensation counts as actuator force rather than passive force
   *
   * Shape: `njnt`.
   */
  jnt_actgravcomp: Uint8Array;
  /**
   * reference of the limit: time constant (s) and damping ratio, or minus stiffness and minus damping
   *
   * Shape: `njnt × 2`.
   */
  jnt_solref: Float64Array;
  /**
   * impedance of the limit: lowest, highest, width (m or rad), midpoint, power
   *
   * Shape: `njnt × 5`.
   */
  jnt_solimp: Float64Array;
  /**
   * anchor in the body frame (m)
   *
   * Shape: `njnt × 3`.
   */
  jnt_pos: Float64Array;
  /**
   * axis in the body frame (unit vector)
   *
   * Shape: `njnt × 3`.
   */
  jnt_axis: Float64Array;
  /**
   * spring stiffness (N/m or N m/rad)
   *
   * Shape: `njnt`.
   */
  jnt_stiffness: Float64Array;
  /**
   * lowest and highest position (m or rad); for ball joints 0 and the largest angle
   *
   * Shape: `njnt × 2`.
   */
  jnt_range: Float64Array;
  /**
   * lowest and highest sum of actuator forces on the joint (N or N m)
   *
   * Shape: `njnt × 2`.
   */
  jnt_actfrcrange: Float64Array;
  /**
   * distance from the limit at which its constraint sets in (m or rad)
   *
   * Shape: `njnt`.
   */
  jnt_margin: Float64Array;
  /**
   * user data
   *
   * Shape: `njnt × nuser_jnt`.
   */
  jnt_user: Float64Array;
  /**
   * the body that it moves
   *
   * Shape: `nv`.
   */
  dof_bodyid: Int32Array;
  /**
   * its joint
   *
   * Shape: `nv`.
   */
  dof_jntid: Int32Array;
  /**
   * the previous dof of the chain toward the root; -1: none
   *
   * Shape: `nv`.
   */
  dof_parentid: Int32Array;
  /**
   * its kinematic tree
   *
   * Shape: `nv`.
   */
  dof_treeid: Int32Array;
  /**
   * its diagonal entry in `qM`
   *
   * Shape: `nv`.
   */
  dof_Madr: Int32Array;
  /**
   * how many dofs in a row, from this one on, belong to simple bodies; 0 if this one does not
   *
   * Shape: `nv`.
   */
  dof_simplenum: Int32Array;
  /**
   * reference of friction loss: time constant (s) and damping ratio, or minus stiffness and minus damping
   *
   * Shape: `nv × 2`.
   */
  dof_solref: Float64Array;
  /**
   * impedance of friction loss: lowest, highest, width, midpoint, power
   *
   * Shape: `nv × 5`.
   */
  dof_solimp: Float64Array;
  /**
   * largest dry friction force (N or N m); 0: none
   *
   * Shape: `nv`.
   */
  dof_frictionloss: Float64Array;
  /**
   * inertia added to the diagonal of the inertia matrix (kg or kg m²)
   *
   * Shape: `nv`.
   */
  dof_armature: Float64Array;
  /**
   * viscous damping (N s/m or N m s/rad)
   *
   * Shape: `nv`.
   */
  dof_damping: Float64Array;
  /**
   * inverse inertia at the reference configuration, averaged over the dofs of a joint (1/kg or 1/(kg m²))
   *
   * Shape: `nv`.
   */
  dof_invweight0: Float64Array;
  /**
   * diagonal of the inertia matrix at the reference configuration (kg or kg m²)
   *
   * Shape: `nv`.
   */
  dof_M0: Float64Array;
  /**
   * 1 for translation; for rotation the size of the body (m): turns a velocity into one in m/s
   *
   * Shape: `nv`.
   */
  dof_length: Float64Array;
  /**
   * its first body
   *
   * Shape: `ntree`.
   */
  tree_bodyadr: Int32Array;
  /**
   * number of its bodies
   *
   * Shape: `ntree`.
   */
  tree_bodynum: Int32Array;
  /**
   * its first dof
   *
   * Shape: `ntree`.
   */
  tree_dofadr: Int32Array;
  /**
   * number of its dofs
   *
   * Shape: `ntree`.
   */
  tree_dofnum: Int32Array;
  /**
   * whether it may fall asleep: a value of `SleepPolicy`
   *
   * Shape: `ntree`.
   */
  tree_sleep_policy: Int32Array;
  /**
   * shape: a value of `Geom`
   *
   * Shape: `ngeom`.
   */
  geom_type: Int32Array;
  /**
   * contact type bits: two geoms can touch if a type of one is an affinity of the other
   *
   * Shape: `ngeom`.
   */
  geom_contype: Int32Array;
  /**
   * contact affinity bits
   *
   * Shape: `ngeom`.
   */
  geom_conaffinity: Int32Array;
  /**
   * rows of its contacts: 1 normal, 3 with sliding friction, 4 with torsion, 6 with rolling
   *
   * Shape: `ngeom`.
   */
  geom_condim: Int32Array;
  /**
   * its body
   *
   * Shape: `ngeom`.
   */
  geom_bodyid: Int32Array;
  /**
   * its mesh or height field; -1: none
   *
   * Shape: `ngeom`.
   */
  geom_dataid: Int32Array;
  /**
   * its material; -1: none
   *
   * Shape: `ngeom`.
   */
  geom_matid: Int32Array;
  /**
   * group for visibility
   *
   * Shape: `ngeom`.
   */
  geom_group: Int32Array;
  /**
   * the geom with the higher priority decides the parameters of a contact; equal ones mix
   *
   * Shape: `ngeom`.
   */
  geom_priority: Int32Array;
  /**
   * plugin instance that is the signed distance field, or -1
   *
   * Shape: `ngeom`.
   */
  geom_plugin: Int32Array;
  /**
   * which frame of the body it shares: a value of `SameFrame`
   *
   * Shape: `ngeom`.
   */
  geom_sameframe: Uint8Array;
  /**
   * weight of its `geom_solref` and `geom_solimp` in the mix of two geoms
   *
   * Shape: `ngeom`.
   */
  geom_solmix: Float64Array;
  /**
   * reference of its contacts: time constant (s) and damping ratio, or minus stiffness and minus damping
   *
   * Shape: `ngeom × 2`.
   */
  geom_solref: Float64Array;
  /**
   * impedance of its contacts: lowest, highest, width (m), midpoint, power
   *
   * Shape: `ngeom × 5`.
   */
  geom_solimp: Float64Array;
  /**
   * size, by type (m): radius, half length or half sizes
   *
   * Shape: `ngeom × 3`.
   */
  geom_size: Float64Array;
  /**
   * bounding box as center and half sizes, in the geom frame (m)
   *
   * Shape: `ngeom × 6`.
   */
  geom_aabb: Float64Array;
  /**
   * radius of the bounding sphere (m); 0: unbounded, a plane
   *
   * Shape: `ngeom`.
   */
  geom_rbound: Float64Array;
  /**
   * position in the body frame (m)
   *
   * Shape: `ngeom × 3`.
   */
  geom_pos: Float64Array;
  /**
   * orientation in the body frame (unit quaternion)
   *
   * Shape: `ngeom × 4`.
   */
  geom_quat: Float64Array;
  /**
   * friction coefficients: sliding, torsional (m), rolling (m)
   *
   * Shape: `ngeom × 3`.
   */
  geom_friction: Float64Array;
  /**
   * distance at which contacts are detected (m)
   *
   * Shape: `ngeom`.
   */
  geom_margin: Float64Array;
  /**
   * part of the margin, at its outer end, in which contacts exert no force (m)
   *
   * Shape: `ngeom`.
   */
  geom_gap: Float64Array;
  /**
   * forces of a fluid on an ellipsoid: on or off, five coefficients, added mass and inertia per axis
   *
   * Shape: `ngeom × 12`.
   */
  geom_fluid: Float64Array;
  /**
   * user data
   *
   * Shape: `ngeom × nuser_geom`.
   */
  geom_user: Float64Array;
  /**
   * color and opacity, from 0 to 1, where no material is set
   *
   * Shape: `ngeom × 4`.
   */
  geom_rgba: Float32Array;
  /**
   * shape: a value of `Geom`
   *
   * Shape: `nsite`.
   */
  site_type: Int32Array;
  /**
   * its body
   *
   * Shape: `nsite`.
   */
  site_bodyid: Int32Array;
  /**
   * its material; -1: none
   *
   * Shape: `nsite`.
   */
  site_matid: Int32Array;
  /**
   * group for visibility
   *
   * Shape: `nsite`.
   */
  site_group: Int32Array;
  /**
   * which frame of the body it shares: a value of `SameFrame`
   *
   * Shape: `nsite`.
   */
  site_sameframe: Uint8Array;
  /**
   * size, as for a geom (m)
   *
   * Shape: `nsite × 3`.
   */
  site_size: Float64Array;
  /**
   * position in the body frame (m)
   *
   * Shape: `nsite × 3`.
   */
  site_pos: Float64Array;
  /**
   * orientation in the body frame (unit quaternion)
   *
   * Shape: `nsite × 4`.
   */
  site_quat: Float64Array;
  /**
   * user data
   *
   * Shape: `nsite × nuser_site`.
   */
  site_user: Float64Array;
  /**
   * color and opacity, from 0 to 1, where no material is set
   *
   * Shape: `nsite × 4`.
   */
  site_rgba: Float32Array;
  /**
   * how it follows its body: a value of `CamLight`
   *
   * Shape: `ncam`.
   */
  cam_mode: Int32Array;
  /**
   * its body
   *
   * Shape: `ncam`.
   */
  cam_bodyid: Int32Array;
  /**
   * the body that it looks at; -1: none
   *
   * Shape: `ncam`.
   */
  cam_targetbodyid: Int32Array;
  /**
   * position in the body frame (m)
   *
   * Shape: `ncam × 3`.
   */
  cam_pos: Float64Array;
  /**
   * orientation in the body frame; it looks along -z, with +y up (unit quaternion)
   *
   * Shape: `ncam × 4`.
   */
  cam_quat: Float64Array;
  /**
   * position from the center of mass of the body's subtree, in world axes, at the reference configuration (m)
   *
   * Shape: `ncam × 3`.
   */
  cam_poscom0: Float64Array;
  /**
   * position from the body, in world axes, at the reference configuration (m)
   *
   * Shape: `ncam × 3`.
   */
  cam_pos0: Float64Array;
  /**
   * orientation in the world at the reference configuration (rotation matrix)
   *
   * Shape: `ncam × 9`.
   */
  cam_mat0: Float64Array;
  /**
   * projection: a value of `Projection`
   *
   * Shape: `ncam`.
   */
  cam_projection: Int32Array;
  /**
   * vertical field of view: an angle (degrees), or the height of the view if orthographic (m)
   *
   * Shape: `ncam`.
   */
  cam_fovy: Float64Array;
  /**
   * distance between the two eyes (m)
   *
   * Shape: `ncam`.
   */
  cam_ipd: Float64Array;
  /**
   * width and height of the image (pixels)
   *
   * Shape: `ncam × 2`.
   */
  cam_resolution: Int32Array;
  /**
   * which images it makes: bits of `CamOutBit`
   *
   * Shape: `ncam`.
   */
  cam_output: Int32Array;
  /**
   * width and height of the sensor (m); 0: unset, use `cam_fovy`
   *
   * Shape: `ncam × 2`.
   */
  cam_sensorsize: Float32Array;
  /**
   * focal lengths in x and y, and the offset of the principal point in x and y (m)
   *
   * Shape: `ncam × 4`.
   */
  cam_intrinsic: Float32Array;
  /**
   * user data
   *
   * Shape: `ncam × nuser_cam`.
   */
  cam_user: Float64Array;
  /**
   * how it follows its body: a value of `CamLight`
   *
   * Shape: `nlight`.
   */
  light_mode: Int32Array;
  /**
   * its body
   *
   * Shape: `nlight`.
   */
  light_bodyid: Int32Array;
  /**
   * the body that it points at; -1: none
   *
   * Shape: `nlight`.
   */
  light_targetbodyid: Int32Array;
  /**
   * type: a value of `LightType`
   *
   * Shape: `nlight`.
   */
  light_type: Int32Array;
  /**
   * the texture of an image light; -1: none
   *
   * Shape: `nlight`.
   */
  light_texid: Int32Array;
  /**
   * 1: it casts shadows
   *
   * Shape: `nlight`.
   */
  light_castshadow: Uint8Array;
  /**
   * radius of the source, which softens shadows (m)
   *
   * Shape: `nlight`.
   */
  light_bulbradius: Float32Array;
  /**
   * intensity (cd)
   *
   * Shape: `nlight`.
   */
  light_intensity: Float32Array;
  /**
   * distance up to which it has an effect (m)
   *
   * Shape: `nlight`.
   */
  light_range: Float32Array;
  /**
   * 1: it is on
   *
   * Shape: `nlight`.
   */
  light_active: Uint8Array;
  /**
   * position in the body frame (m)
   *
   * Shape: `nlight × 3`.
   */
  light_pos: Float64Array;
  /**
   * direction in the body frame (unit vector)
   *
   * Shape: `nlight × 3`.
   */
  light_dir: Float64Array;
  /**
   * position from the center of mass of the body's subtree, in world axes, at the reference configuration (m)
   *
   * Shape: `nlight × 3`.
   */
  light_poscom0: Float64Array;
  /**
   * position from the body, in world axes, at the reference configuration (m)
   *
   * Shape: `nlight × 3`.
   */
  light_pos0: Float64Array;
  /**
   * direction in the world at the reference configuration (unit vector)
   *
   * Shape: `nlight × 3`.
   */
  light_dir0: Float64Array;
  /**
   * attenuation with distance: constant, linear, and quadratic coefficient
   *
   * Shape: `nlight × 3`.
   */
  light_attenuation: Float32Array;
  /**
   * half angle of a spotlight's cone (degrees)
   *
   * Shape: `nlight`.
   */
  light_cutoff: Float32Array;
  /**
   * how sharply a spotlight fades toward the edge of its cone
   *
   * Shape: `nlight`.
   */
  light_exponent: Float32Array;
  /**
   * color of the ambient light, from 0 to 1
   *
   * Shape: `nlight × 3`.
   */
  light_ambient: Float32Array;
  /**
   * color of the diffuse light, from 0 to 1
   *
   * Shape: `nlight × 3`.
   */
  light_diffuse: Float32Array;
  /**
   * color of the specular light, from 0 to 1
   *
   * Shape: `nlight × 3`.
   */
  light_specular: Float32Array;
  /**
   * contact type bits, as for a geom
   *
   * Shape: `nflex`.
   */
  flex_contype: Int32Array;
  /**
   * contact affinity bits, as for a geom
   *
   * Shape: `nflex`.
   */
  flex_conaffinity: Int32Array;
  /**
   * rows of its contacts: 1, 3, 4, or 6
   *
   * Shape: `nflex`.
   */
  flex_condim: Int32Array;
  /**
   * the side with the higher priority decides the parameters of a contact; equal ones mix
   *
   * Shape: `nflex`.
   */
  flex_priority: Int32Array;
  /**
   * weight of its `flex_solref` and `flex_solimp` in a mix
   *
   * Shape: `nflex`.
   */
  flex_solmix: Float64Array;
  /**
   * reference of its contacts: time constant (s) and damping ratio, or minus stiffness and minus damping
   *
   * Shape: `nflex × 2`.
   */
  flex_solref: Float64Array;
  /**
   * impedance of its contacts: lowest, highest, width (m), midpoint, power
   *
   * Shape: `nflex × 5`.
   */
  flex_solimp: Float64Array;
  /**
   * friction coefficients: sliding, torsional (m), rolling (m)
   *
   * Shape: `nflex × 3`.
   */
  flex_friction: Float64Array;
  /**
   * distance at which contacts are detected (m)
   *
   * Shape: `nflex`.
   */
  flex_margin: Float64Array;
  /**
   * part of the margin, at its outer end, in which contacts exert no force (m)
   *
   * Shape: `nflex`.
   */
  flex_gap: Float64Array;
  /**
   * 1: vertices collide with nearby elements of the same flex, and corners of tetrahedra with the face opposite
   *
   * Shape: `nflex`.
   */
  flex_internal: Uint8Array;
  /**
   * how its elements are tested against each other: a value of `FlexSelf`
   *
   * Shape: `nflex`.
   */
  flex_selfcollide: Int32Array;
  /**
   * how many layers of tetrahedra, counted from the surface, collide
   *
   * Shape: `nflex`.
   */
  flex_activelayers: Int32Array;
  /**
   * 1: its contacts are passive forces instead of constraints
   *
   * Shape: `nflex`.
   */
  flex_passive: Int32Array;
  /**
   * 1: segments, 2: triangles, 3: tetrahedra
   *
   * Shape: `nflex`.
   */
  flex_dim: Int32Array;
  /**
   * its material; -1: none
   *
   * Shape: `nflex`.
   */
  flex_matid: Int32Array;
  /**
   * group for visibility
   *
   * Shape: `nflex`.
   */
  flex_group: Int32Array;
  /**
   * order of the interpolation between nodes; 0: vertices belong to bodies of their own
   *
   * Shape: `nflex`.
   */
  flex_interp: Int32Array;
  /**
   * its first node
   *
   * Shape: `nflex`.
   */
  flex_nodeadr: Int32Array;
  /**
   * number of its nodes; 0 without interpolation
   *
   * Shape: `nflex`.
   */
  flex_nodenum: Int32Array;
  /**
   * its first vertex
   *
   * Shape: `nflex`.
   */
  flex_vertadr: Int32Array;
  /**
   * number of its vertices
   *
   * Shape: `nflex`.
   */
  flex_vertnum: Int32Array;
  /**
   * its first edge
   *
   * Shape: `nflex`.
   */
  flex_edgeadr: Int32Array;
  /**
   * number of its edges
   *
   * Shape: `nflex`.
   */
  flex_edgenum: Int32Array;
  /**
   * its first element
   *
   * Shape: `nflex`.
   */
  flex_elemadr: Int32Array;
  /**
   * number of its elements
   *
   * Shape: `nflex`.
   */
  flex_elemnum: Int32Array;
  /**
   * its first entry in `flex_elem`
   *
   * Shape: `nflex`.
   */
  flex_elemdataadr: Int32Array;
  /**
   * its first entry in `flex_elemedge`
   *
   * Shape: `nflex`.
   */
  flex_elemedgeadr: Int32Array;
  /**
   * number of fragments of its surface
   *
   * Shape: `nflex`.
   */
  flex_shellnum: Int32Array;
  /**
   * its first entry in `flex_shell`; -1: none
   *
   * Shape: `nflex`.
   */
  flex_shelldataadr: Int32Array;
  /**
   * its first row in `flex_evpair`; -1: none
   *
   * Shape: `nflex`.
   */
  flex_evpairadr: Int32Array;
  /**
   * number of its pairs of an element and a vertex
   *
   * Shape: `nflex`.
   */
  flex_evpairnum: Int32Array;
  /**
   * its first row in `flex_texcoord`; -1: none
   *
   * Shape: `nflex`.
   */
  flex_texcoordadr: Int32Array;
  /**
   * the body of each node
   *
   * Shape: `nflexnode`.
   */
  flex_nodebodyid: Int32Array;
  /**
   * the body of each vertex
   *
   * Shape: `nflexvert`.
   */
  flex_vertbodyid: Int32Array;
  /**
   * first entry of the vertex in `flex_vertedge`; filled only where vertex strains are constrained
   *
   * Shape: `nflexvert`.
   */
  flex_vertedgeadr: Int32Array;
  /**
   * number of edges at the vertex; filled only where vertex strains are constrained
   *
   * Shape: `nflexvert`.
   */
  flex_vertedgenum: Int32Array;
  /**
   * edges at each vertex, one vertex after another, each edge listed at both of its ends
   *
   * Shape: `nflexedge × 2`.
   */
  flex_vertedge: Int32Array;
  /**
   * the two vertices of an edge, counted from the first of the flex
   *
   * Shape: `nflexedge × 2`.
   */
  flex_edge: Int32Array;
  /**
   * of triangles, the vertices across the edge on either side; -1: none
   *
   * Shape: `nflexedge × 2`.
   */
  flex_edgeflap: Int32Array;
  /**
   * vertices of the elements, `flex_dim + 1` each, counted from the first of the flex
   *
   * Shape: `nflexelemdata`.
   */
  flex_elem: Int32Array;
  /**
   * texture coordinates of the elements, `flex_dim + 1` each
   *
   * Shape: `nflexelemdata`.
   */
  flex_elemtexcoord: Int32Array;
  /**
   * edges of the elements (1, 3, or 6 each), counted from the first of the flex
   *
   * Shape: `nflexelemedge`.
   */
  flex_elemedge: Int32Array;
  /**
   * how many elements lie between a tetrahedron and the surface; 0 at the surface
   *
   * Shape: `nflexelem`.
   */
  flex_elemlayer: Int32Array;
  /**
   * vertices of the surface fragments, `flex_dim` each
   *
   * Shape: `nflexshelldata`.
   */
  flex_shell: Int32Array;
  /**
   * an element and a vertex near it that are tested against each other
   *
   * Shape: `nflexevpair × 2`.
   */
  flex_evpair: Int32Array;
  /**
   * position of the vertex in the frame of its body (m)
   *
   * Shape: `nflexvert × 3`.
   */
  flex_vert: Float64Array;
  /**
   * position at the reference configuration, in the bounding box of the flex: from 0 to 1 per axis
   *
   * Shape: `nflexvert × 3`.
   */
  flex_vert0: Float64Array;
  /**
   * inverse of the weighted moments of the edges around the vertex, at rest (2 × 2)
   *
   * Shape: `nflexvert × 4`.
   */
  flex_vertmetric: Float64Array;
  /**
   * position of the node in the frame of its body (m)
   *
   * Shape: `nflexnode × 3`.
   */
  flex_node: Float64Array;
  /**
   * position of the node in the world at the reference configuration (m)
   *
   * Shape: `nflexnode × 3`.
   */
  flex_node0: Float64Array;
  /**
   * length at the reference configuration (m)
   *
   * Shape: `nflexedge`.
   */
  flexedge_length0: Float64Array;
  /**
   * inverse inertia of the edge length at the reference configuration (1/kg)
   *
   * Shape: `nflexedge`.
   */
  flexedge_invweight0: Float64Array;
  /**
   * radius around vertices, segments, and triangles: half the thickness that collides (m)
   *
   * Shape: `nflex`.
   */
  flex_radius: Float64Array;
  /**
   * half sizes of the box around its vertices at the reference configuration (m)
   *
   * Shape: `nflex × 3`.
   */
  flex_size: Float64Array;
  /**
   * stiffness of the element in terms of its edges (upper triangle of 6 × 6); of an interpolated flex, one matrix over
   * its nodes, which takes many rows
   *
   * Shape: `nflexelem × 21`.
   */
  flex_stiffness: Float64Array;
  /**
   * bending stiffness of the two triangles at an edge: matrix over 4 vertices, and one number
   *
   * Shape: `nflexedge × 17`.
   */
  flex_bending: Float64Array;
  /**
   * damping in proportion to stiffness (s)
   *
   * Shape: `nflex`.
   */
  flex_damping: Float64Array;
  /**
   * stiffness of the springs along edges (N/m)
   *
   * Shape: `nflex`.
   */
  flex_edgestiffness: Float64Array;
  /**
   * damping along edges (N s/m)
   *
   * Shape: `nflex`.
   */
  flex_edgedamping: Float64Array;
  /**
   * an equality constrains 1: the lengths of its edges, 2: the strains at its vertices, 0: nothing
   *
   * Shape: `nflex`.
   */
  flex_edgeequality: Int32Array;
  /**
   * 1: all vertices belong to one body
   *
   * Shape: `nflex`.
   */
  flex_rigid: Uint8Array;
  /**
   * 1: both vertices belong to one body, or to bodies welded together
   *
   * Shape: `nflexedge`.
   */
  flexedge_rigid: Uint8Array;
  /**
   * 1: all vertices are at the origins of their bodies
   *
   * Shape: `nflex`.
   */
  flex_centered: Uint8Array;
  /**
   * 1: drawn with flat shading
   *
   * Shape: `nflex`.
   */
  flex_flatskin: Uint8Array;
  /**
   * root of its hierarchy of bounding boxes; -1: none
   *
   * Shape: `nflex`.
   */
  flex_bvhadr: Int32Array;
  /**
   * number of nodes of its hierarchy
   *
   * Shape: `nflex`.
   */
  flex_bvhnum: Int32Array;
  /**
   * entries of its row of the Jacobian
   *
   * Shape: `nflexedge`.
   */
  flexedge_J_rownnz: Int32Array;
  /**
   * first entry of its row
   *
   * Shape: `nflexedge`.
   */
  flexedge_J_rowadr: Int32Array;
  /**
   * dof of each entry
   *
   * Shape: `nJfe`.
   */
  flexedge_J_colind: Int32Array;
  /**
   * entries of the two rows of the vertex
   *
   * Shape: `nflexvert × 2`.
   */
  flexvert_J_rownnz: Int32Array;
  /**
   * first entry of each row
   *
   * Shape: `nflexvert × 2`.
   */
  flexvert_J_rowadr: Int32Array;
  /**
   * dof of each entry
   *
   * Shape: `nJfv × 2`.
   */
  flexvert_J_colind: Int32Array;
  /**
   * color and opacity, from 0 to 1, where no material is set
   *
   * Shape: `nflex × 4`.
   */
  flex_rgba: Float32Array;
  /**
   * texture coordinates
   *
   * Shape: `nflextexcoord × 2`.
   */
  flex_texcoord: Float32Array;
  /**
   * its first vertex
   *
   * Shape: `nmesh`.
   */
  mesh_vertadr: Int32Array;
  /**
   * number of its vertices
   *
   * Shape: `nmesh`.
   */
  mesh_vertnum: Int32Array;
  /**
   * its first triangle
   *
   * Shape: `nmesh`.
   */
  mesh_faceadr: Int32Array;
  /**
   * number of its triangles
   *
   * Shape: `nmesh`.
   */
  mesh_facenum: Int32Array;
  /**
   * root of its hierarchy of bounding boxes; -1: none
   *
   * Shape: `nmesh`.
   */
  mesh_bvhadr: Int32Array;
  /**
   * number of nodes of its hierarchy
   *
   * Shape: `nmesh`.
   */
  mesh_bvhnum: Int32Array;
  /**
   * root of its octree; -1: none
   *
   * Shape: `nmesh`.
   */
  mesh_octadr: Int32Array;
  /**
   * number of nodes of its octree
   *
   * Shape: `nmesh`.
   */
  mesh_octnum: Int32Array;
  /**
   * its first normal
   *
   * Shape: `nmesh`.
   */
  mesh_normaladr: Int32Array;
  /**
   * number of its normals
   *
   * Shape: `nmesh`.
   */
  mesh_normalnum: Int32Array;
  /**
   * its first texture coordinate; -1: none
   *
   * Shape: `nmesh`.
   */
  mesh_texcoordadr: Int32Array;
  /**
   * number of its texture coordinates
   *
   * Shape: `nmesh`.
   */
  mesh_texcoordnum: Int32Array;
  /**
   * its first entry in `mesh_graph`; -1: no convex hull
   *
   * Shape: `nmesh`.
   */
  mesh_graphadr: Int32Array;
  /**
   * position in the mesh frame: centered, along the principal axes of inertia (m)
   *
   * Shape: `nmeshvert × 3`.
   */
  mesh_vert: Float32Array;
  /**
   * direction in the mesh frame (unit vector)
   *
   * Shape: `nmeshnormal × 3`.
   */
  mesh_normal: Float32Array;
  /**
   * texture coordinates
   *
   * Shape: `nmeshtexcoord × 2`.
   */
  mesh_texcoord: Float32Array;
  /**
   * vertices of the triangle, counted from the first of the mesh
   *
   * Shape: `nmeshface × 3`.
   */
  mesh_face: Int32Array;
  /**
   * normals of the triangle's corners, counted from the first of the mesh
   *
   * Shape: `nmeshface × 3`.
   */
  mesh_facenormal: Int32Array;
  /**
   * texture coordinates of the triangle's corners, counted from the first of the mesh
   *
   * Shape: `nmeshface × 3`.
   */
  mesh_facetexcoord: Int32Array;
  /**
   * convex hull: counts of vertices and faces, where each vertex's neighbors begin, its number in the mesh, neighbors,
   * faces
   *
   * Shape: `nmeshgraph`.
   */
  mesh_graph: Int32Array;
  /**
   * scale that was applied to the vertices of the asset
   *
   * Shape: `nmesh × 3`.
   */
  mesh_scale: Float64Array;
  /**
   * origin of the mesh frame in that of the asset (m)
   *
   * Shape: `nmesh × 3`.
   */
  mesh_pos: Float64Array;
  /**
   * orientation of the mesh frame in that of the asset (unit quaternion)
   *
   * Shape: `nmesh × 4`.
   */
  mesh_quat: Float64Array;
  /**
   * path of its file, in `paths`; -1: none
   *
   * Shape: `nmesh`.
   */
  mesh_pathadr: Int32Array;
  /**
   * number of its polygons
   *
   * Shape: `nmesh`.
   */
  mesh_polynum: Int32Array;
  /**
   * its first polygon
   *
   * Shape: `nmesh`.
   */
  mesh_polyadr: Int32Array;
  /**
   * outward normal of the polygon in the mesh frame (unit vector)
   *
   * Shape: `nmeshpoly × 3`.
   */
  mesh_polynormal: Float64Array;
  /**
   * first vertex of the polygon, in `mesh_polyvert`
   *
   * Shape: `nmeshpoly`.
   */
  mesh_polyvertadr: Int32Array;
  /**
   * number of vertices of the polygon
   *
   * Shape: `nmeshpoly`.
   */
  mesh_polyvertnum: Int32Array;
  /**
   * vertices of the polygons, counted from the first of the mesh
   *
   * Shape: `nmeshpolyvert`.
   */
  mesh_polyvert: Int32Array;
  /**
   * first polygon at the vertex, in `mesh_polymap`
   *
   * Shape: `nmeshvert`.
   */
  mesh_polymapadr: Int32Array;
  /**
   * number of polygons at the vertex; 0 for a vertex inside the hull
   *
   * Shape: `nmeshvert`.
   */
  mesh_polymapnum: Int32Array;
  /**
   * polygons at each vertex, counted from the first of the mesh
   *
   * Shape: `nmeshpolymap`.
   */
  mesh_polymap: Int32Array;
  /**
   * its material; -1: none
   *
   * Shape: `nskin`.
   */
  skin_matid: Int32Array;
  /**
   * group for visibility
   *
   * Shape: `nskin`.
   */
  skin_group: Int32Array;
  /**
   * color and opacity, from 0 to 1, where no material is set
   *
   * Shape: `nskin × 4`.
   */
  skin_rgba: Float32Array;
  /**
   * how far it is pushed out along its normals (m)
   *
   * Shape: `nskin`.
   */
  skin_inflate: Float32Array;
  /**
   * its first vertex
   *
   * Shape: `nskin`.
   */
  skin_vertadr: Int32Array;
  /**
   * number of its vertices
   *
   * Shape: `nskin`.
   */
  skin_vertnum: Int32Array;
  /**
   * its first texture coordinate; -1: none
   *
   * Shape: `nskin`.
   */
  skin_texcoordadr: Int32Array;
  /**
   * its first triangle
   *
   * Shape: `nskin`.
   */
  skin_faceadr: Int32Array;
  /**
   * number of its triangles
   *
   * Shape: `nskin`.
   */
  skin_facenum: Int32Array;
  /**
   * its first bone
   *
   * Shape: `nskin`.
   */
  skin_boneadr: Int32Array;
  /**
   * number of its bones
   *
   * Shape: `nskin`.
   */
  skin_bonenum: Int32Array;
  /**
   * position in the pose in which bones were bound (m)
   *
   * Shape: `nskinvert × 3`.
   */
  skin_vert: Float32Array;
  /**
   * texture coordinates
   *
   * Shape: `nskintexvert × 2`.
   */
  skin_texcoord: Float32Array;
  /**
   * vertices of the triangle, counted from the first of the skin
   *
   * Shape: `nskinface × 3`.
   */
  skin_face: Int32Array;
  /**
   * its first vertex in `skin_bonevertid`
   *
   * Shape: `nskinbone`.
   */
  skin_bonevertadr: Int32Array;
  /**
   * number of vertices that it influences
   *
   * Shape: `nskinbone`.
   */
  skin_bonevertnum: Int32Array;
  /**
   * position when bound (m)
   *
   * Shape: `nskinbone × 3`.
   */
  skin_bonebindpos: Float32Array;
  /**
   * orientation when bound (unit quaternion)
   *
   * Shape: `nskinbone × 4`.
   */
  skin_bonebindquat: Float32Array;
  /**
   * the body that it follows
   *
   * Shape: `nskinbone`.
   */
  skin_bonebodyid: Int32Array;
  /**
   * vertices that bones influence, counted from the first of the skin
   *
   * Shape: `nskinbonevert`.
   */
  skin_bonevertid: Int32Array;
  /**
   * weight of the bone at the vertex
   *
   * Shape: `nskinbonevert`.
   */
  skin_bonevertweight: Float32Array;
  /**
   * path of its file, in `paths`; -1: none
   *
   * Shape: `nskin`.
   */
  skin_pathadr: Int32Array;
  /**
   * half sizes in x and y, elevation of the highest point, thickness of the base below zero (m)
   *
   * Shape: `nhfield × 4`.
   */
  hfield_size: Float64Array;
  /**
   * rows of the grid, along y
   *
   * Shape: `nhfield`.
   */
  hfield_nrow: Int32Array;
  /**
   * columns of the grid, along x
   *
   * Shape: `nhfield`.
   */
  hfield_ncol: Int32Array;
  /**
   * its first elevation
   *
   * Shape: `nhfield`.
   */
  hfield_adr: Int32Array;
  /**
   * elevation from 0 to 1, rows from low to high y; 1 is the third number of `hfield_size`
   *
   * Shape: `nhfielddata`.
   */
  hfield_data: Float32Array;
  /**
   * path of its file, in `paths`; -1: none
   *
   * Shape: `nhfield`.
   */
  hfield_pathadr: Int32Array;
  /**
   * type: a value of `Texture`
   *
   * Shape: `ntex`.
   */
  tex_type: Int32Array;
  /**
   * color space: a value of `ColorSpace`
   *
   * Shape: `ntex`.
   */
  tex_colorspace: Int32Array;
  /**
   * rows of the image (pixels)
   *
   * Shape: `ntex`.
   */
  tex_height: Int32Array;
  /**
   * columns of the image (pixels)
   *
   * Shape: `ntex`.
   */
  tex_width: Int32Array;
  /**
   * channels of the image
   *
   * Shape: `ntex`.
   */
  tex_nchannel: Int32Array;
  /**
   * path of its file, in `paths`; -1: none
   *
   * Shape: `ntex`.
   */
  tex_pathadr: Int32Array;
  /**
   * texture for each `TextureRole`; -1: none
   *
   * Shape: `nmat × 10`.
   */
  mat_texid: Int32Array;
  /**
   * 1: the texture is scaled in space, not stretched over the geom
   *
   * Shape: `nmat`.
   */
  mat_texuniform: Uint8Array;
  /**
   * repetitions of the texture in x and y
   *
   * Shape: `nmat × 2`.
   */
  mat_texrepeat: Float32Array;
  /**
   * emission, as a multiple of the color
   *
   * Shape: `nmat`.
   */
  mat_emission: Float32Array;
  /**
   * specular reflection, from 0 to 1
   *
   * Shape: `nmat`.
   */
  mat_specular: Float32Array;
  /**
   * sharpness of highlights, from 0 to 1
   *
   * Shape: `nmat`.
   */
  mat_shininess: Float32Array;
  /**
   * mirror reflection, from 0 to 1
   *
   * Shape: `nmat`.
   */
  mat_reflectance: Float32Array;
  /**
   * metallic appearance, from 0 to 1; -1: unset
   *
   * Shape: `nmat`.
   */
  mat_metallic: Float32Array;
  /**
   * roughness, from 0 to 1; -1: unset
   *
   * Shape: `nmat`.
   */
  mat_roughness: Float32Array;
  /**
   * color and opacity, from 0 to 1
   *
   * Shape: `nmat × 4`.
   */
  mat_rgba: Float32Array;
  /**
   * rows of its contacts: 1, 3, 4, or 6
   *
   * Shape: `npair`.
   */
  pair_dim: Int32Array;
  /**
   * first geom
   *
   * Shape: `npair`.
   */
  pair_geom1: Int32Array;
  /**
   * second geom
   *
   * Shape: `npair`.
   */
  pair_geom2: Int32Array;
  /**
   * its two bodies as one number, 65536 × the first + the second
   *
   * Shape: `npair`.
   */
  pair_signature: Int32Array;
  /**
   * reference in the normal direction: time constant (s) and damping ratio, or minus stiffness and minus damping
   *
   * Shape: `npair × 2`.
   */
  pair_solref: Float64Array;
  /**
   * reference in the friction directions, likewise; all 0: as in the normal direction
   *
   * Shape: `npair × 2`.
   */
  pair_solreffriction: Float64Array;
  /**
   * impedance: lowest, highest, width (m), midpoint, power
   *
   * Shape: `npair × 5`.
   */
  pair_solimp: Float64Array;
  /**
   * distance at which contacts are detected (m)
   *
   * Shape: `npair`.
   */
  pair_margin: Float64Array;
  /**
   * part of the margin, at its outer end, in which contacts exert no force (m)
   *
   * Shape: `npair`.
   */
  pair_gap: Float64Array;
  /**
   * friction coefficients: sliding in two directions, torsional (m), rolling in two directions (m)
   *
   * Shape: `npair × 5`.
   */
  pair_friction: Float64Array;
  /**
   * the two bodies as one number, 65536 × the first + the second
   *
   * Shape: `nexclude`.
   */
  exclude_signature: Int32Array;
  /**
   * type: a value of `Eq`
   *
   * Shape: `neq`.
   */
  eq_type: Int32Array;
  /**
   * first object
   *
   * Shape: `neq`.
   */
  eq_obj1id: Int32Array;
  /**
   * second object; -1: none
   *
   * Shape: `neq`.
   */
  eq_obj2id: Int32Array;
  /**
   * type of both objects: a value of `Obj`
   *
   * Shape: `neq`.
   */
  eq_objtype: Int32Array;
  /**
   * 1: active after a reset
   *
   * Shape: `neq`.
   */
  eq_active0: Uint8Array;
  /**
   * reference: time constant (s) and damping ratio, or minus stiffness and minus damping
   *
   * Shape: `neq × 2`.
   */
  eq_solref: Float64Array;
  /**
   * impedance: lowest, highest, width, midpoint, power
   *
   * Shape: `neq × 5`.
   */
  eq_solimp: Float64Array;
  /**
   * by type: anchors, relative pose and torque scale, or coefficients of a polynomial
   *
   * Shape: `neq × 11`.
   */
  eq_data: Float64Array;
  /**
   * first element of its path
   *
   * Shape: `ntendon`.
   */
  tendon_adr: Int32Array;
  /**
   * number of elements of its path
   *
   * Shape: `ntendon`.
   */
  tendon_num: Int32Array;
  /**
   * its material; -1: none
   *
   * Shape: `ntendon`.
   */
  tendon_matid: Int32Array;
  /**
   * group for visibility
   *
   * Shape: `ntendon`.
   */
  tendon_group: Int32Array;
  /**
   * number of kinematic trees that its path touches
   *
   * Shape: `ntendon`.
   */
  tendon_treenum: Int32Array;
  /**
   * the first two of those trees; -1: none
   *
   * Shape: `ntendon × 2`.
   */
  tendon_treeid: Int32Array;
  /**
   * 1: `tendon_range` is enforced
   *
   * Shape: `ntendon`.
   */
  tendon_limited: Uint8Array;
  /**
   * 1: `tendon_actfrcrange` is enforced
   *
   * Shape: `ntendon`.
   */
  tendon_actfrclimited: Uint8Array;
  /**
   * radius with which it is drawn (m)
   *
   * Shape: `ntendon`.
   */
  tendon_width: Float64Array;
  /**
   * reference of the limit: time constant (s) and damping ratio, or minus stiffness and minus damping
   *
   * Shape: `ntendon × 2`.
   */
  tendon_solref_lim: Float64Array;
  /**
   * impedance of the limit: lowest, highest, width (m), midpoint, power
   *
   * Shape: `ntendon × 5`.
   */
  tendon_solimp_lim: Float64Array;
  /**
   * reference of friction loss, as of the limit
   *
   * Shape: `ntendon × 2`.
   */
  tendon_solref_fri: Float64Array;
  /**
   * impedance of friction loss, as of the limit
   *
   * Shape: `ntendon × 5`.
   */
  tendon_solimp_fri: Float64Array;
  /**
   * lowest and highest length (m, or the unit of the joints that it combines)
   *
   * Shape: `ntendon × 2`.
   */
  tendon_range: Float64Array;
  /**
   * lowest and highest sum of actuator forces on the tendon (N)
   *
   * Shape: `ntendon × 2`.
   */
  tendon_actfrcrange: Float64Array;
  /**
   * distance from the limit at which its constraint sets in (m)
   *
   * Shape: `ntendon`.
   */
  tendon_margin: Float64Array;
  /**
   * spring stiffness (N/m)
   *
   * Shape: `ntendon`.
   */
  tendon_stiffness: Float64Array;
  /**
   * viscous damping (N s/m)
   *
   * Shape: `ntendon`.
   */
  tendon_damping: Float64Array;
  /**
   * inertia of its length (kg)
   *
   * Shape: `ntendon`.
   */
  tendon_armature: Float64Array;
  /**
   * largest dry friction force (N); 0: none
   *
   * Shape: `ntendon`.
   */
  tendon_frictionloss: Float64Array;
  /**
   * range of lengths in which the spring is slack (m)
   *
   * Shape: `ntendon × 2`.
   */
  tendon_lengthspring: Float64Array;
  /**
   * length at the reference configuration (m)
   *
   * Shape: `ntendon`.
   */
  tendon_length0: Float64Array;
  /**
   * inverse inertia of its length at the reference configuration (1/kg)
   *
   * Shape: `ntendon`.
   */
  tendon_invweight0: Float64Array;
  /**
   * user data
   *
   * Shape: `ntendon × nuser_tendon`.
   */
  tendon_user: Float64Array;
  /**
   * color and opacity, from 0 to 1, where no material is set
   *
   * Shape: `ntendon × 4`.
   */
  tendon_rgba: Float32Array;
  /**
   * type: a value of `Wrap`
   *
   * Shape: `nwrap`.
   */
  wrap_type: Int32Array;
  /**
   * its joint, site, or geom; -1 for a pulley
   *
   * Shape: `nwrap`.
   */
  wrap_objid: Int32Array;
  /**
   * divisor of a pulley, coefficient of a joint, site on the side of a geom to wrap around (-1: none)
   *
   * Shape: `nwrap`.
   */
  wrap_prm: Float64Array;
  /**
   * what it acts on: a value of `Trn`
   *
   * Shape: `nu`.
   */
  actuator_trntype: Int32Array;
  /**
   * dynamics of its activation: a value of `Dyn`
   *
   * Shape: `nu`.
   */
  actuator_dyntype: Int32Array;
  /**
   * how its gain is computed: a value of `Gain`
   *
   * Shape: `nu`.
   */
  actuator_gaintype: Int32Array;
  /**
   * how its bias is computed: a value of `Bias`
   *
   * Shape: `nu`.
   */
  actuator_biastype: Int32Array;
  /**
   * what it acts on, and a second object such as the reference site; -1: none
   *
   * Shape: `nu × 2`.
   */
  actuator_trnid: Int32Array;
  /**
   * its first activation variable; -1: none
   *
   * Shape: `nu`.
   */
  actuator_actadr: Int32Array;
  /**
   * number of its activation variables
   *
   * Shape: `nu`.
   */
  actuator_actnum: Int32Array;
  /**
   * group, by which actuators can be disabled
   *
   * Shape: `nu`.
   */
  actuator_group: Int32Array;
  /**
   * samples that it keeps of its control (0: none), and how to interpolate: 0 hold, 1 linear, 2 cubic
   *
   * Shape: `nu × 2`.
   */
  actuator_history: Int32Array;
  /**
   * its first entry in `history`; -1: none
   *
   * Shape: `nu`.
   */
  actuator_historyadr: Int32Array;
  /**
   * delay of the control (s); 0: none
   *
   * Shape: `nu`.
   */
  actuator_delay: Float64Array;
  /**
   * 1: `actuator_ctrlrange` is enforced
   *
   * Shape: `nu`.
   */
  actuator_ctrllimited: Uint8Array;
  /**
   * 1: `actuator_forcerange` is enforced
   *
   * Shape: `nu`.
   */
  actuator_forcelimited: Uint8Array;
  /**
   * 1: `actuator_actrange` is enforced
   *
   * Shape: `nu`.
   */
  actuator_actlimited: Uint8Array;
  /**
   * parameters of the activation dynamics; a filter has its time constant (s) first
   *
   * Shape: `nu × 10`.
   */
  actuator_dynprm: Float64Array;
  /**
   * parameters of the gain; an affine gain is a + b · length + c · velocity
   *
   * Shape: `nu × 10`.
   */
  actuator_gainprm: Float64Array;
  /**
   * parameters of the bias; an affine bias is a + b · length + c · velocity
   *
   * Shape: `nu × 10`.
   */
  actuator_biasprm: Float64Array;
  /**
   * 1: the force is computed from the activation at the end of the step
   *
   * Shape: `nu`.
   */
  actuator_actearly: Uint8Array;
  /**
   * lowest and highest control
   *
   * Shape: `nu × 2`.
   */
  actuator_ctrlrange: Float64Array;
  /**
   * lowest and highest force (N or N m)
   *
   * Shape: `nu × 2`.
   */
  actuator_forcerange: Float64Array;
  /**
   * lowest and highest activation
   *
   * Shape: `nu × 2`.
   */
  actuator_actrange: Float64Array;
  /**
   * scale of length and force; for ball, free, and site transmissions a wrench: force, torque
   *
   * Shape: `nu × 6`.
   */
  actuator_gear: Float64Array;
  /**
   * length of the rod of a slider-crank (m)
   *
   * Shape: `nu`.
   */
  actuator_cranklength: Float64Array;
  /**
   * norm of the acceleration that a unit force causes at the reference configuration
   *
   * Shape: `nu`.
   */
  actuator_acc0: Float64Array;
  /**
   * length at the reference configuration (m or rad)
   *
   * Shape: `nu`.
   */
  actuator_length0: Float64Array;
  /**
   * shortest and longest length that it can reach (m or rad); 0 and 0: not computed
   *
   * Shape: `nu × 2`.
   */
  actuator_lengthrange: Float64Array;
  /**
   * user data
   *
   * Shape: `nu × nuser_actuator`.
   */
  actuator_user: Float64Array;
  /**
   * plugin instance that computes the force, or -1
   *
   * Shape: `nu`.
   */
  actuator_plugin: Int32Array;
  /**
   * type: a value of `Sensor`
   *
   * Shape: `nsensor`.
   */
  sensor_type: Int32Array;
  /**
   * kind of its numbers: a value of `DataType`
   *
   * Shape: `nsensor`.
   */
  sensor_datatype: Int32Array;
  /**
   * stage after which it can be computed: a value of `Stage`
   *
   * Shape: `nsensor`.
   */
  sensor_needstage: Int32Array;
  /**
   * type of the object that it measures: a value of `Obj`
   *
   * Shape: `nsensor`.
   */
  sensor_objtype: Int32Array;
  /**
   * that object; -1: none
   *
   * Shape: `nsensor`.
   */
  sensor_objid: Int32Array;
  /**
   * type of the object in whose frame it measures: a value of `Obj`
   *
   * Shape: `nsensor`.
   */
  sensor_reftype: Int32Array;
  /**
   * that object; -1: the world
   *
   * Shape: `nsensor`.
   */
  sensor_refid: Int32Array;
  /**
   * parameters by type: which quantities a contact sensor or rangefinder returns, how contacts are reduced, how many
   *
   * Shape: `nsensor × 3`.
   */
  sensor_intprm: Int32Array;
  /**
   * how many numbers it returns
   *
   * Shape: `nsensor`.
   */
  sensor_dim: Int32Array;
  /**
   * its first number in `sensordata`
   *
   * Shape: `nsensor`.
   */
  sensor_adr: Int32Array;
  /**
   * largest absolute value that it returns; 0: no limit
   *
   * Shape: `nsensor`.
   */
  sensor_cutoff: Float64Array;
  /**
   * standard deviation of its noise: for the user, not added
   *
   * Shape: `nsensor`.
   */
  sensor_noise: Float64Array;
  /**
   * samples that it keeps (0: none), and how to interpolate: 0 hold, 1 linear, 2 cubic
   *
   * Shape: `nsensor × 2`.
   */
  sensor_history: Int32Array;
  /**
   * its first entry in `history`; -1: none
   *
   * Shape: `nsensor`.
   */
  sensor_historyadr: Int32Array;
  /**
   * delay of its readings (s); 0: none
   *
   * Shape: `nsensor`.
   */
  sensor_delay: Float64Array;
  /**
   * time between samples and offset of the first (s); 0: every step
   *
   * Shape: `nsensor × 2`.
   */
  sensor_interval: Float64Array;
  /**
   * user data
   *
   * Shape: `nsensor × nuser_sensor`.
   */
  sensor_user: Float64Array;
  /**
   * plugin instance that computes the reading, or -1
   *
   * Shape: `nsensor`.
   */
  sensor_plugin: Int32Array;
  /**
   * which of `plugins` it is
   *
   * Shape: `nplugin`.
   */
  plugin: Int32Array;
  /**
   * its first number in `plugin_state`
   *
   * Shape: `nplugin`.
   */
  plugin_stateadr: Int32Array;
  /**
   * how many numbers its state has
   *
   * Shape: `nplugin`.
   */
  plugin_statenum: Int32Array;
  /**
   * its attributes, as text
   *
   * Shape: `npluginattr`.
   */
  plugin_attr: Int8Array;
  /**
   * its first byte in `plugin_attr`
   *
   * Shape: `nplugin`.
   */
  plugin_attradr: Int32Array;
  /**
   * its first number in `numeric_data`
   *
   * Shape: `nnumeric`.
   */
  numeric_adr: Int32Array;
  /**
   * how many numbers it has
   *
   * Shape: `nnumeric`.
   */
  numeric_size: Int32Array;
  /**
   * the numbers of all custom numeric fields
   *
   * Shape: `nnumericdata`.
   */
  numeric_data: Float64Array;
  /**
   * its first byte in `text_data`
   *
   * Shape: `ntext`.
   */
  text_adr: Int32Array;
  /**
   * bytes of the text, terminating zero included
   *
   * Shape: `ntext`.
   */
  text_size: Int32Array;
  /**
   * the custom texts in UTF-8, each with a terminating zero
   *
   * Shape: `ntextdata`.
   */
  text_data: Int8Array;
  /**
   * its first object
   *
   * Shape: `ntuple`.
   */
  tuple_adr: Int32Array;
  /**
   * number of its objects
   *
   * Shape: `ntuple`.
   */
  tuple_size: Int32Array;
  /**
   * type of the object: a value of `Obj`
   *
   * Shape: `ntupledata`.
   */
  tuple_objtype: Int32Array;
  /**
   * the object
   *
   * Shape: `ntupledata`.
   */
  tuple_objid: Int32Array;
  /**
   * a number of the user's about the object
   *
   * Shape: `ntupledata`.
   */
  tuple_objprm: Float64Array;
  /**
   * time (s)
   *
   * Shape: `nkey`.
   */
  key_time: Float64Array;
  /**
   * positions: `qpos`
   *
   * Shape: `nkey × nq`.
   */
  key_qpos: Float64Array;
  /**
   * velocities: `qvel`
   *
   * Shape: `nkey × nv`.
   */
  key_qvel: Float64Array;
  /**
   * activations: `act`
   *
   * Shape: `nkey × na`.
   */
  key_act: Float64Array;
  /**
   * positions of mocap bodies: `mocap_pos` (m)
   *
   * Shape: `nkey × nmocap × 3`.
   */
  key_mpos: Float64Array;
  /**
   * orientations of mocap bodies: `mocap_quat` (unit quaternions)
   *
   * Shape: `nkey × nmocap × 4`.
   */
  key_mquat: Float64Array;
  /**
   * controls: `ctrl`
   *
   * Shape: `nkey × nu`.
   */
  key_ctrl: Float64Array;
  /**
   * where the body's name begins in `names`
   *
   * Shape: `nbody`.
   */
  name_bodyadr: Int32Array;
  /**
   * where the joint's name begins in `names`
   *
   * Shape: `njnt`.
   */
  name_jntadr: Int32Array;
  /**
   * where the geom's name begins in `names`
   *
   * Shape: `ngeom`.
   */
  name_geomadr: Int32Array;
  /**
   * where the site's name begins in `names`
   *
   * Shape: `nsite`.
   */
  name_siteadr: Int32Array;
  /**
   * where the camera's name begins in `names`
   *
   * Shape: `ncam`.
   */
  name_camadr: Int32Array;
  /**
   * where the light's name begins in `names`
   *
   * Shape: `nlight`.
   */
  name_lightadr: Int32Array;
  /**
   * where the flex's name begins in `names`
   *
   * Shape: `nflex`.
   */
  name_flexadr: Int32Array;
  /**
   * where the mesh's name begins in `names`
   *
   * Shape: `nmesh`.
   */
  name_meshadr: Int32Array;
  /**
   * where the skin's name begins in `names`
   *
   * Shape: `nskin`.
   */
  name_skinadr: Int32Array;
  /**
   * where the height field's name begins in `names`
   *
   * Shape: `nhfield`.
   */
  name_hfieldadr: Int32Array;
  /**
   * where the texture's name begins in `names`
   *
   * Shape: `ntex`.
   */
  name_texadr: Int32Array;
  /**
   * where the material's name begins in `names`
   *
   * Shape: `nmat`.
   */
  name_matadr: Int32Array;
  /**
   * where the contact pair's name begins in `names`
   *
   * Shape: `npair`.
   */
  name_pairadr: Int32Array;
  /**
   * where the excluded pair's name begins in `names`
   *
   * Shape: `nexclude`.
   */
  name_excludeadr: Int32Array;
  /**
   * where the equality constraint's name begins in `names`
   *
   * Shape: `neq`.
   */
  name_eqadr: Int32Array;
  /**
   * where the tendon's name begins in `names`
   *
   * Shape: `ntendon`.
   */
  name_tendonadr: Int32Array;
  /**
   * where the actuator's name begins in `names`
   *
   * Shape: `nu`.
   */
  name_actuatoradr: Int32Array;
  /**
   * where the sensor's name begins in `names`
   *
   * Shape: `nsensor`.
   */
  name_sensoradr: Int32Array;
  /**
   * where the custom numeric field's name begins in `names`
   *
   * Shape: `nnumeric`.
   */
  name_numericadr: Int32Array;
  /**
   * where the custom text's name begins in `names`
   *
   * Shape: `ntext`.
   */
  name_textadr: Int32Array;
  /**
   * where the custom tuple's name begins in `names`
   *
   * Shape: `ntuple`.
   */
  name_tupleadr: Int32Array;
  /**
   * where the keyframe's name begins in `names`
   *
   * Shape: `nkey`.
   */
  name_keyadr: Int32Array;
  /**
   * where the plugin instance's name begins in `names`
   *
   * Shape: `nplugin`.
   */
  name_pluginadr: Int32Array;
  /**
   * the name of the model, then all names in UTF-8, each with a terminating zero; no name: the zero alone
   *
   * Shape: `nnames`.
   */
  names: Int8Array;
  /**
   * a hash table over the names of each kind of object; -1: free slot
   *
   * Shape: `nnames_map`.
   */
  names_map: Int32Array;
  /**
   * the paths of all asset files in UTF-8, each with a terminating zero
   *
   * Shape: `npaths`.
   */
  paths: Int8Array;
  /**
   * dofs that move the body or that its descendants have
   *
   * Shape: `nbody`.
   */
  B_rownnz: Int32Array;
  /**
   * first entry of the body's row
   *
   * Shape: `nbody`.
   */
  B_rowadr: Int32Array;
  /**
   * dof of each entry, in ascending order
   *
   * Shape: `nB`.
   */
  B_colind: Int32Array;
  /**
   * entries of the dof's row of `M`: itself and its ancestors, or itself alone if simple
   *
   * Shape: `nv`.
   */
  M_rownnz: Int32Array;
  /**
   * first entry of the dof's row
   *
   * Shape: `nv`.
   */
  M_rowadr: Int32Array;
  /**
   * column of each entry, in ascending order, the diagonal last
   *
   * Shape: `nC`.
   */
  M_colind: Int32Array;
  /**
   * where `qM` has each entry of `M`
   *
   * Shape: `nC`.
   */
  mapM2M: Int32Array;
  /**
   * entries of the dof's row of the symmetric matrix: its ancestors, itself, and its descendants
   *
   * Shape: `nv`.
   */
  D_rownnz: Int32Array;
  /**
   * first entry of the dof's row
   *
   * Shape: `nv`.
   */
  D_rowadr: Int32Array;
  /**
   * place of the diagonal within the dof's row
   *
   * Shape: `nv`.
   */
  D_diag: Int32Array;
  /**
   * column of each entry, in ascending order
   *
   * Shape: `nD`.
   */
  D_colind: Int32Array;
  /**
   * where `M` has each entry of the symmetric matrix; -1: it has none
   *
   * Shape: `nD`.
   */
  mapM2D: Int32Array;
  /**
   * where the symmetric matrix has each entry of `M`
   *
   * Shape: `nC`.
   */
  mapD2M: Int32Array;
}

/** Physics options, `model.opt`. */
export interface Option {
  /** time that one step advances (s) */
  timestep: number;
  /** impedance of friction relative to that of the normal direction */
  impratio: number;
  /** the solver stops when an iteration improves the scaled cost by less than this */
  tolerance: number;
  /** the line search of CG and Newton stops at a slope of this times `tolerance`, scaled by the model's inertia */
  ls_tolerance: number;
  /** the no-slip iterations stop when one improves the scaled cost by less than this */
  noslip_tolerance: number;
  /** accuracy of convex collision detection (m) */
  ccd_tolerance: number;
  /** a tree may fall asleep when all its dofs are slower than this (m/s, rotations times `dof_length`) */
  sleep_tolerance: number;
  /** density of the surrounding medium (kg/m³); 0: no drag or lift */
  density: number;
  /** viscosity of the surrounding medium (Pa s) */
  viscosity: number;
  /** margin of all contacts where overriding is enabled (m) */
  o_margin: number;
  /** how the state is advanced in time: a value of `Integrator` */
  integrator: number;
  /** shape of the friction cone: a value of `Cone` */
  cone: number;
  /** storage of the constraint Jacobian: a value of `Jacobian` */
  jacobian: number;
  /** algorithm that solves for constraint forces: a value of `Solver` */
  solver: number;
  /** most iterations of the solver */
  iterations: number;
  /** most iterations of the line search of CG and Newton */
  ls_iterations: number;
  /** most no-slip iterations after the solver; 0: none */
  noslip_iterations: number;
  /** most iterations of convex collision detection */
  ccd_iterations: number;
  /** default features that are turned off: bits of `DisableBit` */
  disableflags: number;
  /** optional features that are turned on: bits of `EnableBit` */
  enableflags: number;
  /** groups of actuators that are turned off: bit i for group i */
  disableactuator: number;
  /** points from which the search for contacts of signed distance fields starts */
  sdf_initpoints: number;
  /** iterations of that search from each point */
  sdf_iterations: number;
  /**
   * gravitational acceleration in the world frame (m/s²)
   *
   * Shape: `3`.
   */
  gravity: Float64Array;
  /**
   * velocity of the surrounding medium in the world frame (m/s)
   *
   * Shape: `3`.
   */
  wind: Float64Array;
  /**
   * magnetic flux in the world frame (T)
   *
   * Shape: `3`.
   */
  magnetic: Float64Array;
  /**
   * `solref` of all contacts where overriding is enabled
   *
   * Shape: `2`.
   */
  o_solref: Float64Array;
  /**
   * `solimp` of all contacts where overriding is enabled
   *
   * Shape: `5`.
   */
  o_solimp: Float64Array;
  /**
   * friction coefficients of all contacts where overriding is enabled
   *
   * Shape: `5`.
   */
  o_friction: Float64Array;
}

/** Statistics of the model at `qpos0`, `model.stat`. */
export interface Statistic {
  /** mean of the diagonal of the inertia matrix at the reference configuration; scales solver costs */
  meaninertia: number;
  /** mean mass of the bodies, the world aside (kg) */
  meanmass: number;
  /** mean size of the bodies, the world aside (m) */
  meansize: number;
  /** largest side of the box around the model, at least twice the mean size (m) */
  extent: number;
  /**
   * center of the box around the model, in the world (m)
   *
   * Shape: `3`.
   */
  center: Float64Array;
}

/** Counts that change from step to step. */
export interface DataCounts {
  /**
   * number of contacts, those that exert no force included
   *
   * Stage: collision.
   */
  ncon: number;
  /**
   * number of rows of equality constraints, which come first
   *
   * Stage: constraint.
   */
  ne: number;
  /**
   * number of rows of friction loss, which follow the equalities
   *
   * Stage: constraint.
   */
  nf: number;
  /**
   * number of rows of limits, which follow friction loss
   *
   * Stage: constraint.
   */
  nl: number;
  /**
   * number of constraint rows; contacts come last
   *
   * Stage: constraint.
   */
  nefc: number;
  /**
   * number of entries of the constraint Jacobian: nefc × nv if dense
   *
   * Stage: constraint.
   */
  nJ: number;
  /**
   * number of entries of `efc_AR`; 0 unless a dual algorithm (PGS, no-slip) needs the matrix
   *
   * Stage: constraint.
   */
  nA: number;
  /**
   * number of islands: groups of trees coupled by constraints
   *
   * Stage: constraint.
   */
  nisland: number;
  /**
   * number of dofs in all islands
   *
   * Stage: constraint.
   */
  nidof: number;
  /**
   * number of trees that are awake
   *
   * Stage: position.
   */
  ntree_awake: number;
  /**
   * number of bodies that are awake or static
   *
   * Stage: position.
   */
  nbody_awake: number;
  /**
   * number of bodies whose parent is awake or static
   *
   * Stage: position.
   */
  nparent_awake: number;
  /**
   * number of dofs that are awake
   *
   * Stage: position.
   */
  nv_awake: number;
}

/** The array fields of the data. */
export interface DataArrays {
  /**
   * positions (m, rad, unit quaternions), in the order of joints; input, advanced by integration
   *
   * Shape: `nq`. Stage: state.
   */
  qpos: Float64Array;
  /**
   * velocities (m/s, rad/s), in the order of joints; input, advanced by integration
   *
   * Shape: `nv`. Stage: state.
   */
  qvel: Float64Array;
  /**
   * activations of actuators; input, advanced by integration
   *
   * Shape: `na`. Stage: state.
   */
  act: Float64Array;
  /**
   * rings of samples for delays and sampling intervals; advanced by integration
   *
   * Shape: `nhistory`. Stage: state.
   */
  history: Float64Array;
  /**
   * acceleration from which the solver starts; left by the step before (m/s², rad/s²)
   *
   * Shape: `nv`. Stage: state.
   */
  qacc_warmstart: Float64Array;
  /**
   * state of plugins; advanced by them
   *
   * Shape: `npluginstate`. Stage: state.
   */
  plugin_state: Float64Array;
  /**
   * controls; input
   *
   * Shape: `nu`. Stage: state.
   */
  ctrl: Float64Array;
  /**
   * generalized forces that the user applies (N, N m); input
   *
   * Shape: `nv`. Stage: state.
   */
  qfrc_applied: Float64Array;
  /**
   * force (N) and torque (N m) that the user applies at the center of mass, in the world; input
   *
   * Shape: `nbody × 6`. Stage: state.
   */
  xfrc_applied: Float64Array;
  /**
   * 1: the equality constraint is active; input
   *
   * Shape: `neq`. Stage: state.
   */
  eq_active: Uint8Array;
  /**
   * position of the mocap body in the world (m); input
   *
   * Shape: `nmocap × 3`. Stage: state.
   */
  mocap_pos: Float64Array;
  /**
   * orientation of the mocap body in the world (unit quaternion, normalized on use); input
   *
   * Shape: `nmocap × 4`. Stage: state.
   */
  mocap_quat: Float64Array;
  /**
   * numbers of the user's; never touched
   *
   * Shape: `nuserdata`. Stage: state.
   */
  userdata: Float64Array;
  /**
   * below 0: awake, counting up to -1 while at rest; otherwise the next tree of those asleep together
   *
   * Shape: `ntree`. Stage: state.
   */
  tree_asleep: Int32Array;
  /**
   * which of the model's `plugins` each instance is
   *
   * Shape: `nplugin`. Stage: state.
   */
  plugin: Int32Array;
  /**
   * position of the body in the world (m)
   *
   * Shape: `nbody × 3`. Stage: position.
   */
  xpos: Float64Array;
  /**
   * orientation of the body in the world (unit quaternion)
   *
   * Shape: `nbody × 4`. Stage: position.
   */
  xquat: Float64Array;
  /**
   * orientation of the body in the world (rotation matrix, row by row)
   *
   * Shape: `nbody × 9`. Stage: position.
   */
  xmat: Float64Array;
  /**
   * center of mass of the body in the world (m)
   *
   * Shape: `nbody × 3`. Stage: position.
   */
  xipos: Float64Array;
  /**
   * orientation of the body's principal axes of inertia in the world (rotation matrix)
   *
   * Shape: `nbody × 9`. Stage: position.
   */
  ximat: Float64Array;
  /**
   * anchor of the joint in the world (m)
   *
   * Shape: `njnt × 3`. Stage: position.
   */
  xanchor: Float64Array;
  /**
   * axis of the joint in the world (unit vector)
   *
   * Shape: `njnt × 3`. Stage: position.
   */
  xaxis: Float64Array;
  /**
   * position of the geom in the world (m)
   *
   * Shape: `ngeom × 3`. Stage: position.
   */
  geom_xpos: Float64Array;
  /**
   * orientation of the geom in the world (rotation matrix)
   *
   * Shape: `ngeom × 9`. Stage: position.
   */
  geom_xmat: Float64Array;
  /**
   * position of the site in the world (m)
   *
   * Shape: `nsite × 3`. Stage: position.
   */
  site_xpos: Float64Array;
  /**
   * orientation of the site in the world (rotation matrix)
   *
   * Shape: `nsite × 9`. Stage: position.
   */
  site_xmat: Float64Array;
  /**
   * position of the camera in the world (m)
   *
   * Shape: `ncam × 3`. Stage: position.
   */
  cam_xpos: Float64Array;
  /**
   * orientation of the camera in the world (rotation matrix); it looks along the negative third column
   *
   * Shape: `ncam × 9`. Stage: position.
   */
  cam_xmat: Float64Array;
  /**
   * position of the light in the world (m)
   *
   * Shape: `nlight × 3`. Stage: position.
   */
  light_xpos: Float64Array;
  /**
   * direction of the light in the world (unit vector)
   *
   * Shape: `nlight × 3`. Stage: position.
   */
  light_xdir: Float64Array;
  /**
   * center of mass of the body and its descendants, in the world (m)
   *
   * Shape: `nbody × 3`. Stage: position.
   */
  subtree_com: Float64Array;
  /**
   * motion that a unit velocity of the dof causes: rotation, translation at the center of mass of the tree
   *
   * Shape: `nv × 6`. Stage: position.
   */
  cdof: Float64Array;
  /**
   * inertia about the center of mass of the tree: 6 moments (xx, yy, zz, xy, xz, yz), mass × offset, mass
   *
   * Shape: `nbody × 10`. Stage: position.
   */
  cinert: Float64Array;
  /**
   * position of the vertex in the world (m)
   *
   * Shape: `nflexvert × 3`. Stage: position.
   */
  flexvert_xpos: Float64Array;
  /**
   * bounding box of the element in the world, as center and half sizes (m)
   *
   * Shape: `nflexelem × 6`. Stage: position.
   */
  flexelem_aabb: Float64Array;
  /**
   * derivative of the edge length with respect to qpos, by the pattern in the model
   *
   * Shape: `nJfe`. Stage: position.
   */
  flexedge_J: Float64Array;
  /**
   * length of the edge (m)
   *
   * Shape: `nflexedge`. Stage: position.
   */
  flexedge_length: Float64Array;
  /**
   * derivatives of the two strains at the vertex, by the pattern in the model
   *
   * Shape: `nJfv × 2`. Stage: position.
   */
  flexvert_J: Float64Array;
  /**
   * deviation at rest of two invariants of the strain at the vertex: trace and determinant
   *
   * Shape: `nflexvert × 2`. Stage: position.
   */
  flexvert_length: Float64Array;
  /**
   * bounding box of the node in the world, as center and half sizes (m)
   *
   * Shape: `nbvhdynamic × 6`. Stage: position.
   */
  bvh_aabb_dyn: Float64Array;
  /**
   * first point of its path in `wrap_xpos`
   *
   * Shape: `ntendon`. Stage: position.
   */
  ten_wrapadr: Int32Array;
  /**
   * number of points of its path
   *
   * Shape: `ntendon`. Stage: position.
   */
  ten_wrapnum: Int32Array;
  /**
   * entries of its row of the Jacobian
   *
   * Shape: `ntendon`. Stage: position.
   */
  ten_J_rownnz: Int32Array;
  /**
   * first entry of its row
   *
   * Shape: `ntendon`. Stage: position.
   */
  ten_J_rowadr: Int32Array;
  /**
   * dof of each entry
   *
   * Shape: `ntendon × nv`. Stage: position.
   */
  ten_J_colind: Int32Array;
  /**
   * derivative of the tendon length with respect to qpos
   *
   * Shape: `ntendon × nv`. Stage: position.
   */
  ten_J: Float64Array;
  /**
   * length (m, or the unit of the joints that it combines)
   *
   * Shape: `ntendon`. Stage: position.
   */
  ten_length: Float64Array;
  /**
   * geom that the path wraps around at the point; -1: a site, -2: a pulley
   *
   * Shape: `nwrap × 2`. Stage: position.
   */
  wrap_obj: Int32Array;
  /**
   * points of all tendon paths in the world, two per row (m)
   *
   * Shape: `nwrap × 6`. Stage: position.
   */
  wrap_xpos: Float64Array;
  /**
   * length of the transmission, times the gear (m or rad)
   *
   * Shape: `nu`. Stage: position.
   */
  actuator_length: Float64Array;
  /**
   * entries of its row of `actuator_moment`
   *
   * Shape: `nu`. Stage: position.
   */
  moment_rownnz: Int32Array;
  /**
   * first entry of its row
   *
   * Shape: `nu`. Stage: position.
   */
  moment_rowadr: Int32Array;
  /**
   * dof of each entry
   *
   * Shape: `nJmom`. Stage: position.
   */
  moment_colind: Int32Array;
  /**
   * moment arms: generalized force per unit of actuator force
   *
   * Shape: `nJmom`. Stage: position.
   */
  actuator_moment: Float64Array;
  /**
   * inertia of the body and its descendants as one rigid body, in the format of `cinert`
   *
   * Shape: `nbody × 10`. Stage: position.
   */
  crb: Float64Array;
  /**
   * inertia matrix in the older format: from each dof's diagonal up to its root
   *
   * Shape: `nM`. Stage: position.
   */
  qM: Float64Array;
  /**
   * inertia matrix: the lower triangle, row by row, by the pattern in the model (kg, kg m, kg m²)
   *
   * Shape: `nC`. Stage: position.
   */
  M: Float64Array;
  /**
   * factors of M = LᵀDL: L off the diagonal, D on it
   *
   * Shape: `nC`. Stage: position.
   */
  qLD: Float64Array;
  /**
   * inverse of D
   *
   * Shape: `nv`. Stage: position.
   */
  qLDiagInv: Float64Array;
  /**
   * 1: awake, 0: asleep
   *
   * Shape: `ntree`. Stage: position.
   */
  tree_awake: Int32Array;
  /**
   * a value of `SleepState`
   *
   * Shape: `nbody`. Stage: position.
   */
  body_awake: Int32Array;
  /**
   * bodies that are awake or static; the first `nbody_awake` entries are meaningful
   *
   * Shape: `nbody`. Stage: position.
   */
  body_awake_ind: Int32Array;
  /**
   * bodies whose parent is awake or static; the first `nparent_awake` entries are meaningful
   *
   * Shape: `nbody`. Stage: position.
   */
  parent_awake_ind: Int32Array;
  /**
   * dofs that are awake; the first `nv_awake` entries are meaningful
   *
   * Shape: `nv`. Stage: position.
   */
  dof_awake_ind: Int32Array;
  /**
   * 1: the box was visited; kept for visualization
   *
   * Shape: `nbvh`. Stage: collision.
   */
  bvh_active: Uint8Array;
  /**
   * kind of the row: a value of `Constraint`
   *
   * Shape: `nefc`. Stage: constraint.
   */
  efc_type: Int32Array;
  /**
   * what the row is about: an equality, dof, tendon, joint, or contact
   *
   * Shape: `nefc`. Stage: constraint.
   */
  efc_id: Int32Array;
  /**
   * entries of its row of the Jacobian; unused if dense
   *
   * Shape: `nefc`. Stage: constraint.
   */
  efc_J_rownnz: Int32Array;
  /**
   * first entry of its row; unused if dense
   *
   * Shape: `nefc`. Stage: constraint.
   */
  efc_J_rowadr: Int32Array;
  /**
   * how many of the following rows have the same columns; unused
   *
   * Shape: `nefc`. Stage: constraint.
   */
  efc_J_rowsuper: Int32Array;
  /**
   * dof of each entry; unused if dense
   *
   * Shape: `nJ`. Stage: constraint.
   */
  efc_J_colind: Int32Array;
  /**
   * constraint Jacobian: maps qvel to the velocity of each row; dense (nefc × nv) or sparse by `opt.jacobian`
   *
   * Shape: `nJ`. Stage: constraint.
   */
  efc_J: Float64Array;
  /**
   * violation of an equality, or distance from the limit or contact; negative if violated (m or rad)
   *
   * Shape: `nefc`. Stage: constraint.
   */
  efc_pos: Float64Array;
  /**
   * distance below which the row is active: margin of the limit, `includemargin` of the contact (m or rad)
   *
   * Shape: `nefc`. Stage: constraint.
   */
  efc_margin: Float64Array;
  /**
   * largest friction force of the row (N or N m); 0 for other kinds
   *
   * Shape: `nefc`. Stage: constraint.
   */
  efc_frictionloss: Float64Array;
  /**
   * approximate diagonal of J M⁻¹ Jᵀ, from inverse weights at the reference configuration
   *
   * Shape: `nefc`. Stage: constraint.
   */
  efc_diagApprox: Float64Array;
  /**
   * stiffness, damping, impedance, and slope of the impedance
   *
   * Shape: `nefc × 4`. Stage: constraint.
   */
  efc_KBIP: Float64Array;
  /**
   * inverse of `efc_R`: the weight of the row in the solver's cost
   *
   * Shape: `nefc`. Stage: constraint.
   */
  efc_D: Float64Array;
  /**
   * regularization: what is added to the diagonal of J M⁻¹ Jᵀ
   *
   * Shape: `nefc`. Stage: constraint.
   */
  efc_R: Float64Array;
  /**
   * first row that involves the tendon; -1: none
   *
   * Shape: `ntendon`. Stage: constraint.
   */
  tendon_efcadr: Int32Array;
  /**
   * entries of its row of `efc_AR`
   *
   * Shape: `nefc`. Stage: constraint.
   */
  efc_AR_rownnz: Int32Array;
  /**
   * first entry of its row
   *
   * Shape: `nefc`. Stage: constraint.
   */
  efc_AR_rowadr: Int32Array;
  /**
   * row number of each entry
   *
   * Shape: `nA`. Stage: constraint.
   */
  efc_AR_colind: Int32Array;
  /**
   * J M⁻¹ Jᵀ + R, for dual algorithms
   *
   * Shape: `nA`. Stage: constraint.
   */
  efc_AR: Float64Array;
  /**
   * island of the tree; -1: none
   *
   * Shape: `ntree`. Stage: constraint.
   */
  tree_island: Int32Array;
  /**
   * trees of the island
   *
   * Shape: `nisland`. Stage: constraint.
   */
  island_ntree: Int32Array;
  /**
   * its first tree in the order of islands
   *
   * Shape: `nisland`. Stage: constraint.
   */
  island_itreeadr: Int32Array;
  /**
   * tree of each place in the order of islands, unconstrained trees last
   *
   * Shape: `ntree`. Stage: constraint.
   */
  map_itree2tree: Int32Array;
  /**
   * island of the dof; -1: none
   *
   * Shape: `nv`. Stage: constraint.
   */
  dof_island: Int32Array;
  /**
   * dofs of the island
   *
   * Shape: `nisland`. Stage: constraint.
   */
  island_nv: Int32Array;
  /**
   * its first dof in the order of islands
   *
   * Shape: `nisland`. Stage: constraint.
   */
  island_idofadr: Int32Array;
  /**
   * its first dof
   *
   * Shape: `nisland`. Stage: constraint.
   */
  island_dofadr: Int32Array;
  /**
   * place of the dof in the order of islands
   *
   * Shape: `nv`. Stage: constraint.
   */
  map_dof2idof: Int32Array;
  /**
   * dof of each place in the order of islands; from `nidof` on: dofs without island
   *
   * Shape: `nv`. Stage: constraint.
   */
  map_idof2dof: Int32Array;
  /**
   * island of the row
   *
   * Shape: `nefc`. Stage: constraint.
   */
  efc_island: Int32Array;
  /**
   * equality rows of the island
   *
   * Shape: `nisland`. Stage: constraint.
   */
  island_ne: Int32Array;
  /**
   * friction loss rows of the island
   *
   * Shape: `nisland`. Stage: constraint.
   */
  island_nf: Int32Array;
  /**
   * rows of the island
   *
   * Shape: `nisland`. Stage: constraint.
   */
  island_nefc: Int32Array;
  /**
   * its first row in the order of islands
   *
   * Shape: `nisland`. Stage: constraint.
   */
  island_iefcadr: Int32Array;
  /**
   * place of the row in the order of islands
   *
   * Shape: `nefc`. Stage: constraint.
   */
  map_efc2iefc: Int32Array;
  /**
   * row of each place in the order of islands
   *
   * Shape: `nefc`. Stage: constraint.
   */
  map_iefc2efc: Int32Array;
  /**
   * `efc_type` in the order of islands; unused if everything is solved together
   *
   * Shape: `nefc`. Stage: constraint.
   */
  iefc_type: Int32Array;
  /**
   * `efc_id` in the order of islands; unused if everything is solved together
   *
   * Shape: `nefc`. Stage: constraint.
   */
  iefc_id: Int32Array;
  /**
   * `efc_J_rownnz` in the order of islands; unused if everything is solved together
   *
   * Shape: `nefc`. Stage: constraint.
   */
  iefc_J_rownnz: Int32Array;
  /**
   * `efc_J_rowadr` in the order of islands; unused if everything is solved together
   *
   * Shape: `nefc`. Stage: constraint.
   */
  iefc_J_rowadr: Int32Array;
  /**
   * `efc_J_rowsuper` in the order of islands; unused
   *
   * Shape: `nefc`. Stage: constraint.
   */
  iefc_J_rowsuper: Int32Array;
  /**
   * `efc_J_colind` in the order of islands; unused if everything is solved together
   *
   * Shape: `nJ`. Stage: constraint.
   */
  iefc_J_colind: Int32Array;
  /**
   * `efc_J` in the order of islands; unused if everything is solved together
   *
   * Shape: `nJ`. Stage: constraint.
   */
  iefc_J: Float64Array;
  /**
   * `efc_frictionloss` in the order of islands; unused if everything is solved together
   *
   * Shape: `nefc`. Stage: constraint.
   */
  iefc_frictionloss: Float64Array;
  /**
   * `efc_D` in the order of islands; unused if everything is solved together
   *
   * Shape: `nefc`. Stage: constraint.
   */
  iefc_D: Float64Array;
  /**
   * `efc_R` in the order of islands; unused if everything is solved together
   *
   * Shape: `nefc`. Stage: constraint.
   */
  iefc_R: Float64Array;
  /**
   * rate of change of the edge length (m/s)
   *
   * Shape: `nflexedge`. Stage: velocity.
   */
  flexedge_velocity: Float64Array;
  /**
   * rate of change of the tendon length (m/s)
   *
   * Shape: `ntendon`. Stage: velocity.
   */
  ten_velocity: Float64Array;
  /**
   * rate of change of the actuator length (m/s or rad/s)
   *
   * Shape: `nu`. Stage: velocity.
   */
  actuator_velocity: Float64Array;
  /**
   * velocity of the body: rotation (rad/s), translation at the center of mass of its tree (m/s), world axes
   *
   * Shape: `nbody × 6`. Stage: velocity.
   */
  cvel: Float64Array;
  /**
   * rate of change of `cdof`
   *
   * Shape: `nv × 6`. Stage: velocity.
   */
  cdof_dot: Float64Array;
  /**
   * Coriolis, centrifugal, and gravitational forces: what must be applied for zero acceleration (N, N m)
   *
   * Shape: `nv`. Stage: velocity.
   */
  qfrc_bias: Float64Array;
  /**
   * force of springs (N, N m)
   *
   * Shape: `nv`. Stage: velocity.
   */
  qfrc_spring: Float64Array;
  /**
   * force of dampers (N, N m)
   *
   * Shape: `nv`. Stage: velocity.
   */
  qfrc_damper: Float64Array;
  /**
   * force of gravity compensation (N, N m)
   *
   * Shape: `nv`. Stage: velocity.
   */
  qfrc_gravcomp: Float64Array;
  /**
   * force of the surrounding medium (N, N m)
   *
   * Shape: `nv`. Stage: velocity.
   */
  qfrc_fluid: Float64Array;
  /**
   * all passive forces (N, N m)
   *
   * Shape: `nv`. Stage: velocity.
   */
  qfrc_passive: Float64Array;
  /**
   * velocity of the row: J qvel
   *
   * Shape: `nefc`. Stage: velocity.
   */
  efc_vel: Float64Array;
  /**
   * acceleration that the row aims at: that of a damped spring toward no violation
   *
   * Shape: `nefc`. Stage: velocity.
   */
  efc_aref: Float64Array;
  /**
   * rate of change of the activation (1/s)
   *
   * Shape: `na`. Stage: actuation.
   */
  act_dot: Float64Array;
  /**
   * force of the actuator along its transmission (N or N m)
   *
   * Shape: `nu`. Stage: actuation.
   */
  actuator_force: Float64Array;
  /**
   * forces of all actuators on the dof (N, N m)
   *
   * Shape: `nv`. Stage: actuation.
   */
  qfrc_actuator: Float64Array;
  /**
   * all forces but those of constraints (N, N m)
   *
   * Shape: `nv`. Stage: acceleration.
   */
  qfrc_smooth: Float64Array;
  /**
   * acceleration without constraints (m/s², rad/s²)
   *
   * Shape: `nv`. Stage: acceleration.
   */
  qacc_smooth: Float64Array;
  /**
   * acceleration (m/s², rad/s²)
   *
   * Shape: `nv`. Stage: solver.
   */
  qacc: Float64Array;
  /**
   * forces of all constraints on the dof: Jᵀ efc_force (N, N m)
   *
   * Shape: `nv`. Stage: solver.
   */
  qfrc_constraint: Float64Array;
  /**
   * acceleration without constraints, relative to the reference: J qacc_smooth - efc_aref
   *
   * Shape: `nefc`. Stage: solver.
   */
  efc_b: Float64Array;
  /**
   * state of the row at the solution: a value of `ConstraintState`
   *
   * Shape: `nefc`. Stage: solver.
   */
  efc_state: Int32Array;
  /**
   * force of the row (N or N m)
   *
   * Shape: `nefc`. Stage: solver.
   */
  efc_force: Float64Array;
  /**
   * `qfrc_smooth` in the order of islands
   *
   * Shape: `nidof`. Stage: solver.
   */
  ifrc_smooth: Float64Array;
  /**
   * `qacc_smooth` in the order of islands
   *
   * Shape: `nidof`. Stage: solver.
   */
  iacc_smooth: Float64Array;
  /**
   * `M_rownnz` in the order of islands; unused if everything is solved together
   *
   * Shape: `nidof`. Stage: solver.
   */
  iM_rownnz: Int32Array;
  /**
   * `M_rowadr` in the order of islands; unused if everything is solved together
   *
   * Shape: `nidof`. Stage: solver.
   */
  iM_rowadr: Int32Array;
  /**
   * `M_colind` in the order of islands; unused if everything is solved together
   *
   * Shape: `nC`. Stage: solver.
   */
  iM_colind: Int32Array;
  /**
   * `M` in the order of islands; unused if everything is solved together
   *
   * Shape: `nC`. Stage: solver.
   */
  iM: Float64Array;
  /**
   * `qLD` in the order of islands; unused if everything is solved together
   *
   * Shape: `nC`. Stage: solver.
   */
  iLD: Float64Array;
  /**
   * `qLDiagInv` in the order of islands; unused if everything is solved together
   *
   * Shape: `nidof`. Stage: solver.
   */
  iLDiagInv: Float64Array;
  /**
   * `qacc` in the order of islands
   *
   * Shape: `nidof`. Stage: solver.
   */
  iacc: Float64Array;
  /**
   * `efc_aref` in the order of islands
   *
   * Shape: `nefc`. Stage: solver.
   */
  iefc_aref: Float64Array;
  /**
   * `efc_state` in the order of islands
   *
   * Shape: `nefc`. Stage: solver.
   */
  iefc_state: Int32Array;
  /**
   * `efc_force` in the order of islands
   *
   * Shape: `nefc`. Stage: solver.
   */
  iefc_force: Float64Array;
  /**
   * `qfrc_constraint` in the order of islands
   *
   * Shape: `nidof`. Stage: solver.
   */
  ifrc_constraint: Float64Array;
  /**
   * readings of all sensors, by `sensor_adr` and `sensor_dim`
   *
   * Shape: `nsensordata`. Stage: sensor.
   */
  sensordata: Float64Array;
  /**
   * velocity of the center of mass of the body and its descendants, in the world (m/s)
   *
   * Shape: `nbody × 3`. Stage: sensor.
   */
  subtree_linvel: Float64Array;
  /**
   * angular momentum of the body and its descendants about their center of mass (kg m²/s)
   *
   * Shape: `nbody × 3`. Stage: sensor.
   */
  subtree_angmom: Float64Array;
  /**
   * acceleration of the body: rotation, translation at the center of mass of its tree; gravity counts as an upward
   * acceleration
   *
   * Shape: `nbody × 6`. Stage: sensor.
   */
  cacc: Float64Array;
  /**
   * torque and force that the parent exerts on the body, at the center of mass of the tree (N m, N)
   *
   * Shape: `nbody × 6`. Stage: sensor.
   */
  cfrc_int: Float64Array;
  /**
   * torque and force from outside on the body, contacts included, at the center of mass of the tree (N m, N)
   *
   * Shape: `nbody × 6`. Stage: sensor.
   */
  cfrc_ext: Float64Array;
  /**
   * force that would cause `qacc`, from inverse dynamics (N, N m)
   *
   * Shape: `nv`. Stage: inverse.
   */
  qfrc_inverse: Float64Array;
  /**
   * factor of the inertia matrix with implicit damping, in the format of `qLD`
   *
   * Shape: `nC`. Stage: integration.
   */
  qH: Float64Array;
  /**
   * inverse of its diagonal
   *
   * Shape: `nv`. Stage: integration.
   */
  qHDiagInv: Float64Array;
  /**
   * derivative of smooth forces with respect to qvel, in the pattern of D
   *
   * Shape: `nD`. Stage: integration.
   */
  qDeriv: Float64Array;
  /**
   * LU factors of M - timestep × qDeriv, in the pattern of D
   *
   * Shape: `nD`. Stage: integration.
   */
  qLU: Float64Array;
}

/** Contacts as a struct of arrays, `data.contact`; entry `i` of a field with `n` columns begins at `n * i`. */
export interface Contacts {
  /**
   * distance between the nearest points; negative when they overlap (m)
   *
   * Shape: `ncon`. Stage: collision.
   */
  dist: Float64Array;
  /**
   * midpoint of the nearest points, in the world (m)
   *
   * Shape: `ncon × 3`. Stage: collision.
   */
  pos: Float64Array;
  /**
   * axes of the contact frame in the world, row by row: normal from the first geom to the second, two tangents
   *
   * Shape: `ncon × 9`. Stage: collision.
   */
  frame: Float64Array;
  /**
   * distance below which the contact exerts a force: margin minus gap (m)
   *
   * Shape: `ncon`. Stage: collision.
   */
  includemargin: Float64Array;
  /**
   * friction coefficients: sliding in two directions, torsional (m), rolling in two directions (m)
   *
   * Shape: `ncon × 5`. Stage: collision.
   */
  friction: Float64Array;
  /**
   * reference in the normal direction: time constant (s) and damping ratio, or minus stiffness and minus damping
   *
   * Shape: `ncon × 2`. Stage: collision.
   */
  solref: Float64Array;
  /**
   * reference in the friction directions, likewise; all 0: as in the normal direction
   *
   * Shape: `ncon × 2`. Stage: collision.
   */
  solreffriction: Float64Array;
  /**
   * impedance: lowest, highest, width (m), midpoint, power
   *
   * Shape: `ncon × 5`. Stage: collision.
   */
  solimp: Float64Array;
  /**
   * friction coefficient of the regularized cone
   *
   * Shape: `ncon`. Stage: collision.
   */
  mu: Float64Array;
  /**
   * Hessian of the cone, dim × dim
   *
   * Shape: `ncon × 36`. Stage: collision.
   */
  H: Float64Array;
  /**
   * rows of the contact: 1, 3, 4, or 6
   *
   * Shape: `ncon`. Stage: collision.
   */
  dim: Int32Array;
  /**
   * the two geoms; -1 for a flex
   *
   * Shape: `ncon × 2`. Stage: collision.
   */
  geom: Int32Array;
  /**
   * the two flexes; -1 for a geom
   *
   * Shape: `ncon × 2`. Stage: collision.
   */
  flex: Int32Array;
  /**
   * the two flex elements; -1 for a geom or a vertex
   *
   * Shape: `ncon × 2`. Stage: collision.
   */
  elem: Int32Array;
  /**
   * the two flex vertices; -1 for a geom or an element
   *
   * Shape: `ncon × 2`. Stage: collision.
   */
  vert: Int32Array;
  /**
   * why it has no rows: 1 within the gap, 2 bodies fused, 3 no dofs, 4 passive force; 0: it has rows
   *
   * Shape: `ncon`. Stage: collision.
   */
  exclude: Int32Array;
  /**
   * its first row; -1: none
   *
   * Shape: `ncon`. Stage: collision.
   */
  efc_address: Int32Array;
}
