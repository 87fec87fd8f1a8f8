/** The contacts and rows of a frame: which ones MuJoCo recorded, and whether the engine has the same. */

import type { Numbers, Readable } from "../engine.ts";
import type { FrameReader } from "../golden/frames.ts";
import type { Series } from "../golden/series.ts";
import { contactKeys, type ContactSides, describeMismatch, Keys, rowKeys } from "./align.ts";
import type { View } from "./offer.ts";
import type { ContactLists } from "./result.ts";

/** Whether two lists agree. Where they do not, the message tells how, unless that shows in another field. */
export type Match = { readonly same: true } | { readonly same: false; readonly message?: string };

const SAME: Match = { same: true };
const OTHER_LENGTH: Match = { same: false };

/** contacts that are listed at most */
const LISTED = 40;

/** The fields that identify contacts and rows, and comparisons of what they say. */
export class Lists {
  readonly #frames: FrameReader;
  readonly #view: View | null;
  readonly ncon: Series | undefined;
  readonly #geom: Series | undefined;
  readonly #flex: Series | undefined;
  readonly #elem: Series | undefined;
  readonly #vert: Series | undefined;
  readonly nefc: Series | undefined;
  readonly #type: Series | undefined;
  readonly #id: Series | undefined;

  constructor(frames: FrameReader, view: View | null) {
    this.#frames = frames;
    this.#view = view;
    this.ncon = frames.series("ncon");
    this.#geom = frames.series("contact.geom");
    this.#flex = frames.series("contact.flex");
    this.#elem = frames.series("contact.elem");
    this.#vert = frames.series("contact.vert");
    this.nefc = frames.series("nefc");
    this.#type = frames.series("efc_type");
    this.#id = frames.series("efc_id");
  }

  /** The sides of contacts, if MuJoCo recorded them. */
  #expectedSides(step: number): ContactSides {
    return {
      geom: this.#geom?.values(step) ?? [],
      flex: this.#flex?.values(step),
      elem: this.#elem?.values(step),
      vert: this.#vert?.values(step),
    };
  }

  /** The same for the engine, limited to the recorded fields. */
  sides(sim: Readable): ContactSides {
    return {
      geom: arrayOf(sim.read("contact.geom")),
      flex: this.#flex && arrayOf(sim.read("contact.flex")),
      elem: this.#elem && arrayOf(sim.read("contact.elem")),
      vert: this.#vert && arrayOf(sim.read("contact.vert")),
    };
  }

  /** Does the engine have the recorded contacts? */
  matchContacts(sim: Readable, keys: Keys, step: number): Match {
    if (this.ncon === undefined) return SAME;
    const wanted = valueOf(this.ncon, step);
    const ncon = Number(sim.read("ncon"));
    if (this.#view?.offers("contact.geom") === false) return this.#matchLength("ncon", ncon, wanted);
    const got = this.sides(sim);
    if (
      ncon === wanted && hasStart(got.geom, this.#geom, step) && hasStart(got.flex, this.#flex, step) &&
      hasStart(got.elem, this.#elem, step) && hasStart(got.vert, this.#vert, step)
    ) return SAME;
    const expected = this.#expectedSides(step);
    if (expected.geom.length < 2 * wanted) return ncon === wanted ? SAME : OTHER_LENGTH;
    return matchKeys(contactKeys(keys, got, ncon), contactKeys(keys, expected, wanted));
  }

  /** Does it have the recorded rows? */
  matchRows(sim: Readable, keys: Keys, step: number): Match {
    if (this.nefc === undefined) return SAME;
    const wanted = valueOf(this.nefc, step);
    const nefc = Number(sim.read("nefc"));
    if (this.#view?.offers("efc_type") === false || this.#view?.offers("efc_id") === false) {
      return this.#matchLength("nefc", nefc, wanted);
    }
    // a field that the engine lacks is told as such, and tells nothing about rows
    const [gotTypes, gotIds] = ["efc_type", "efc_id"].map((field) => listOf(sim.read(field)));
    if (nefc === wanted && hasStart(gotTypes, this.#type, step) && hasStart(gotIds, this.#id, step)) return SAME;
    const types = this.#type?.values(step) ?? new Int32Array(0);
    const ids = this.#id?.values(step) ?? new Int32Array(0);
    if (types.length < wanted || ids.length < wanted) return nefc === wanted ? SAME : OTHER_LENGTH;
    const expected = rowKeys(keys, types, ids, this.#expectedSides(step), wanted);
    return matchKeys(rowKeys(keys, gotTypes ?? [], gotIds ?? [], this.sides(sim), nefc), expected);
  }

  /** Lists that cannot be matched by their keys are taken to be the same where their lengths are. */
  #matchLength(name: string, count: number, wanted: number): Match {
    return !(this.#view?.offers(name) ?? true) || count === wanted ? SAME : OTHER_LENGTH;
  }

  /** The contacts of both, for reports. */
  contacts(sim: Readable, keys: Keys, step: number): ContactLists {
    const list = (sides: ContactSides, dist: ArrayLike<number>, ncon: number) =>
      contactKeys(keys, sides, Math.min(ncon, LISTED, sides.geom.length / 2)).map((key, i) => `${key}  ${dist[i]}`);
    const dist = this.#frames.get("contact.dist", step) ?? [];
    return {
      step,
      expected: list(this.#expectedSides(step), dist, this.#frames.get("ncon", step)?.[0] ?? 0),
      got: list(this.sides(sim), arrayOf(sim.read("contact.dist")), Number(sim.read("ncon"))),
    };
  }

  /** The contact or row that an element of the engine's fields is about; undefined for other fields. */
  ownerOf(sim: Readable, name: string, index: number): string | undefined {
    const keys = new Keys(sim);
    const sides = this.sides(sim);
    if (name.startsWith("contact.")) {
      const width = Math.max(1, arrayOf(sim.read(name)).length / Math.max(1, sides.geom.length / 2));
      return `contact ${keys.contact(sides, Math.floor(index / width))}`;
    }
    const nefc = Number(sim.read("nefc"));
    if (!name.startsWith("efc_") || nefc === 0) return undefined;
    const width = { efc_KBIP: 4, efc_J: Number(sim.read("nJ")) / nefc }[name] ?? 1;
    const row = Math.floor(index / width);
    return keys.row(arrayOf(sim.read("efc_type"))[row], arrayOf(sim.read("efc_id"))[row], sides);
  }
}

function matchKeys(got: readonly string[], expected: readonly string[]): Match {
  if (got.length === expected.length && got.every((key, i) => key === expected[i])) return SAME;
  return { same: false, message: describeMismatch(got, expected) };
}

function arrayOf(value: Numbers | number | undefined): ArrayLike<number> {
  return listOf(value) ?? [];
}

function listOf(value: Numbers | number | undefined): ArrayLike<number> | undefined {
  return typeof value === "number" ? [value] : value;
}

function valueOf(series: Series, frame: number): number {
  return series.length(frame) > 0 ? series.data[series.begin(frame)] : 0;
}

/** Does a list begin with the values of a frame? */
function hasStart(list: ArrayLike<number> | undefined, series: Series | undefined, frame: number): boolean {
  if (series === undefined || list === undefined) return true;
  const { data } = series;
  const begin = series.begin(frame);
  const length = series.length(frame);
  for (let i = 0; i < length; i++) {
    if (list[i] !== data[begin + i]) return false;
  }
  return true;
}
