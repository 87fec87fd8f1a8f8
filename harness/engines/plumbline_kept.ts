/**
 * What Plumbline offers around models and data, as conditions that hold for every model: one that has been edited and
 * restored, saved, loaded, and copied is the same; names lead to the fields; rollouts are steps.
 */

import * as plumbline from "../../mod.ts";
import { type CompileOptions, type Data, DATA_FIELDS, KINDS, type Model, MODEL_FIELDS, State } from "../../mod.ts";

/** Any array of a field. */
type Numbers = ArrayLike<number>;

/** Anything with arrays. */
type Arrays = Readonly<Record<string, Numbers>>;

/** A model that went through everything that should leave it as it is. Throws if something did not. */
export async function keptModel(xml: string, options: CompileOptions): Promise<Model> {
  const compiled = plumbline.compile(xml, options);
  sameFields(edited(xml, options, compiled.nkey > 0), compiled);
  const model = plumbline.copyModel(null, plumbline.loadModelBinary(plumbline.saveModel(compiled)));
  await checkRollouts(model);
  return model;
}

/** The document, copied, added to, and restored. Keyframes would have to have numbers for what is added. */
function edited(xml: string, options: CompileOptions, hasKeys: boolean): Model {
  const spec = plumbline.Spec.parse(xml, options).copy();
  if (hasKeys) return spec.compile();
  const body = spec.worldbody.addBody({ name: "kept body", pos: [0, 0, 9] });
  body.addJoint({ name: "kept joint", axis: [0, 1, 0] });
  body.addGeom({ name: "kept geom", size: [0.1] });
  spec.body("kept body").addSite({ name: "kept site" });
  spec.geom("kept geom").set({ name: "kept shape", type: "box", size: [0.1, 0.2, 0.3] });
  spec.geom("kept shape").delete();
  spec.body("kept body").delete();
  const { timestep } = spec.option;
  spec.option.timestep = 1;
  spec.option.timestep = timestep;
  return spec.compile();
}

function sameFields(a: Model, b: Model): void {
  for (const field of Object.keys(MODEL_FIELDS)) {
    same(
      (a as unknown as Arrays)[field],
      (b as unknown as Arrays)[field],
      `${field} of a spec that was edited and restored`,
    );
  }
}

function same(a: Numbers, b: Numbers, what: string): void {
  let isSame = a.length === b.length;
  for (let i = 0; isSame && i < a.length; i++) isSame = Object.is(a[i], b[i]);
  if (!isSame) throw new Error(`${what} is not what it should be`);
}

/** Rollouts from two states with controls are steps from them. */
async function checkRollouts(model: Model): Promise<void> {
  const n = plumbline.stateSize(model, State.FULLPHYSICS);
  const initial = new Float64Array(2 * n);
  const state = new Float64Array(n);
  const expected: number[] = [];
  const controls = Float64Array.from({ length: 4 * model.nu }, (_, i) => 0.1 * i);
  for (let r = 0; r < 2; r++) {
    const data = new plumbline.Data(model);
    data.time = r;
    plumbline.getState(model, data, state, State.FULLPHYSICS);
    initial.set(state, r * n);
    for (let t = 0; t < 2; t++) {
      data.ctrl.set(controls.subarray((2 * r + t) * model.nu, (2 * r + t + 1) * model.nu));
      plumbline.step(model, data);
      plumbline.getState(model, data, state, State.FULLPHYSICS);
      // what follows a warning is left as it is
      if (data.warning.number.some((count) => count > 0)) return;
      for (const x of state) expected.push(x);
    }
  }
  const control = model.nu > 0 ? { control: controls, controlShape: [2, 2] as const } : {};
  const result = await plumbline.rollout(model, { initial, ...control, steps: 2, workers: 0, chunk: 2 });
  same(result.state, expected, "the state of rollouts");
}

/** Fields with a row for each of as many objects as a size says, by the name of the size. */
const bySize = (fields: typeof MODEL_FIELDS | typeof DATA_FIELDS) =>
  Map.groupBy(Object.entries(fields), ([, [, rows]]) => rows);
const OF_MODEL = bySize(MODEL_FIELDS);
const OF_DATA = bySize(DATA_FIELDS);

/** The fields of each kind of object that its views have: of the model, and of the data. */
const FIELDS_OF_KINDS = Object.entries(KINDS).map(([kind, { type, size, prefixes: [prefix] }]) => {
  const list = (fields: typeof OF_MODEL) =>
    (fields.get(size) ?? []).flatMap(([field, [, , columns]]) =>
      typeof columns === "number" && field.startsWith(prefix)
        ? [{ field, property: field.slice(prefix.length), columns }]
        : []
    );
  return { kind, type, size, ofModel: list(OF_MODEL), ofData: list(OF_DATA) };
});

/** Every object with a name gives its own elements of the fields. */
export function checkNames(model: Model, data: Data): void {
  for (const { kind, type, size, ofModel, ofData } of FIELDS_OF_KINDS) {
    for (let id = 0; id < model[size]; id++) {
      const name = plumbline.id2name(model, type, id);
      if (!name) continue;
      for (const [owner, fields] of [[model, ofModel], [data, ofData]] as const) {
        const view = (owner as unknown as Record<string, (name: string) => Record<string, Numbers | number>>)[kind]?.(
          name,
        );
        for (const { field, property, columns } of fields) {
          const values = view?.[property];
          if (values === undefined) continue;
          const all = (owner as unknown as Arrays)[field];
          const own = Array.from({ length: columns }, (_, k) => all[id * columns + k]);
          same(typeof values === "number" ? [values] : values, own, `${kind} '${name}': ${field}`);
        }
      }
    }
  }
}

/** The stages of `forward`, without sensors: done again, they give the same. */
const STAGES = [
  ...[plumbline.kinematics, plumbline.comPos, plumbline.camlight, plumbline.flex, plumbline.tendon, plumbline.makeM],
  ...[plumbline.factorM, plumbline.collision, plumbline.makeConstraint, plumbline.island, plumbline.transmission],
  ...[plumbline.projectConstraint, plumbline.comVel, plumbline.passive, plumbline.referenceConstraint],
  ...[plumbline.fwdActuation, plumbline.fwdAcceleration, plumbline.fwdConstraint],
];

/** Does all stages of `forward` again, one by one. */
export function repeatStages(model: Model, data: Data): void {
  for (const stage of STAGES) stage(model, data);
}

/** A state that is copied, or packed and unpacked, is the same. */
export function checkState(model: Model, data: Data): void {
  const all = (1 << State.N) - 1;
  const packed = new Float64Array(plumbline.stateSize(model, all));
  plumbline.getState(model, data, packed, all);
  const copy = new plumbline.Data(model);
  plumbline.copyState(model, data, copy, all);
  const again = new Float64Array(packed.length);
  plumbline.getState(model, copy, again, all);
  same(again, packed, "a copied state");
  const other = new plumbline.Data(model);
  plumbline.setState(model, other, packed, all);
  if (plumbline.stateHash(model, other) !== plumbline.stateHash(model, copy)) {
    throw new Error("the hash of a state that was unpacked is not that of its copy");
  }
}
