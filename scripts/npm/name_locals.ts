/**
 * Names of local variables with which functions read alike, so that a compressor finds more of a text in what it has
 * just seen: a letter is better the more of its surroundings are found there.
 */

/** As much of terser's syntax tree as is used here. */
export interface Tree extends Scope {
  walk(visitor: object): void;
}

interface Scope {
  readonly variables?: ReadonlyMap<string, Variable>;
  /** what is referred to in the scope or the scopes inside */
  readonly enclosed: readonly Variable[];
  readonly block_scope?: Scope;
}

interface Variable {
  readonly name: string;
  readonly scope: Scope;
  readonly references: readonly unknown[];
  /** none if the name has to stay */
  mangled_name?: string | undefined;
}

/** Letters, the frequent ones first. */
const LETTERS = "etrnoilaufsdchpmbgvywxkjqzETRNOILAUFSDCHPMBGVYWXKJQZ";

/** Short words that are no names. */
const WORDS = new Set(["as", "do", "if", "in", "is", "of"]);

/** How far back a compressor looks. */
const WINDOW = 32768;

/** Lengths of texts that are looked for, with the gain per letter of one that is found. */
const LENGTHS = [3, 4, 6, 9, 13];
const GAINS = [0.33, 0.38, 0.33, 0.22, 0.15];
const LONGEST = 13;

/** Size of the tables of texts. */
const SLOTS = 1 << 20;

/** Letters that are tried for a variable. */
const TRIED = 52;

/** Numbers of names that are left out at the top. What follows from that is chance, a few hundred bytes more or less. */
const SKIPS = [4, 5, 6];

/** How often all variables of a function are tried. */
const ROUNDS = 12;

/** Where a function or another statement at the top of a module begins. */
const BEGINNING = /(?<=[\n}])(?:async )?function\b|(?<=[\n}])(?:var|class) |(?<=[},])[\w$]{2,3}=/g;

const PLACEHOLDER = /\$\$\d{6}/g;

/** Names the local variables of a module; `print` prints it with the current names. */
export async function nameLocals(tree: Tree, print: () => Promise<string>): Promise<void> {
  const scopes = scopesOf(tree);
  const all = new Set(scopes.flatMap(({ variables }) => [...variables?.values() ?? []]));
  const kept = new Set([...all].filter((it) => it.mangled_name === undefined).map(({ name }) => name));
  const named = [...all].filter((it) => it.mangled_name !== undefined);
  const locals = named.filter((it) => it.scope !== tree);
  const rivals = findRivals(scopes.filter((it) => it !== tree));
  let smallest = Infinity;
  let names: (string | undefined)[] = [];
  for (const skipped of SKIPS) {
    // names of two letters at the top leave those of one letter to locals
    const long = longNames(kept);
    for (let i = 0; i < skipped; i++) long.next();
    for (const it of named) if (it.scope === tree) it.mangled_name = long.next().value;
    await improveLocals(locals, rivals, kept, long, print);
    const size = await sizeOf(await print());
    if (size >= smallest) continue;
    smallest = size;
    names = named.map(({ mangled_name }) => mangled_name);
  }
  named.forEach((it, i) => it.mangled_name = names[i]);
}

/** Bytes of a compressed text. */
async function sizeOf(text: string): Promise<number> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return (await new Response(stream).arrayBuffer()).byteLength;
}

/** Names local variables where those at the top have their names. */
async function improveLocals(
  locals: readonly Variable[],
  rivals: ReadonlyMap<Variable, ReadonlySet<Variable>>,
  kept: ReadonlySet<string>,
  long: Iterator<string, never>,
  print: () => Promise<string>,
): Promise<void> {
  giveLetters(locals, rivals, kept, long);

  const given = locals.map((it) => it.mangled_name as string);
  locals.forEach((it, i) => it.mangled_name = `$$${i + 100000}`);
  const text = new Text(await print(), given);
  const places = new Map(locals.map((it, i) => [it, i]));
  const banned = locals.map((it) => {
    const names = [...kept, ...[...rivals.get(it) ?? []].map(({ mangled_name, name }) => mangled_name ?? name)];
    return new Set(names.filter(({ length }) => length === 1).map((name) => name.charCodeAt(0)));
  });
  const others = locals.map((it) => {
    return [...rivals.get(it) ?? []].map((rival) => places.get(rival)).filter((i) => i !== undefined);
  });
  text.improve(others, banned);
  locals.forEach((it, i) => it.mangled_name = text.nameOf(i));
}

function scopesOf(tree: Tree): Scope[] {
  const scopes: Scope[] = [];
  const none = () => {};
  const visit = (node: Scope, descend?: () => void) => {
    if (node.variables !== undefined) scopes.push(node);
    if (node.block_scope !== undefined) scopes.push(node.block_scope);
    descend?.call(node);
  };
  tree.walk({ _visit: visit, push: none, pop: none, parent: none });
  return scopes;
}

