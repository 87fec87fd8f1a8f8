/** Gmsh files: versions 2.2 and 4.1, text and binary. */

import { MjcfError } from "../types/errors.ts";
import type { FlexSpec } from "../types/flex_spec.ts";

/** The data read from a file. */
export interface GmshTarget {
  point: number[];
  element: number[];
  flex: FlexSpec;
}

/** The positions of nodes and elements in a file. */
interface Sections {
  nodes: Uint8Array;
  elements: Uint8Array;
}

const SIGNATURE = "$MeshFormat";

/** Bytes before the entries of a section of version 4.1. */
const HEADER = 52;

const decoder = new TextDecoder("latin1");

/** Adds the nodes and elements of a file, and sets the dimension. */
export function readGmsh(bytes: Uint8Array, target: GmshTarget): void {
  if (bytes.length === 0) throw new MjcfError("the file is empty");
  const text = decoder.decode(bytes);
  if (!text.startsWith(SIGNATURE)) throw new MjcfError(`the file does not begin with '${SIGNATURE}'`);
  const header = /^\s*([+-]?[\d.]+(?:[eE][+-]?\d+)?)\s+([+-]?\d+)/.exec(text.slice(SIGNATURE.length, 200));
  if (header === null) throw new MjcfError("the file has no version");
  const version = Math.floor(100 * Number(header[1]) + 0.5);
  const isText = Number(header[2]) === 0;
  const sections = { nodes: section(bytes, text, "Nodes"), elements: section(bytes, text, "Elements") };
  switch (version) {
    case 410:
      return isText ? readText41(sections, target) : readBinary41(sections, target);
    case 220:
      return isText ? readText22(sections, target) : readBinary22(sections, target);
    default:
      throw new MjcfError(`unknown version ${header[1]} of the format, only 2.2 and 4.1 are supported`);
  }
}

function section(bytes: Uint8Array, text: string, name: string): Uint8Array {
  const begin = text.indexOf(`$${name}`);
  const end = text.indexOf(`$End${name}`);
  if (begin < 0) throw new MjcfError(`the file has no section '$${name}'`);
  if (end < begin + name.length + 2) throw new MjcfError(`section '$${name}' has no end`);
  return bytes.subarray(begin + name.length + 2, end);
}

/** Numbers of a text, one after another; each must be followed by something. */
class Numbers {
  private at = 0;
  private readonly text: string;

  constructor(bytes: Uint8Array, private readonly what: string) {
    this.text = decoder.decode(bytes);
  }

  int(): number {
    return this.next(/[+-]?\d+/y);
  }

  real(): number {
    return this.next(/[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y);
  }

  private next(pattern: RegExp): number {
    while (/\s/.test(this.text[this.at] ?? "")) this.at++;
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text);
    if (match === null || pattern.lastIndex >= this.text.length) throw new MjcfError(`the ${this.what} end too early`);
    this.at = pattern.lastIndex;
    return Number(match[0]);
  }

  /** The first line, which contains a single number or nothing. */
  checkFirstLine(): void {
    const line = this.text.split("\n", 1)[0];
    if (!/^\d*$/.test(line)) throw new MjcfError(`the number of ${this.what} is missing`);
  }
}

function checkBlock(blocks: number, count: number, inBlock: number, what: string): void {
  if (blocks !== 1 || count !== inBlock) throw new MjcfError(`all ${what} must be in one block`);
}

function setDimension(target: GmshTarget, dim: number): void {
  if (dim < 1 || dim > 3) throw new MjcfError(`nodes must be of dimension 1, 2, or 3, got ${dim}`);
  target.flex.dim = dim;
}

/** Type of the simplex of each dimension. */
const SIMPLEX = [0, 1, 2, 4];

function checkElements({ flex }: GmshTarget, dim: number, type: number): void {
  if (dim !== flex.dim) throw new MjcfError(`elements of dimension ${dim} among nodes of dimension ${flex.dim}`);
  if (SIMPLEX[dim] !== type) throw new MjcfError(`elements of dimension ${dim} cannot have type ${type}`);
}

