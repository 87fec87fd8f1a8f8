/** Models and data as text. */

import type { Data } from "./data.ts";
import { id2name } from "./names.ts";
import { CONTACT_FIELDS, DATA_COUNTS, DATA_FIELDS, DATA_OTHERS } from "./types/data_fields.ts";
import { NISLAND, NSOLVER } from "./types/constants.ts";
import { Obj } from "./types/enums.ts";
import type { Model } from "./types/model.ts";
import { MODEL_FIELDS, MODEL_SIZES, OPTION_FIELDS, STATISTIC_FIELDS } from "./types/model_fields.ts";

/** Options for printing. */
export interface PrintOptions {
  /** significant digits of fractions; by default as many as it takes to tell a number from its neighbors */
  digits?: number;
}

type Value = number | ArrayLike<number>;
type Values = Readonly<Record<string, Value>>;
type Row = readonly [dtype: string, rows: string, columns: number | string, ...rest: string[]];

/** Which objects the rows of a size are. */
const OBJECTS: Readonly<Record<string, number>> = {
  nbody: Obj.BODY,
  njnt: Obj.JOINT,
  ngeom: Obj.GEOM,
  nsite: Obj.SITE,
  ncam: Obj.CAMERA,
  nlight: Obj.LIGHT,
  nflex: Obj.FLEX,
  nmesh: Obj.MESH,
  nskin: Obj.SKIN,
  nhfield: Obj.HFIELD,
  ntex: Obj.TEXTURE,
  nmat: Obj.MATERIAL,
  npair: Obj.PAIR,
  nexclude: Obj.EXCLUDE,
  neq: Obj.EQUALITY,
  ntendon: Obj.TENDON,
  nu: Obj.ACTUATOR,
  nsensor: Obj.SENSOR,
  nnumeric: Obj.NUMERIC,
  ntext: Obj.TEXT,
  ntuple: Obj.TUPLE,
  nkey: Obj.KEY,
  nplugin: Obj.PLUGIN,
};

/**
 * The text of everything that a model holds: sizes, options, statistics, and every field with its shape, row by row,
 * with the names of objects. Two models have the same text if they hold the same numbers, so texts can be compared line
 * by line.
 *
 * @example The masses of a model
 * ```ts
 * import { compile, printModel } from "@plumbline/sim";
 *
 * const model = compile(`<mujoco><worldbody><body name="ball"><joint/><geom mass="2" size="0.1"/></body></worldbody></mujoco>`);
 * const text = printModel(model);
 * if (!text.includes("body_mass: nbody\n  0 world: 0\n  1 ball: 2\n")) throw new Error(text);
 * ```
 */
export function printModel(model: Model, options: PrintOptions = {}): string {
  const print = new Printer(model, options);
  print.line("sizes");
  for (const name of [...MODEL_SIZES, "narena"] as const) print.value(`  ${name}`, model[name]);
  print.line("options");
  for (const name of Object.keys(OPTION_FIELDS)) print.value(`  ${name}`, valueOf(model.opt, name));
  print.line("statistics");
  for (const name of Object.keys(STATISTIC_FIELDS)) print.value(`  ${name}`, valueOf(model.stat, name));
  for (const [section, values] of Object.entries(model.vis)) {
    print.line(`visual ${section}`);
    for (const [name, value] of Object.entries(values)) print.value(`  ${name}`, value);
  }
  const sizes = model as unknown as Record<string, number>;
  for (const [name, row] of Object.entries(MODEL_FIELDS)) print.field(name, row, valueOf(model, name), sizes[row[1]]);
  return print.text();
}

/**
 * The text of everything that data hold: counts, time, warnings, every field with its shape, row by row, with the names
 * of objects, and contacts. Of fields that have room for more than the current step uses, only what is used is printed.
 *
 * @example The state after a step
 * ```ts
 * import { compile, Data, printData, step } from "@plumbline/sim";
 *
 * const model = compile(`<mujoco><option gravity="0 0 0"/><worldbody><body><joint type="slide"/><geom size="0.1"/></body></worldbody></mujoco>`);
 * const data = new Data(model);
 * data.qvel[0] = 1;
 * step(model, data);
 * const text = printData(model, data);
 * if (!text.includes("qpos: nq\n  0: 0.002\n")) throw new Error(text);
 * ```
 */