/** Names of two letters and more, except those that are taken. */
function* longNames(taken: ReadonlySet<string>): Generator<string, never> {
  const next = `${LETTERS}$_0123456789`;
  for (let digits = 1;; digits++) {
    for (const first of `${LETTERS}$_`) {
      for (let i = 0; i < 64 ** digits; i++) {
        let name = first;
        for (let d = digits - 1; d >= 0; d--) name += next[(i >> 6 * d) & 63];
        if (!taken.has(name) && !WORDS.has(name)) yield name;
      }
    }
  }
}

/** The variables that a variable may not be mistaken for. */
function findRivals(scopes: readonly Scope[]): Map<Variable, Set<Variable>> {
  const rivals = new Map<Variable, Set<Variable>>();
  const add = (a: Variable, b: Variable) => rivals.set(a, (rivals.get(a) ?? new Set()).add(b));
  for (const { variables, enclosed } of scopes) {
    const own = [...variables?.values() ?? []];
    for (const a of own) {
      for (const b of [...own, ...enclosed]) {
        if (a === b) continue;
        add(a, b);
        add(b, a);
      }
    }
  }
  return rivals;
}

/** Gives variables that have the same name in the sources the same letter wherever it is free, frequent ones first. */
function giveLetters(
  locals: readonly Variable[],
  rivals: ReadonlyMap<Variable, ReadonlySet<Variable>>,
  kept: ReadonlySet<string>,
  long: Iterator<string, never>,
): void {
  const weights = new Map<string, number>();
  for (const { name, references } of locals) weights.set(name, (weights.get(name) ?? 0) + references.length + 1);
  const weightOf = ({ name }: Variable) => weights.get(name) as number;
  const sorted = locals.toSorted((a, b) => weightOf(b) - weightOf(a));
  const clashes = new Map<string, string[]>();
  for (const it of locals) {
    const names = [...rivals.get(it) ?? []].filter(({ mangled_name }) => mangled_name !== undefined);
    clashes.set(it.name, [...clashes.get(it.name) ?? [], ...names.map(({ name }) => name)]);
  }
  const letters = new Map<string, string>();
  for (const { name } of sorted) {
    if (letters.has(name)) continue;
    const costs = new Map<string, number>();
    for (const other of clashes.get(name) ?? []) {
      const letter = letters.get(other);
      if (letter !== undefined) costs.set(letter, (costs.get(letter) ?? 0) + 1);
    }
    const [best] = [...LETTERS.slice(0, 40)].sort((a, b) => (costs.get(a) ?? 0) - (costs.get(b) ?? 0));
    letters.set(name, best);
  }
  for (const it of locals) it.mangled_name = "";
  for (const it of sorted) {
    const taken = new Set([...rivals.get(it) ?? []].map(({ mangled_name, name }) => mangled_name ?? name));
    const isFree = (letter: string) => !taken.has(letter) && !kept.has(letter);
    const wanted = letters.get(it.name) as string;
    it.mangled_name = isFree(wanted) ? wanted : [...LETTERS].find(isFree) ?? long.next().value;
  }
}

/** A text with variables whose letters can be changed. */
class Text {
  /** the text with the current letters */
  private readonly bytes: Uint8Array;
  /** the variable at each place, or -1 */
  private readonly variables: Int32Array;
  /** where each variable occurs */
  private readonly places: number[][];
  private readonly letters: Uint8Array;
  /** where each text of some length was seen last */
  private readonly seen = LENGTHS.map(() => new Int32Array(SLOTS).fill(-WINDOW));
  /** where each letter was seen last between two others */
  private readonly between = new Int32Array(128 * 128 * 128).fill(-WINDOW);
  private readonly starts: number[];

  constructor(printed: string, private readonly names: readonly string[]) {
    const bytes: number[] = [];
    const variables: number[] = [];
    this.places = names.map(() => []);
    this.letters = Uint8Array.from(names, (name) => name.length === 1 ? name.charCodeAt(0) : 0);
    let at = 0;
    const copy = (end: number) => {
      for (; at < end; at++) variables.push(-1), bytes.push(Math.min(printed.charCodeAt(at), 127));
    };
    for (const { 0: { length }, index } of printed.matchAll(PLACEHOLDER)) {
      copy(index);
      const i = Number(printed.slice(index + 2, index + length)) - 100000;
      if (this.letters[i] !== 0) this.places[i].push(bytes.length);
      for (const letter of names[i]) variables.push(i), bytes.push(letter.charCodeAt(0));
      at += length;
    }
    copy(printed.length);
    this.bytes = Uint8Array.from(bytes);
    this.variables = Int32Array.from(variables);
    const text = new TextDecoder().decode(this.bytes);
    this.starts = [0, ...[...text.matchAll(BEGINNING)].map(({ index }) => index), bytes.length];
  }