function readText41({ nodes, elements }: Sections, target: GmshTarget): void {
  const node = new Numbers(nodes, "nodes");
  const [blocks, count, first, last] = [node.int(), node.int(), node.int(), node.int()];
  const [dim, , , inBlock] = [node.int(), node.int(), node.int(), node.int()];
  checkBlock(blocks, count, inBlock, "nodes");
  if (last !== inBlock) throw new MjcfError("the largest tag of a node must be the number of nodes");
  setDimension(target, dim);
  for (let i = 0; i < count; i++) {
    if (node.int() !== i + first) throw new MjcfError("node tags must be consecutive");
  }
  for (let i = 0; i < 3 * count; i++) target.point.push(node.real());

  const entry = new Numbers(elements, "elements");
  const [elementBlocks, number] = [entry.int(), entry.int(), entry.int(), entry.int()];
  const [elementDim, , type, numberInBlock] = [entry.int(), entry.int(), entry.int(), entry.int()];
  checkBlock(elementBlocks, number, numberInBlock, "elements");
  checkElements(target, elementDim, type);
  for (let i = 0; i < number; i++) {
    entry.int();
    for (let k = 0; k <= elementDim; k++) target.element.push(entry.int() - first);
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The header of a section of version 4.1: four counts, three numbers of the entity, a count. */
function readHeader(view: DataView, what: string): number[] {
  if (view.byteLength < HEADER) throw new MjcfError(`the header of the ${what} is missing`);
  return [0, 8, 16, 24, 32, 36, 40, 44].map((at) => view.getInt32(at, true));
}

function readBinary41({ nodes, elements }: Sections, target: GmshTarget): void {
  const node = viewOf(nodes);
  const [blocks, count, first, , dim, , , inBlock] = readHeader(node, "nodes");
  checkBlock(blocks, count, inBlock, "nodes");
  setDimension(target, dim);
  if (node.byteLength < HEADER + 32 * count) throw new MjcfError("the nodes end too early");
  for (let i = 0; i < count; i++) {
    if (node.getInt32(HEADER + 8 * i, true) !== i + first) {
      throw new MjcfError("node tags must be consecutive");
    }
  }
  const coordinates = HEADER + 8 * count;
  for (let i = 0; i < 3 * count; i++) target.point.push(node.getFloat64(coordinates + 8 * i, true));

  const entry = viewOf(elements);
  const [elementBlocks, number, , , elementDim, , type, numberInBlock] = readHeader(entry, "elements");
  checkBlock(elementBlocks, number, numberInBlock, "elements");
  checkElements(target, elementDim, type);
  const width = 8 * (elementDim + 2);
  if (entry.byteLength < HEADER + width * number) throw new MjcfError("the elements end too early");
  for (let i = 0; i < number; i++) {
    for (let k = 1; k <= elementDim + 1; k++) {
      target.element.push(entry.getInt32(HEADER + width * i + 8 * k, true) - first);
    }
  }
}

/** Vertices of an element of version 2.2, which must be a triangle or a tetrahedron. */
function cornersOf(target: GmshTarget, type: number): number {
  if (type !== 2 && type !== 4) throw new MjcfError(`elements must be triangles or tetrahedra, got type ${type}`);
  target.flex.dim = type === 2 ? 2 : 3;
  return type === 2 ? 3 : 4;
}

function pushNode(target: GmshTarget, tag: number, last: number): void {
  if (tag > last || tag < 1) throw new MjcfError(`an element has the node ${tag}, which does not exist`);
  target.element.push(tag - 1);
}

function readText22({ nodes, elements }: Sections, target: GmshTarget): void {
  const node = new Numbers(nodes, "nodes");
  node.checkFirstLine();
  const count = node.int();
  for (let i = 0; i < count; i++) {
    node.int();
    for (let k = 0; k < 3; k++) target.point.push(node.real());
  }

  const entry = new Numbers(elements, "elements");
  entry.checkFirstLine();
  const number = entry.int();
  let corners = 0;
  for (let i = 0; i < number; i++) {
    const [, type, tags] = [entry.int(), entry.int(), entry.int()];
    if (i === 0) corners = cornersOf(target, type);
    if (tags > 0) {
      entry.int();
      entry.int();
    }
    for (let k = 0; k < corners; k++) pushNode(target, entry.int(), count);
  }
  if (number === 0) throw new MjcfError("the elements end too early");
}

/**
 * The number at the start of a section of version 2.2, and the start of the rest: before a byte that is followed by
 * zero.
 */
function readCount(bytes: Uint8Array, what: string): [number, number] {
  const head = bytes.subarray(0, 10);
  const zero = head.indexOf(0);
  const length = zero < 0 ? head.length : zero;
  const match = /^\s*[+-]?\d+/.exec(decoder.decode(head.subarray(0, length)));
  const count = match === null ? -1 : Number(match[0]);
  if (count < 0 || count > 2147483647) throw new MjcfError(`the number of ${what} is missing`);
  return [count, length - 1];
}

function readBinary22({ nodes, elements }: Sections, target: GmshTarget): void {
  const [count, nodeStart] = readCount(nodes, "nodes");
  if (nodes.length < 4 + 28 * count) throw new MjcfError("the nodes end too early");
  const node = viewOf(nodes);
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 3; k++) target.point.push(node.getFloat64(nodeStart + 28 * i + 4 + 8 * k, true));
  }

  const [number, start] = readCount(elements, "elements");
  const entry = viewOf(elements);
  const int = (at: number) => {
    if (start + 4 * at + 4 > entry.byteLength) throw new MjcfError("the elements end too early");
    return entry.getInt32(start + 4 * at, true);
  };
  const [type, tags] = [int(0), int(2)];
  const corners = cornersOf(target, type);

  // with two tags, each element has a header; without, there is one header before all of them
  const width = tags > 0 ? 6 + corners : 5;
  if (elements.length < 17 + 20 * number || (tags > 0 && elements.length < 4 + 4 * width * number)) {
    throw new MjcfError("the elements end too early");
  }
  const first = tags > 0 ? 6 : 4;
  for (let i = 0; i < Math.max(1, number); i++) {
    // MuJoCo compares all but the first element with the number of elements
    const last = i === 0 ? count : number;
    for (let k = 0; k < corners; k++) pushNode(target, int(first + width * i + k), last);
  }
}
