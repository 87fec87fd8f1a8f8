/** Simple relations between an engine's values and MuJoCo's: a factor, a sign, a permutation, a step too late. */

import type { Numbers } from "../engine.ts";

/** A field in one frame in which it differs. */
export interface Sample {
  /** MuJoCo's values */
  readonly expected: Numbers;
  /** the engine's */
  readonly got: ArrayLike<number>;
  /** allowed difference */
  readonly allowed: number;
  /** MuJoCo's values one frame earlier, if there is one, and one frame later */
  readonly before?: Numbers | undefined;
  readonly after?: Numbers | undefined;
  /** other fields of MuJoCo with as many values, by name */
  readonly others: ReadonlyMap<string, Numbers>;
}

/** A relation that explains every difference of a field. */
export interface Relation {
  /** the key of a row below */
  readonly kind: string;
  /** the factor, the offset, the constant */
  readonly value?: number;
  /** the other field, the order of columns */
  readonly name?: string;
  /** is it more than a number that fits a single difference? */
  readonly isSure: boolean;
}

/** One element that differs. */
interface Pair {
  readonly x: number;
  readonly y: number;
  readonly slack: number;
}

/** A relation must explain all but this share of a difference. */
const UNEXPLAINED = 1e-3;

/** Elements that are examined. */
const EXAMINED = 2000;

const DEGREE = Math.PI / 180;

type Found = Omit<Relation, "kind">;
const SURE: Found = { isSure: true };

/** Relations of single elements, the most telling first. Each says whether it holds, and for which number. */
const OF_ELEMENTS: Readonly<Record<string, (pairs: readonly Pair[]) => Found | undefined>> = {
  nan: (pairs) => when(pairs.every(({ y }) => Number.isNaN(y))),
  infinite: (pairs) => when(pairs.every(({ y }) => Math.abs(y) === Infinity)),
  single: (pairs) =>
    when(pairs.every(({ x, y }) => Math.fround(y) === y && Math.abs(x - y) <= 2 ** -22 * Math.abs(x) && x !== y)),
  sign: (pairs) => when(fits(pairs, (x) => -x)),
  zero: (pairs) => when(pairs.every(({ x, y }) => y === 0 && x !== 0)),
  degrees: (pairs) => when(fits(pairs, (x) => x / DEGREE)),
  radians: (pairs) => when(fits(pairs, (x) => x * DEGREE)),
  magnitude: (pairs) => when(fits(pairs, Math.abs)),
  factor: (pairs) => numbered(pairs, ({ x, y }) => y / x, (x, c) => c * x),
  offset: (pairs) => numbered(pairs, ({ x, y }) => y - x, (x, c) => x + c),
  constant: (pairs) => {
    const [{ y }] = pairs;
    return pairs.every((pair) => pair.y === y) ? { value: y, isSure: hasSeveral(pairs) } : undefined;
  },
  reciprocal: (pairs) => asFar(pairs, (x) => 1 / x),
  square: (pairs) => asFar(pairs, (x) => x * x),
  root: (pairs) => asFar(pairs, (x) => Math.sqrt(x)),
};

/** Relations of whole arrays with rows of `width`. */
const OF_ARRAYS: Readonly<Record<string, (samples: readonly Sample[], width: number) => Found | undefined>> = {
  late: (samples) => matches(samples, ({ before }) => before),
  early: (samples) => matches(samples, ({ after }) => after),
  transposed: (samples, width) => width === 9 ? reordered(samples, 9, [0, 3, 6, 1, 4, 7, 2, 5, 8]) : undefined,
  conjugate: (samples, width) =>
    width === 4
      ? matches(samples, ({ expected }) => expected.map((x: number, i: number) => i % 4 === 0 ? x : -x) as Numbers)
      : undefined,
  columns: columnOrder,
  shifted: (samples, width) => shiftedRows(samples, width),
  other: otherField,
  reversed: (samples, width) => width < 2 ? undefined : reordered(samples, width, reversedColumns(width)),
  shuffled: shuffledRows,
};

/** Names of all relations, the most telling first. */
export const KINDS: readonly string[] = [
  ...["nan", "infinite", "single", "late", "transposed", "conjugate", "columns", "sign", "zero", "degrees", "radians"],
  ...["magnitude", "factor", "shifted", "shuffled", "other", "offset", "constant"],
  ...["reciprocal", "square", "root", "early", "reversed", "larger", "smaller"],
];