  nameOf(i: number): string {
    return this.letters[i] === 0 ? this.names[i] : String.fromCharCode(this.letters[i]);
  }

  /** Looks for better letters, part by part. */
  improve(rivals: readonly number[][], banned: readonly ReadonlySet<number>[]): void {
    for (const [part, end] of this.starts.slice(1).entries()) {
      const start = this.starts[part];
      const own = new Set(this.variables.subarray(start, end));
      for (let round = 0; round < ROUNDS; round++) {
        let changes = 0;
        for (const i of own) {
          if (i >= 0 && this.letters[i] !== 0) changes += Number(this.retry(i, start, rivals, banned));
        }
        if (changes === 0) break;
      }
      this.remember(start, end);
    }
  }

  /** Gives a variable its best letter, maybe in exchange with a rival. */
  private retry(
    i: number,
    start: number,
    rivals: readonly number[][],
    banned: readonly ReadonlySet<number>[],
  ): boolean {
    const { letters } = this;
    const old = letters[i];
    const before = this.gain(i, start);
    let best = before + 1e-6;
    let letter = old;
    let other = -1;
    for (const tried of this.candidates(i, start)) {
      if (tried === old || banned[i].has(tried)) continue;
      const holders = rivals[i].filter((rival) => letters[rival] === tried);
      if (holders.length > 1) continue;
      const [holder = -1] = holders;
      let without = 0;
      if (holder >= 0) {
        if (banned[holder].has(old) || rivals[holder].some((it) => it !== i && letters[it] === old)) continue;
        without = this.gain(holder, start);
        this.set(holder, old);
      }
      this.set(i, tried);
      let gain = this.gain(i, start);
      if (holder >= 0) {
        gain += this.gain(holder, start) - without;
        this.set(holder, tried);
      }
      this.set(i, old);
      if (gain <= best) continue;
      best = gain;
      letter = tried;
      other = holder;
    }
    if (letter === old) return false;
    if (other >= 0) this.set(other, old);
    this.set(i, letter);
    return true;
  }

  private set(i: number, letter: number): void {
    this.letters[i] = letter;
    for (const place of this.places[i]) this.bytes[place] = letter;
  }

  /** The letters that were seen most often where a variable occurs. */
  private candidates(i: number, start: number): number[] {
    const { bytes, between } = this;
    const counts = new Uint16Array(128);
    for (const place of this.places[i]) {
      const at = (bytes[place - 1] << 7 | bytes[place + 1]) << 7;
      for (const letter of CODES) if (between[at | letter] > start - WINDOW) counts[letter]++;
    }
    return CODES.filter((letter) => counts[letter] > 0).sort((a, b) => counts[b] - counts[a]).slice(0, TRIED);
  }

  /** How much is found of what surrounds a variable. */
  private gain(i: number, start: number): number {
    const { bytes } = this;
    const oldest = start - WINDOW;
    let sum = 0;
    for (const place of this.places[i]) {
      for (let k = 0; k < LENGTHS.length; k++) {
        const length = LENGTHS[k];
        const last = this.seen[k];
        const first = Math.max(0, place - length + 1);
        let text = hash(bytes, first, length);
        let found = Number(last[slotOf(text)] > oldest);
        for (let at = first; at < place; at++) {
          text = Math.imul(text - Math.imul(bytes[at], POWERS[length - 1]), BASE) + bytes[at + length] | 0;
          found += Number(last[slotOf(text)] > oldest);
        }
        sum += GAINS[k] * found;
      }
    }
    return sum;
  }

  private remember(start: number, end: number): void {
    const { bytes, between } = this;
    for (let at = Math.max(0, start - LONGEST); at < end; at++) {
      for (let k = 0; k < LENGTHS.length; k++) {
        if (at + LENGTHS[k] <= end) this.seen[k][slotOf(hash(bytes, at, LENGTHS[k]))] = at;
      }
      if (at > 0) between[(bytes[at - 1] << 7 | bytes[at + 1]) << 7 | bytes[at]] = at;
    }
  }
}

const CODES = [...LETTERS].map((letter) => letter.charCodeAt(0));

/** A text as a polynomial of its bytes at this number. */
const BASE = 0x9e3779b1;

const POWERS = new Int32Array(LONGEST).fill(1);
for (let i = 1; i < LONGEST; i++) POWERS[i] = Math.imul(POWERS[i - 1], BASE);

function hash(bytes: Uint8Array, at: number, length: number): number {
  let sum = 0;
  for (let i = at; i < at + length; i++) sum = Math.imul(sum, BASE) + bytes[i] | 0;
  return sum;
}

function slotOf(text: number): number {
  return Math.imul(text ^ text >>> 15, 0x2c1b3c6d) >>> 12;
}
