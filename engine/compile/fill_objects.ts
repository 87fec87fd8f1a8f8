/** Everything outside the tree as fields of the model. */

import { ACTUATOR } from "../mjcf/elements/actuator.ts";
import { EQUALITY } from "../mjcf/elements/equality.ts";
import { PAIR } from "../mjcf/elements/pair.ts";
import { SENSOR } from "../mjcf/elements/sensor.ts";
import { TENDON } from "../mjcf/elements/tendon.ts";
import { Wrap } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import type { ActuatorSpec, PairSpec, SensorSpec, Spec, TendonSpec } from "../types/spec.ts";
import { columnsOf, fillColumns } from "./fill_attributes.ts";
import { historyLength } from "./model_sizes.ts";

const PER_PAIR = columnsOf(PAIR, "npair");
const PER_EQUALITY = columnsOf(EQUALITY, "neq");
const PER_TENDON = columnsOf(TENDON, "ntendon");
const PER_ACTUATOR = columnsOf(ACTUATOR, "nu");
const PER_SENSOR = columnsOf(SENSOR, "nsensor");

/** Fills options, contacts, equalities, tendons, actuators, sensors, and custom fields. */
export function fillObjects(m: Model, spec: Spec): void {
  fillOptions(m, spec);
  fillPairs(m, spec.pairs);
  for (const exclude of spec.excludes) m.exclude_signature[exclude.id] = exclude.signature;
  fillEqualities(m, spec);
  fillTendons(m, spec.tendons);
  const history = fillActuators(m, spec.actuators);
  fillSensors(m, spec.sensors, history);
  fillCustom(m, spec);
}

function fillOptions(m: Model, spec: Spec): void {
  const target = m.opt as unknown as Record<string, number | Float64Array>;
  for (const [name, value] of Object.entries(spec.option)) {
    const field = target[name];
    if (field instanceof Float64Array) field.set(value as Float64Array);
    else if (name in target) target[name] = value;
  }
}

function fillPairs(m: Model, pairs: readonly PairSpec[]): void {
  fillColumns(m, PER_PAIR, pairs);
  for (const { id, first, second, signature } of pairs) {
    m.pair_geom1[id] = first?.id ?? -1;
    m.pair_geom2[id] = second?.id ?? -1;
    m.pair_signature[id] = signature;
  }
}

function fillEqualities(m: Model, spec: Spec): void {
  fillColumns(m, PER_EQUALITY, spec.equalities);
  for (const equality of spec.equalities) {
    const { id } = equality;
    m.eq_type[id] = equality.type;
    m.eq_obj1id[id] = equality.obj1id;
    m.eq_obj2id[id] = equality.obj2id;
    m.eq_objtype[id] = equality.objtype;
    m.eq_data.set(equality.data, 11 * id);
  }
}

function fillTendons(m: Model, tendons: readonly TendonSpec[]): void {
  fillColumns(m, PER_TENDON, tendons);
  let at = 0;
  for (const tendon of tendons) {
    const { id, path } = tendon;
    m.tendon_adr[id] = at;
    m.tendon_num[id] = path.length;
    m.tendon_matid[id] = tendon.matid;
    for (const wrap of path) {
      const geom = wrap.type === Wrap.SPHERE || wrap.type === Wrap.CYLINDER;
      m.wrap_type[at] = wrap.type;
      m.wrap_objid[at] = wrap.obj?.id ?? -1;
      m.wrap_prm[at] = geom ? wrap.sideid : wrap.prm;
      at++;
    }
  }
}

function fillActuators(m: Model, actuators: readonly ActuatorSpec[]): number {
  fillColumns(m, PER_ACTUATOR, actuators);
  let act = 0;
  let history = 0;
  for (const actuator of actuators) {
    const { id, actdim, nsample } = actuator;
    m.actuator_trntype[id] = actuator.trntype;
    m.actuator_trnid.set(actuator.trnid, 2 * id);
    m.actuator_actadr[id] = actdim ? act : -1;
    act += actdim;
    m.actuator_historyadr[id] = nsample > 0 ? history : -1;
    history += historyLength(nsample, 1);
  }
  return history;
}

function fillSensors(m: Model, sensors: readonly SensorSpec[], firstHistory: number): void {
  fillColumns(m, PER_SENSOR, sensors);
  let at = 0;
  let history = firstHistory;
  for (const sensor of sensors) {
    const { id, dim, nsample } = sensor;
    m.sensor_type[id] = sensor.type;
    m.sensor_objtype[id] = sensor.objtype;
    m.sensor_objid[id] = sensor.obj?.id ?? -1;
    m.sensor_reftype[id] = sensor.reftype;
    m.sensor_refid[id] = sensor.ref?.id ?? -1;
    m.sensor_intprm.set(sensor.intprm, 3 * id);
    m.sensor_adr[id] = at;
    at += dim;
    m.sensor_historyadr[id] = nsample > 0 ? history : -1;
    history += historyLength(nsample, dim);
  }
}

function fillCustom(m: Model, spec: Spec): void {
  let at = 0;
  for (const numeric of spec.numerics) {
    m.numeric_adr[numeric.id] = at;
    m.numeric_size[numeric.id] = numeric.size;
    m.numeric_data.set(numeric.data, at);
    at += numeric.size;
  }
  at = 0;
  for (const text of spec.texts) {
    const bytes = new TextEncoder().encode(text.data);
    m.text_adr[text.id] = at;
    m.text_size[text.id] = bytes.length + 1;
    m.text_data.set(bytes, at);
    at += bytes.length + 1;
  }
  at = 0;
  for (const tuple of spec.tuples) {
    m.tuple_adr[tuple.id] = at;
    m.tuple_size[tuple.id] = tuple.elements.length;
    for (const item of tuple.elements) {
      m.tuple_objtype[at] = item.objtype;
      m.tuple_objid[at] = item.obj?.id ?? -1;
      m.tuple_objprm[at] = item.prm;
      at++;
    }
  }
}
