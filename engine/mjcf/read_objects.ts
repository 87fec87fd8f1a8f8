/** Sections that refer to bodies: contact, equality, tendon, custom, and keyframe. */

import { Obj, Wrap } from "../types/enums.ts";
import type { EqualitySpec, KeySpec, NumericSpec, TendonSpec } from "../types/spec.ts";
import { parseAttribute, readAttributes } from "./attributes.ts";
import { newElement, newEquality, newPair, newTendon } from "./create.ts";
import { classOf } from "./class_of.ts";
import { repeatSpringLength } from "./defaults.ts";
import { NUMERIC_ELEMENT, TEXT_ELEMENT, TUPLE_ELEMENT, TUPLE_PART } from "./elements/custom.ts";
import { EQUALITY, EQUALITY_ELEMENT, EQUALITY_TYPE } from "./elements/equality.ts";
import { ownArrays } from "./copy_record.ts";
import { KEY, NO_KEY } from "./elements/keyframe.ts";
import { EXCLUDE_ELEMENT, PAIR } from "./elements/pair.ts";
import { TENDON } from "./elements/tendon.ts";
import { OBJECT_TYPE } from "./keywords.ts";
import { type Reader, readName } from "./reader.ts";
import { SCHEMA } from "./schema.ts";
import type { XmlElement } from "./xml.ts";

const { equality, tendon } = SCHEMA.children;

/** Reads a `<contact>` section. */
export function readContacts(reader: Reader, section: XmlElement): void {
  const { spec } = reader;
  for (const element of section.children) {
    if (element.name === "pair") {
      const pair = newPair(spec, classOf(spec, element, spec.main), element);
      readName(element, pair);
      readAttributes(element, PAIR, pair);
      spec.pairs.push(pair);
    } else {
      const exclude = { ...newElement(spec, element), body1: "", body2: "", signature: -1 };
      readAttributes(element, EXCLUDE_ELEMENT, exclude);
      spec.excludes.push(exclude);
    }
  }
}

/** Reads an `<equality>` section. */
export function readEqualities(reader: Reader, section: XmlElement): void {
  const { spec } = reader;
  for (const element of section.children) {
    const name = element.name as keyof typeof EQUALITY_TYPE;
    const target = newEquality(spec, classOf(spec, element, spec.main), element);
    target.type = EQUALITY_TYPE[name];
    readName(element, target);
    readAttributes(element, EQUALITY, target);
    readAttributes(element, EQUALITY_ELEMENT[name], {});
    if (name === "connect" || name === "weld") readBodyEquality(element, target);
    else if (name === "flex" || name === "flexvert") target.name1 = element.attributes.flex;
    else readScalarEquality(element, target);
    spec.equalities.push(target);
  }
}

function numbersOf(element: XmlElement, attribute: string): Float64Array | undefined {
  const rule = equality.children[element.name].attributes[attribute];
  return parseAttribute(element, attribute, rule) as Float64Array | undefined;
}

function readBodyEquality(element: XmlElement, target: EqualitySpec): void {
  const { site1, site2, body1, body2 } = element.attributes;
  const weld = element.name === "weld";
  const anchor = numbersOf(element, "anchor");
  const relpose = weld ? numbersOf(element, "relpose") : undefined;

  const sites = site1 !== undefined || site2 !== undefined;
  const bodies = body1 !== undefined || body2 !== undefined || anchor !== undefined || relpose !== undefined;
  if (sites && bodies) throw element.error(`${element.name}: bodies and sites cannot be mixed`);
  const bySites = site1 !== undefined && site2 !== undefined;
  const byBodies = body1 !== undefined && (weld || anchor !== undefined);
  if (bySites === byBodies) {
    const what = weld ? "'body1'" : "'body1' and 'anchor'";
    throw element.error(`${element.name}: give either ${what}, or 'site1' and 'site2'`);
  }

  target.objtype = bySites ? Obj.SITE : Obj.BODY;
  target.name1 = bySites ? site1 : body1;
  target.name2 = (bySites ? site2 : body2) ?? "";
  if (anchor !== undefined) target.data.set(anchor, 0);
  else if (weld && byBodies) target.data.fill(0, 0, 3);
  if (relpose !== undefined) target.data.set(relpose, 3);
  if (weld) {
    const torquescale = parseAttribute(element, "torquescale", EQUALITY_ELEMENT.weld.torquescale);
    if (torquescale !== undefined) target.data[10] = torquescale as number;
  }
}

