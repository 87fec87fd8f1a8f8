/** Limits on what a document may ask for: high enough for any real model; a server sets lower ones. */

import { MjcfError, type Place } from "./errors.ts";

const MB = 1 << 20;
const GB = 1024 * MB;

/** The limits: default, unit, and what is counted. */
// deno-fmt-ignore
export const LIMITS = {
  documentBytes: [64 * MB,     "bytes of text",            "the document and everything that it includes or attaches"],
  assetBytes:    [GB,          "bytes of files",           "all files that are read, each counted once"],
  files:         [65_536,      "files",                    "all files that are read, each counted once"],
  depth:         [498,         "nested elements", "elements inside each other in one file: MuJoCo's own limit"],
  treeDepth:     [1_500,       "nested elements", "bodies below each other; elements inside each other, with those of includes"],
  elements:      [300_000,     "elements",                 "elements of all documents; and elements of the model, with all copies"],
  bodies:        [65_533,      "bodies",                   "bodies, with all copies: MuJoCo's own limit"],
  geoms:         [150_000,     "geoms",                    "geoms, with all copies"],
  meshVertices:  [500_000,     "vertices",                 "vertices of one mesh"],
  meshFaces:     [1_000_000,   "faces",                    "faces of one mesh"],
  hfieldCells:   [8192 * 8192, "cells",                    "rows times columns of one height field"],
  textureBytes:  [2 * GB - 1,  "bytes of pixels",          "width times height times channels of one texture: MuJoCo's own limit"],
  flexVertices:  [200_000,     "vertices",                 "vertices of one flex"],
  flexElements:  [500_000,     "elements",                 "elements of one flex"],
  iterations:    [10_000,      "iterations",               "iterations of solvers, line searches and collisions, and initial points of these, each"],
  modelBytes:    [2 * GB,      "bytes",                    "all arrays of the model"],
  dataBytes:     [2 * GB,      "bytes",                    "all arrays of its data, before the first step"],
  work:          [5e9,         "elementary operations",    "meshes, hulls, inertia of long chains, attached and replicated references: what may take more than proportional time"],
} as const satisfies Record<string, readonly [number, string, string]>;

/** Name of a limit. */
export type LimitName = keyof typeof LIMITS;

/** Limits on what a document may ask for, by name. */
export type Limits = Record<LimitName, number>;

/** The limits that apply by default. */
export const DEFAULT_LIMITS: Readonly<Limits> = Object.freeze(
  Object.fromEntries(Object.entries(LIMITS).map(([name, [value]]) => [name, value])) as Limits,
);

/** A document that asks for more than a limit allows. */
export class LimitError extends MjcfError {
  /** name of the class */
  override name = "LimitError";
  /** the limit */
  readonly limit: LimitName;
  /** how much the document asks for, as far as it was counted */
  readonly asked: number;
  /** how much the limit allows */
  readonly allowed: number;
  private readonly subject: string;

  /** Makes an error that names the limit, the amount asked for, the place, and how to raise the limit. */
  constructor(
    { limit, asked, allowed }: Readonly<{ limit: LimitName; asked: number; allowed: number }>,
    subject = "the model",
    place?: Place,
    excerpt?: string,
  ) {
    const what = LIMITS[limit][1];
    super(
      `${subject} asks for ${asked} ${what}, the limit is ${allowed}; ` +
        `raise it with the option limits: { ${limit}: ${asked} }`,
      place,
      excerpt,
    );
    this.limit = limit;
    this.asked = asked;
    this.allowed = allowed;
    this.subject = subject;
  }

  /** The same error at the place of another one, unless it already has a place. */
  at({ file, line, column, excerpt }: MjcfError): LimitError {
    return this.line > 0 ? this : new LimitError(this, this.subject, { file, line, column }, excerpt);
  }
}

/** The place of an element, for error messages. */
export interface Located {
  place(attribute?: string): Place;
  excerpt(attribute?: string): string;
}

/** Keeps count of what a document asks for, and enforces the limits. */
export class Budget {
  /** the limits */
  readonly limits: Readonly<Limits>;
  private readonly used: Limits;
  private readonly files = new Set<string>();
  private tags = 0;

  constructor(limits: Readonly<Partial<Limits>> = {}) {
    for (const [name, value] of Object.entries(limits)) {
      if (!Object.hasOwn(LIMITS, name)) throw new RangeError(`limits: unknown limit '${name}'`);
      if (!(Number(value) >= 0)) throw new RangeError(`limits: ${name} must be a nonnegative number, got ${value}`);
    }
    this.limits = { ...DEFAULT_LIMITS, ...limits };
    this.used = { ...NOTHING };
  }

  /** Adds to a running total. */
  take(limit: LimitName, count: number, origin?: Located, attribute?: string, subject?: string): void {
    const asked = this.used[limit] += count;
    if (asked > this.limits[limit]) throw this.refuse(limit, asked, origin, attribute, subject);
  }

  /** Counts an element of a document, which has a total of its own. */
  takeTag(origin: Located): void {
    if (++this.tags > this.limits.elements) throw this.refuse("elements", this.tags, origin, undefined, "the document");
  }

  /** Subtracts from a running total. */
  give(limit: LimitName, count: number): void {
    this.used[limit] -= count;
  }

  /** Throws if adding to a running total would exceed the limit, without adding. */
  foresee(limit: LimitName, count: number, origin?: Located, attribute?: string, subject?: string): void {
    const asked = this.used[limit] + count;
    if (asked > this.limits[limit]) throw this.refuse(limit, asked, origin, attribute, subject);
  }

  /** Throws if a single item is too large. */
  check(limit: LimitName, asked: number, origin?: Located, attribute?: string, subject?: string): void {
    if (asked > this.limits[limit]) throw this.refuse(limit, asked, origin, attribute, subject);
  }

  /** Counts the bytes of a file, once. */
  takeFile(limit: "documentBytes" | "assetBytes", path: string, bytes: number): void {
    if (this.files.has(path)) return;
    this.files.add(path);
    this.take("files", 1, undefined, undefined, `file '${path}'`);
    this.take(limit, bytes, undefined, undefined, `file '${path}'`);
  }

  private refuse(limit: LimitName, asked: number, origin?: Located, attribute?: string, subject?: string): LimitError {
    const allowed = this.limits[limit];
    return new LimitError({ limit, asked, allowed }, subject, origin?.place(attribute), origin?.excerpt(attribute));
  }
}

const NOTHING: Readonly<Limits> = Object.fromEntries(Object.keys(LIMITS).map((name) => [name, 0])) as Limits;