export function printData(model: Model, data: Data, options: PrintOptions = {}): string {
  const print = new Printer(model, options);
  print.line("counts");
  for (const name of Object.keys(DATA_COUNTS)) print.value(`  ${name}`, valueOf(data, name));
  print.line("others");
  for (const name of Object.keys(DATA_OTHERS)) {
    if (name !== "warning") print.value(`  ${name}`, valueOf(data, name));
  }
  print.value("  narena", data.narena);
  for (const [name, values] of Object.entries(data.warning)) print.value(`  warning.${name}`, values);
  for (const [name, values] of Object.entries(data.solver)) print.iterations(`solver.${name}`, values, data);
  const sizes = { ...model, ...data } as unknown as Record<string, number>;
  for (const [name, row] of Object.entries(DATA_FIELDS)) print.field(name, row, valueOf(data, name), sizes[row[1]]);
  for (const [name, [dtype, columns]] of Object.entries(CONTACT_FIELDS)) {
    print.field(`contact.${name}`, [dtype, "ncon", columns], valueOf(data.contact, name), data.ncon);
  }
  return print.text();
}

function valueOf(record: object, name: string): Value {
  return (record as Values)[name];
}

/** Lines of text about a model. */
class Printer {
  private readonly lines: string[] = [];
  private readonly digits: number | undefined;

  constructor(private readonly model: Model, { digits }: PrintOptions) {
    if (digits !== undefined && !(Number.isInteger(digits) && digits >= 1 && digits <= 100)) {
      throw new RangeError(`digits must be a whole number from 1 to 100, got ${digits}`);
    }
    this.digits = digits;
  }

  line(text: string): void {
    this.lines.push(text);
  }

  /** A number, or a short vector. */
  value(name: string, value: Value): void {
    this.line(`${name}: ${typeof value === "number" ? this.number(value) : this.numbers(value, 0, value.length)}`);
  }

  /** A field, row by row; empty fields are left out. */
  field(name: string, [, rows, columns]: Row, value: Value, count: number): void {
    const array = value as ArrayLike<number>;
    if (count === 0 || array.length === 0) return;
    this.line(`${name}: ${rows}${columns === 1 ? "" : ` × ${columns}`}`);
    const width = this.widthOf(columns);
    const objects = OBJECTS[rows];
    for (let row = 0; row < count; row++) {
      const label = objects === undefined
        ? null
        : row === 0 && rows === "nbody"
        ? "world"
        : id2name(this.model, objects, row);
      const start = width * row;
      this.line(`  ${row}${label ? ` ${label}` : ""}: ${this.numbers(array, start, start + width)}`);
    }
  }

  /** A statistic of the solver, one line for each island, with a value for each iteration. */
  iterations(name: string, values: ArrayLike<number>, { nisland, solver_niter }: Data): void {
    for (let island = 0; island < Math.min(NISLAND, Math.max(1, nisland)); island++) {
      const start = NSOLVER * island;
      const count = Math.min(NSOLVER, solver_niter[island]);
      if (count > 0) this.line(`${name}[${island}]: ${this.numbers(values, start, start + count)}`);
    }
  }

  text(): string {
    return `${this.lines.join("\n")}\n`;
  }

  private widthOf(columns: number | string): number {
    if (typeof columns === "number") return columns;
    const [size, factor = "1"] = columns.split("*");
    return Number(factor) * (this.model as unknown as Record<string, number>)[size];
  }

  private numbers(array: ArrayLike<number>, start: number, end: number): string {
    let text = "";
    for (let i = start; i < end; i++) text += i === start ? this.number(array[i]) : ` ${this.number(array[i])}`;
    return text;
  }

  private number(x: number): string {
    if (Object.is(x, -0)) return "-0";
    return this.digits === undefined || Number.isInteger(x) ? `${x}` : x.toPrecision(this.digits);
  }
}