function readScalarEquality(element: XmlElement, target: EqualitySpec): void {
  target.name1 = element.attributes[`${element.name}1`];
  target.name2 = element.attributes[`${element.name}2`] ?? "";
  const polycoef = numbersOf(element, "polycoef");
  if (polycoef !== undefined) target.data.set(polycoef, 0);
}

/** Reads a `<tendon>` section. */
export function readTendons(reader: Reader, section: XmlElement): void {
  const { spec } = reader;
  for (const element of section.children) {
    const target = newTendon(spec, classOf(spec, element, spec.main), element);
    readName(element, target);
    readAttributes(element, TENDON, target);
    repeatSpringLength(element, target.springlength);
    for (const child of element.children) readWrap(element, child, target);
    spec.tendons.push(target);
  }
}

/** Reads what a tendon passes, and adds it to the path of `target`. */
export function readWrap(element: XmlElement, child: XmlElement, target: Pick<TendonSpec, "path">): void {
  const read: { site?: string; geom?: string; sidesite?: string; joint?: string; divisor?: number; coef?: number } = {};
  readAttributes(child, tendon.children[element.name].children[child.name].attributes, read);
  const wrap = { type: Wrap.NONE as number, name: "", sidesite: "", prm: 0, origin: child, obj: undefined, sideid: -1 };
  switch (child.name) {
    case "site":
      target.path.push({ ...wrap, type: Wrap.SITE, name: read.site ?? "" });
      break;
    case "geom":
      target.path.push({ ...wrap, type: Wrap.SPHERE, name: read.geom ?? "", sidesite: read.sidesite ?? "" });
      break;
    case "pulley":
      target.path.push({ ...wrap, type: Wrap.PULLEY, prm: read.divisor ?? 0 });
      break;
    case "joint":
      target.path.push({ ...wrap, type: Wrap.JOINT, name: read.joint ?? "", prm: read.coef ?? 0 });
      break;
  }
}

const MAX_NUMERIC = 500;
/** MuJoCo takes this size to mean that none is given. */
const NO_SIZE = MAX_NUMERIC + 1;

/** Reads a `<custom>` section. */
export function readCustom(reader: Reader, section: XmlElement): void {
  const { spec } = reader;
  for (const element of section.children) {
    switch (element.name) {
      case "numeric":
        spec.numerics.push(readNumeric(reader, element));
        break;
      case "text": {
        const text = { ...newElement(spec, element), data: "" };
        readAttributes(element, TEXT_ELEMENT, text);
        if (text.data === "") throw element.error("text: attribute 'data' cannot be empty", "data");
        spec.texts.push(text);
        break;
      }
      case "tuple": {
        const tuple = { ...newElement(spec, element), elements: element.children.map(readTupleElement) };
        readAttributes(element, TUPLE_ELEMENT, tuple);
        spec.tuples.push(tuple);
        break;
      }
    }
  }
}

function readNumeric(reader: Reader, element: XmlElement): NumericSpec {
  const read: { name: string; size?: number; data: Float64Array } = { name: "", data: new Float64Array() };
  readAttributes(element, NUMERIC_ELEMENT, read);
  const { name, data } = read;
  const size = read.size === undefined || read.size === NO_SIZE ? data.length : read.size;
  if (data.length > Math.min(size, MAX_NUMERIC)) {
    throw element.error(`numeric: attribute 'data' needs at most ${size} numbers, got ${data.length}`, "data");
  }
  if (size < 1 || size > MAX_NUMERIC) {
    throw element.error(`numeric: size must be between 1 and ${MAX_NUMERIC}, got ${size}`, "size");
  }
  return { ...newElement(reader.spec, element), name, size, data };
}

function readTupleElement(element: XmlElement) {
  const read = { objtype: "", objname: "", prm: 0 };
  readAttributes(element, TUPLE_PART, read);
  if (!Object.hasOwn(OBJECT_TYPE, read.objtype)) {
    throw element.error(`element: unknown object type '${read.objtype}'`, "objtype");
  }
  return { objtype: OBJECT_TYPE[read.objtype], objname: read.objname, prm: read.prm, obj: undefined };
}

/** A keyframe without values. */
export function newKey(reader: Pick<Reader, "spec">, element: XmlElement | undefined): KeySpec {
  return ownArrays({ ...NO_KEY, ...newElement(reader.spec, element) });
}

/** Reads a `<keyframe>` section. */
export function readKeyframes(reader: Reader, section: XmlElement): void {
  for (const element of section.children) {
    const key = newKey(reader, element);
    readName(element, key);
    readAttributes(element, KEY, key);
    reader.spec.keys.push(key);
  }
}
