/** How much a document may ask for: bounds that no real model meets, and that a server lowers. */

import { MjcfError, type Place } from "./errors.ts";

const MB = 1 << 20;
const GB = 1024 * MB;

/** What is limited: the default, the unit, and what counts. */
// deno-fmt-ignore
export const LIMITS = {
  documentBytes: [64 * MB,     "bytes of text",            "the document and everything that it includes or attaches"],
  assetBytes:    [GB,          "bytes of files",           "all files that are read, each counted once"],
  files:         [65_536,      "files",                    "all files that are read, each counted once"],
  depth:         [498,         "elements inside each other", "elements inside each other in one file: MuJoCo's own limit"],
  treeDepth:     [1_500,       "elements below each other", "bodies below each other; elements inside each other, with those of includes"],
  elements:      [500_000,     "elements",                 "elements of all documents; and elements of the model, with all copies"],
  bodies:        [65_533,      "bodies",                   "bodies, with all copies: MuJoCo's own limit"],
  geoms:         [250_000,     "geoms",                    "geoms, with all copies"],
  meshVertices:  [2_000_000,   "vertices",                 "vertices of one mesh"],
  meshFaces:     [4_000_000,   "faces",                    "faces of one mesh"],
  hfieldCells:   [8192 * 8192, "cells",                    "rows times columns of one height field"],
  textureBytes:  [2 * GB - 1,  "bytes of pixels",          "width times height times channels of one texture: MuJoCo's own limit"],
  flexVertices:  [200_000,     "vertices",                 "vertices of one flex"],
  flexElements:  [500_000,     "elements",                 "elements of one flex"],
  modelBytes:    [2 * GB,      "bytes",                    "all arrays of the model"],
  dataBytes:     [2 * GB,      "bytes",                    "all arrays of its data, before the first step"],
  work:          [5e9,         "elementary operations",    "hulls, inertia of long chains, attached and replicated references: what may take more than proportional time"],
} as const satisfies Record<string, readonly [number, string, string]>;

/** Name of a limit. */
export type LimitName = keyof typeof LIMITS;

/** Bounds of what a document may ask for, by name. */
export type Limits = Record<LimitName, number>;

/** The limits that hold where none are given. */
export const DEFAULT_LIMITS: Readonly<Limits> = Object.freeze(
  Object.fromEntries(Object.entries(LIMITS).map(([name, [value]]) => [name, value])) as Limits,
);

/** A document that asks for more than a limit allows. */
export class LimitError extends MjcfError {
  /** name of the class */
  override name = "LimitError";
  /** the limit */
  readonly limit: LimitName;
  /** what the document asks for, as far as that was counted */
  readonly asked: number;
  /** what the limit allows */
  readonly allowed: number;
  private readonly subject: string;

  /** Makes an error that names the limit, what is asked for, where, and how to raise it. */
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

  /** The same error where another one stands, unless it knows its place. */
  at({ file, line, column, excerpt }: MjcfError): LimitError {
    return this.line > 0 ? this : new LimitError(this, this.subject, { file, line, column }, excerpt);
  }
}

/** Where an element stands, as far as an error needs to know. */
export interface Located {
  place(attribute?: string): Place;
  excerpt(attribute?: string): string;
}

/** What a document has asked for so far, and what it may ask for. */
export class Budget {
  /** the limits */
  readonly limits: Readonly<Limits>;
  private readonly used: Limits;
  private readonly files = new Set<string>();
  private tags = 0;

  constructor(limits: Readonly<Partial<Limits>> = {}) {
    for (const [name, value] of Object.entries(limits)) {
      if (!Object.hasOwn(LIMITS, name)) throw new RangeError(`limits: there is no limit '${name}'`);
      if (!(Number(value) >= 0)) throw new RangeError(`limits: ${name} must be a number from 0 on, got ${value}`);
    }
    this.limits = { ...DEFAULT_LIMITS, ...limits };
    this.used = { ...NOTHING };
  }

  /** Takes more of something that is added up. */
  take(limit: LimitName, count: number, origin?: Located, attribute?: string, subject?: string): void {
    const asked = this.used[limit] += count;
    if (asked > this.limits[limit]) throw this.refuse(limit, asked, origin, attribute, subject);
  }

  /** Takes an element of a document, which has a count of its own. */
  takeTag(origin: Located): void {
    if (++this.tags > this.limits.elements) throw this.refuse("elements", this.tags, origin, undefined, "the document");
  }

  /** Gives back what is gone. */
  give(limit: LimitName, count: number): void {
    this.used[limit] -= count;
  }

  /** Refuses, before it is taken, what would be too much on top of what is there. */
  foresee(limit: LimitName, count: number, origin?: Located, attribute?: string, subject?: string): void {
    const asked = this.used[limit] + count;
    if (asked > this.limits[limit]) throw this.refuse(limit, asked, origin, attribute, subject);
  }

  /** Refuses one thing that is too large by itself. */
  check(limit: LimitName, asked: number, origin?: Located, attribute?: string, subject?: string): void {
    if (asked > this.limits[limit]) throw this.refuse(limit, asked, origin, attribute, subject);
  }

  /** Takes the bytes of a file, unless they have been counted. */
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
