/** What Plumbline says of a model and its data in formats of its own, each as a short hash that changes with any letter. */

import { hash } from "node:crypto";
import * as plumbline from "../../mod.ts";
import { CONTACT_FIELDS, type Data, DATA_FIELDS, type Model, MODEL_FIELDS, OPTION_FIELDS } from "../../mod.ts";
import { saidInUse } from "./plumbline_uses.ts";
import { MODEL_RULES } from "../../engine/types/model_rules.ts";

/** Anything with fields. */
type Fields = Record<string, unknown>;

/** A change of an array, which is undone. */
interface Damage {
  readonly field: string;
  readonly owner: Fields;
  readonly value: unknown;
}

/** How it prints, saves, and writes a model, and prints the data of a step. */
export function wordsOf(model: Model): string {
  const data = new plumbline.Data(model);
  plumbline.step(model, data);
  return words({
    model: plumbline.printModel(model),
    data: plumbline.printData(model, data, { digits: 3 }),
    file: plumbline.saveModel(model),
    mjcf: plumbline.toMjcf(model),
  });
}

/** What it says of every damage to a model and to the data of a step, and in uses of other kinds. */
export async function wordsOfDamage(model: Model): Promise<string> {
  const data = new plumbline.Data(model);
  plumbline.step(model, data);
  const found: string[] = [];
  for (const { field, owner, value } of damages(model, data)) {
    const before = owner[field];
    owner[field] = value;
    found.push(`${field} ${judgement(() => plumbline.validate(model, data))}`);
    owner[field] = before;
  }
  return words({ damage: found.join("\n"), uses: await saidInUse(model) });
}

function words(parts: Readonly<Record<string, string | Uint8Array>>): string {
  return Object.entries(parts).map(([name, text]) => `${name} ${hash("sha256", text).slice(0, 12)}`).join("\n");
}

/** What is wrong, or nothing. */
function judgement(check: () => void): string {
  try {
    check();
    return "";
  } catch (error) {
    if (!(error instanceof plumbline.ValidationError)) throw error;
    return error.message;
  }
}

/** Fields of data that have rules of their own. */
const RULED = /^(?:tree_asleep|eq_active|geom|flex|elem|vert|dim|efc_address)$/;

/** Of how many fields without a rule about several fields one is changed: they share the code that checks them. */
const SHARE = 48;

/** Arrays, options, and sizes that are damaged. */
function* damages(model: Model, data: Data): Generator<Damage> {
  yield* damagedArrays(model, MODEL_FIELDS, (field) => !(field in MODEL_RULES));
  yield* damagedArrays(data, DATA_FIELDS, (field) => RULED.test(field));
  yield* damagedArrays(data.contact, CONTACT_FIELDS, (field) => RULED.test(field));
  const opt = model.opt as unknown as Fields;
  for (const [field, [, length]] of Object.entries(OPTION_FIELDS)) {
    const vector = opt[field] as Float64Array;
    const values = length === 0 ? [-1, 4, 0.5, NaN] : [vector.subarray(1), vector.map((x, k) => k === 1 ? NaN : x)];
    for (const value of values) yield { field, owner: opt, value };
  }
  const sizes = [["nq", model], ["nv", model], ["nbvhstatic", model], ["narena", data], ["nefc", data]] as const;
  for (const [field, owner] of sizes) {
    for (const value of [-1, 0, 0.5, NaN]) yield { field, owner: owner as unknown as Fields, value };
  }
}

type Table = Readonly<Record<string, readonly [dtype: string, ...rest: unknown[]]>>;

/** Fields with rules of their own, one too large or too small, and some change of some of the other fields. */
function* damagedArrays(fields: object, table: Table, isRuled: (field: string) => boolean): Generator<Damage> {
  const owner = fields as Fields;
  let turn = 0;
  let others = 0;
  for (const [field, [dtype]] of Object.entries(table)) {
    const isReal = dtype.startsWith("f");
    const values = [...changed(owner[field] as Float64Array, isReal)];
    if (values.length === 0) continue;
    if (!isReal && isRuled(field)) {
      yield { field, owner, value: values[turn++ % 2] };
    } else if (others++ % SHARE === 0) {
      yield { field, owner, value: values[(others / SHARE | 0) % values.length] };
    }
  }
}

/** Versions of an array of which each may be wrong. */
function* changed(array: Float64Array, isReal: boolean): Generator<Float64Array> {
  const { length } = array;
  if (length === 0) return;
  const last = length - 1;
  const changes = isReal ? [[last, NaN]] : [[last, array[last] + 1], [0, array[0] - 1]];
  for (const [at, value] of changes) {
    const copy = array.slice();
    copy[at] = value;
    yield copy;
  }
  yield array.subarray(1);
}
