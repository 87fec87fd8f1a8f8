/** MuJoCo's numeric limits that affect the physics. */

/** smallest divisor */
export const MINVAL = 1e-15;
/** largest absolute value of a state component that does not count as bad */
export const MAXVAL = 1e10;
/** smallest friction coefficient */
export const MINMU = 1e-5;
/** smallest constraint impedance */
export const MINIMP = 0.0001;
/** largest constraint impedance */
export const MAXIMP = 0.9999;
/** maximum number of contacts per pair of geoms */
export const MAXCONPAIR = 50;
/** length of `solref` */
export const NREF = 2;
/** length of `solimp` */
export const NIMP = 5;
/** length of `eq_data` per constraint */
export const NEQDATA = 11;
/** length of `actuator_dynprm` per actuator */
export const NDYN = 10;
/** length of `actuator_gainprm` per actuator */
export const NGAIN = 10;
/** length of `actuator_biasprm` per actuator */
export const NBIAS = 10;
/** length of `geom_fluid` per geom */
export const NFLUID = 12;
/** length of `sensor_intprm` per sensor */
export const NSENS = 3;
/** iterations recorded in the solver statistics */
export const NSOLVER = 200;
/** islands recorded in the solver statistics */
export const NISLAND = 20;
/** visual groups */
export const NGROUP = 6;
/** steps that a tree stays awake after it last moved */
export const MINAWAKE = 10;