/** All relations that explain every difference in some frames of a field with rows of `width`. */
export function relationsOf(samples: readonly Sample[], width: number): Relation[] {
  const out: Relation[] = [];
  const pairs = pairsOf(samples);
  if (pairs.length === 0) return out;
  for (const [kind, test] of Object.entries(OF_ELEMENTS)) {
    const found = test(pairs);
    if (found !== undefined) out.push({ kind, ...found });
  }
  if (samples.every(({ expected, got }) => expected.length > 1 && got.length >= expected.length)) {
    for (const [kind, test] of Object.entries(OF_ARRAYS)) {
      const found = test(samples, width);
      if (found !== undefined) out.push({ kind, ...found });
    }
  }
  if (pairs.every(({ x, y }) => Math.abs(y) > Math.abs(x))) out.push({ kind: "larger", isSure: pairs.length > 1 });
  if (pairs.every(({ x, y }) => Math.abs(y) < Math.abs(x))) out.push({ kind: "smaller", isSure: pairs.length > 1 });
  return out;
}

/** The elements that differ by more than is allowed. */
function pairsOf(samples: readonly Sample[]): Pair[] {
  const out: Pair[] = [];
  for (const { expected, got, allowed } of samples) {
    for (let i = 0; i < expected.length && out.length < EXAMINED; i++) {
      const [x, y] = [expected[i], got[i]];
      if (x === y || Math.abs(x - y) <= allowed || (x !== x && y !== y)) continue;
      out.push({ x, y, slack: allowed });
    }
  }
  return out;
}

function when(holds: boolean): Found | undefined {
  return holds ? SURE : undefined;
}

function fits(pairs: readonly Pair[], f: (x: number) => number): boolean {
  return pairs.every(({ x, y, slack }) => Math.abs(y - f(x)) <= UNEXPLAINED * Math.abs(y - x) + slack);
}

function hasSeveral(pairs: readonly Pair[]): boolean {
  return pairs.some(({ x }) => Math.abs(x - pairs[0].x) > 1e-6 * Math.abs(x));
}

/** A relation that several differences make sure. */
function asFar(pairs: readonly Pair[], f: (x: number) => number): Found | undefined {
  return fits(pairs, f) ? { isSure: hasSeveral(pairs) } : undefined;
}

/** Finds the number of a relation from the largest difference, and tests it on all. */
function numbered(
  pairs: readonly Pair[],
  solve: (pair: Pair) => number,
  f: (x: number, value: number) => number,
): Found | undefined {
  const largest = pairs.reduce((a, b) => Math.abs(b.y - b.x) > Math.abs(a.y - a.x) ? b : a);
  const value = solve(largest);
  if (!Number.isFinite(value) || !fits(pairs, (x) => f(x, value))) return undefined;
  return { value, isSure: hasSeveral(pairs) };
}

/** Does every sample equal what `model` says it would be, where that is not MuJoCo's value itself? */
function matches(samples: readonly Sample[], model: (sample: Sample) => Numbers | undefined): Found | undefined {
  let shown = 0;
  for (const sample of samples) {
    const { expected, got } = sample;
    const values = model(sample);
    if (values === undefined || values.length !== expected.length) continue;
    if (!near(got, values, sample)) return undefined;
    shown++;
  }
  return shown > 0 && 2 * shown >= samples.length ? SURE : undefined;
}

/** Are an engine's values these? */
function near(got: ArrayLike<number>, values: ArrayLike<number>, { expected, allowed }: Sample): boolean {
  for (let i = 0; i < values.length; i++) {
    const slack = allowed + UNEXPLAINED * Math.abs(got[i] - expected[i]);
    if (!(Math.abs(got[i] - values[i]) <= slack) && !(Number.isNaN(got[i]) && Number.isNaN(values[i]))) return false;
  }
  return true;
}

/** Rows whose columns are in another order. */
function reordered(samples: readonly Sample[], width: number, order: readonly number[]): Found | undefined {
  return matches(
    samples,
    ({ expected }) =>
      expected.length % width !== 0
        ? undefined
        : expected.map((_: number, i: number) => expected[i - i % width + order[i % width]]) as Numbers,
  );
}

function reversedColumns(width: number): number[] {
  return Array.from({ length: width }, (_, i) => width - 1 - i);
}

/** Finds an order of columns that holds in all rows: a rotation if there is one, because equal columns leave a choice. */
function columnOrder(samples: readonly Sample[], width: number): Found | undefined {
  if (width < 2 || width > 6) return undefined;
  const all = Array.from({ length: width }, (_, i) => i);
  const fits = all.map((to) => all.map((from) => samples.every((sample) => isColumn(sample, width, to, from))));
  const rotations = all.slice(1).map((by) => all.map((i) => (i + by) % width));
  const order = rotations.find((it) => it.every((from, to) => fits[to][from])) ?? completed([], fits);
  if (order === undefined || order.every((from, i) => from === i)) return undefined;
  return { name: order.join(" "), isSure: true };
}

