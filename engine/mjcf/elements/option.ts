/** Physics options. Each goes to the option of the same name. */

import { Cone, DisableBit, EnableBit, Integrator, Jacobian, Solver } from "../../types/enums.ts";
import { ownArrays } from "../copy_record.ts";
import * as K from "../keywords.ts";
import { type Attributes, between, defaultsOf, int, ints, keyword, real, reals, type RecordOf } from "./attribute.ts";
import { friction5, POSITIVE, solimp, solref } from "./shared.ts";

/** The attributes that a record of options holds. */
export const OPTION = {
  timestep: real(0.002, "", between(0.0005, 0.01)),
  impratio: real(1, "", POSITIVE),
  tolerance: real(1e-8),
  ls_tolerance: real(0.01),
  noslip_tolerance: real(1e-6),
  ccd_tolerance: real(1e-6),
  sleep_tolerance: real(1e-4),
  gravity: reals(3, [0, 0, -9.81]),
  wind: reals(3, [0, 0, 0]),
  magnetic: reals(3, [0, -0.5, 0]),
  density: real(0, "", between(1, 2000)),
  viscosity: real(0),
  o_margin: real(0),
  o_solref: solref(),
  o_solimp: solimp(),
  o_friction: friction5(),
  integrator: keyword(K.INTEGRATOR, Integrator.EULER),
  cone: keyword(K.CONE, Cone.PYRAMIDAL),
  jacobian: keyword(K.JACOBIAN, Jacobian.AUTO),
  solver: keyword(K.SOLVER, Solver.NEWTON),
  iterations: int(100),
  ls_iterations: int(50),
  noslip_iterations: int(0),
  ccd_iterations: int(35),
  sdf_iterations: int(10),
  sdf_initpoints: int(40),
};

/** The grammar of `<option>`. */
export const OPTION_ELEMENT = { ...OPTION, actuatorgroupdisable: ints([0, 31]) };

/** Physics options as the document sets them, with the bits of flags and groups. */
export interface OptionSettings extends RecordOf<typeof OPTION> {
  disableflags: number;
  enableflags: number;
  disableactuator: number;
}

const NO_OPTION: OptionSettings = defaultsOf(OPTION, { disableflags: 0, enableflags: 0, disableactuator: 0 });

/** The built-in options. */
export function optionSettings(): OptionSettings {
  return ownArrays({ ...NO_OPTION });
}

/** Flags of stages that are on unless disabled. */
export const DISABLE_FLAGS: Readonly<Record<string, number>> = {
  constraint: DisableBit.CONSTRAINT,
  equality: DisableBit.EQUALITY,
  frictionloss: DisableBit.FRICTIONLOSS,
  limit: DisableBit.LIMIT,
  contact: DisableBit.CONTACT,
  spring: DisableBit.SPRING,
  damper: DisableBit.DAMPER,
  gravity: DisableBit.GRAVITY,
  clampctrl: DisableBit.CLAMPCTRL,
  warmstart: DisableBit.WARMSTART,
  filterparent: DisableBit.FILTERPARENT,
  actuation: DisableBit.ACTUATION,
  refsafe: DisableBit.REFSAFE,
  sensor: DisableBit.SENSOR,
  midphase: DisableBit.MIDPHASE,
  eulerdamp: DisableBit.EULERDAMP,
  autoreset: DisableBit.AUTORESET,
  nativeccd: DisableBit.NATIVECCD,
  island: DisableBit.ISLAND,
};

/** Flags of stages that are off unless enabled. */
export const ENABLE_FLAGS: Readonly<Record<string, number>> = {
  override: EnableBit.OVERRIDE,
  energy: EnableBit.ENERGY,
  fwdinv: EnableBit.FWDINV,
  invdiscrete: EnableBit.INVDISCRETE,
  multiccd: EnableBit.MULTICCD,
  sleep: EnableBit.SLEEP,
};

const FLAG = keyword(K.ENABLE);

/** The grammar of `<flag>`. */
export const FLAG_ELEMENT: Attributes = Object.fromEntries(
  [...Object.keys(DISABLE_FLAGS), ...Object.keys(ENABLE_FLAGS)].map((name) => [name, FLAG]),
);