/** Completes an order of columns, by trying. */
function completed(begun: readonly number[], fits: readonly (readonly boolean[])[]): readonly number[] | undefined {
  const to = begun.length;
  if (to === fits.length) return begun;
  const choices = fits[to].flatMap((holds, from) => holds && !begun.includes(from) ? [from] : []);
  // a column that may have stayed has stayed
  for (const from of choices.sort((a, b) => Number(b === to) - Number(a === to))) {
    const order = completed([...begun, from], fits);
    if (order !== undefined) return order;
  }
  return undefined;
}

/** Is a column of the engine another one of MuJoCo's? */
function isColumn({ expected, got, allowed }: Sample, width: number, to: number, from: number): boolean {
  for (let row = 0; row + width <= expected.length; row += width) {
    if (!(Math.abs(got[row + to] - expected[row + from]) <= allowed)) return false;
  }
  return true;
}

/** Each row is MuJoCo's next or previous one. */
function shiftedRows(samples: readonly Sample[], width: number): Found | undefined {
  for (const by of [1, -1]) {
    const holds = samples.every((sample) => {
      const { expected, got } = sample;
      const [from, to] = by > 0 ? [0, expected.length - width] : [width, expected.length];
      if (expected.length < 3 * width) return false;
      const moved = expected.slice(from + by * width, to + by * width);
      return near(Array.from(got).slice(from, to), moved, { ...sample, expected: expected.slice(from, to) as Numbers });
    });
    if (holds) return { value: by, isSure: true };
  }
  return undefined;
}

/** The same rows in another order. */
function shuffledRows(samples: readonly Sample[], width: number): Found | undefined {
  const rows = (list: ArrayLike<number>, length: number) => {
    const out: string[] = [];
    for (let at = 0; at + width <= length; at += width) {
      out.push(Array.from({ length: width }, (_, i) => Number(list[at + i].toPrecision(9))).join(" "));
    }
    return out.sort();
  };
  const holds = samples.every(({ expected, got }) => {
    if (expected.length < 2 * width || expected.length > EXAMINED) return false;
    const [a, b] = [rows(expected, expected.length), rows(got, expected.length)];
    return a.every((row, i) => row === b[i]);
  });
  return when(holds);
}

/** MuJoCo has these values in another field. */
function otherField(samples: readonly Sample[]): Found | undefined {
  for (const name of samples[0].others.keys()) {
    const found = matches(samples, ({ others }) => others.get(name));
    if (found !== undefined && samples.every(({ others }) => others.has(name))) return { name, isSure: true };
  }
  return undefined;
}

/** The text of each relation: what the engine's value is. */
const TEXTS: Readonly<Record<string, (relation: Omit<Relation, "isSure">) => string>> = {
  nan: () => "not a number",
  infinite: () => "infinite",
  single: () => "MuJoCo's, rounded to single precision",
  sign: () => "MuJoCo's with the opposite sign",
  zero: () => "zero",
  degrees: () => "in degrees instead of radians",
  radians: () => "in radians instead of degrees",
  magnitude: () => "MuJoCo's without its sign",
  factor: ({ value = 0 }) => `${brief(value)} times MuJoCo's`,
  offset: ({ value = 0 }) => `MuJoCo's ${value < 0 ? "minus" : "plus"} ${brief(Math.abs(value))}`,
  constant: ({ value = 0 }) => `always ${brief(value)}`,
  reciprocal: () => "the reciprocal of MuJoCo's",
  square: () => "the square of MuJoCo's",
  root: () => "the square root of MuJoCo's",
  late: () => "MuJoCo's of one step earlier: one step late",
  early: () => "MuJoCo's of the next step: one step early",
  transposed: () => "MuJoCo's, transposed",
  conjugate: () => "the inverse rotation",
  columns: ({ name = "" }) => `MuJoCo's with its columns in another order: ${name}`,
  shifted: ({ value = 0 }) => `that of the ${value > 0 ? "next" : "previous"} row: the index is shifted by one`,
  other: ({ name = "" }) => `MuJoCo's ${name}`,
  reversed: () => "MuJoCo's with its columns reversed",
  shuffled: () => "MuJoCo's rows in another order",
  larger: () => "too large",
  smaller: () => "too small",
  missing: () => "some are missing",
  extra: () => "there are too many",
  order: () => "in another order",
};

/** A relation in a few words, after "is". */
export function describeRelation(relation: Omit<Relation, "isSure">): string {
  return TEXTS[relation.kind]?.(relation) ?? relation.kind;
}

function brief(x: number): string {
  return String(Number(x.toPrecision(6)));
}
