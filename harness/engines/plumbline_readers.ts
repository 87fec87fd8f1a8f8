/** Files of every format, cut and changed at each place: what comes of reading them, or what is wrong with them. */

import { contentTypeOf } from "../../engine/compile/assets/content_type.ts";
import { readElevation } from "../../engine/compile/assets/elevation.ts";
import { compileSkin } from "../../engine/compile/assets/skins.ts";
import { imageHeader } from "../../engine/compile/assets/texture_file.ts";
import type { Lookup } from "../../engine/compile/lookup.ts";
import { readMsh } from "../../engine/compile/mesh/read_msh.ts";
import { readObj } from "../../engine/compile/mesh/read_obj.ts";
import { readStl } from "../../engine/compile/mesh/read_stl.ts";
import { NO_SKIN } from "../../engine/mjcf/elements/skin.ts";
import { parseXml } from "../../engine/mjcf/parse_xml.ts";
import { type GmshTarget, readGmsh } from "../../engine/mjcf/read_gmsh.ts";
import type { FlexSpec } from "../../engine/types/flex_spec.ts";
import type { XmlElement } from "../../engine/mjcf/xml.ts";
import type { SkinSpec, Spec } from "../../engine/types/spec.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** A file, and what is read of it, as text. */
interface Sample {
  readonly name: string;
  readonly file: Bytes | string;
  /** what is before is changed in no version of it */
  readonly from?: number;
  readonly read: (bytes: Bytes) => unknown;
}

const encoder = new TextEncoder();

/** Whole numbers and numbers in single or double precision, one after another. */
function packed(
  ...parts: readonly (readonly [kind: "int" | "float" | "double", ...numbers: number[]] | string)[]
): Bytes {
  const bytes: number[] = [];
  const view = new DataView(new ArrayBuffer(8));
  for (const part of parts) {
    if (typeof part === "string") {
      bytes.push(...encoder.encode(part));
      continue;
    }
    const [kind, ...numbers] = part;
    for (const x of numbers) {
      if (kind === "int") view.setInt32(0, x, true);
      else if (kind === "float") view.setFloat32(0, x, true);
      else view.setFloat64(0, x, true);
      for (let k = 0; k < (kind === "double" ? 8 : 4); k++) bytes.push(view.getUint8(k));
    }
  }
  return Uint8Array.from(bytes);
}

/** Corners of a solid, its faces, and as many other numbers as are asked for. */
const CORNERS = [[0.1, 0, 0], [1, 0.2, 0], [0, 1, 0.3], [0.4, 0.1, 1]];
const FACES = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
const some = (count: number) => Array.from({ length: count }, (_, i) => 0.5 + i / 16);

const STL = packed(
  "x".repeat(80),
  ["int", 4],
  ...FACES.flatMap((face) => [["float", 0, 0, 1, ...face.flatMap((i) => CORNERS[i])] as const, "ab"]),
);
const MSH = packed(["int", 4, 4, 4, 4], ["float", ...CORNERS.flat(), ...some(12), ...some(8)], [
  "int",
  ...FACES.flat(),
]);
const OBJ = `# a comment\r
v 1e0 -.5 +2.25 7
v 1 0 0\tx
 v 0 12.5e-1 0
v 0 0 1E+1
v 0.3 .7e2 -1e-7
vt 0.1 0.9
vt .2 .8 .5
vn 0 0 1
vn 0 1 0
g one two
p 1 2
l 1 2 3
f 1/1/1 2/2/2 3/1/2
f -1//-1 2//1 3//2 4//1
o other
f 1 2 4 5 3
v 9 9 9
`;
const HEIGHTS = packed(["int", 2, 3], ["float", ...some(6)]);
const IMAGE = Uint8Array.of(
  ...[0x89, ...encoder.encode("PNG\r\n"), 26, 10, 0, 0, 0, 13, ...encoder.encode("IHDR"), 0, 0, 1, 2, 0, 0, 0, 3],
  ...[8, 0, 0, 0, 0, 1, 2, 3, 4, 0, 0, 0, 1, ...encoder.encode("sRGB"), 0, 1, 2, 3, 4, 0, 0, 0, 0],
  ...encoder.encode("IDAT"),
);

const format = (version: string, kind: number) => `$MeshFormat\n${version} ${kind} 8\n`;
const POINTS = [...CORNERS, [0.7, 0.6, 0.5]];
const TEXT_41 = `${format("4.1", 0)}$EndMeshFormat
$Nodes
1 5 1 5
3 1 0 5
1 2 3 4 5
${POINTS.map((point) => point.join(" ")).join("\n")}
$EndNodes
$Elements
1 2 1 2
3 1 4 2
1 1 2 3 4
2 2 3 4 5
$EndElements
`;
const TEXT_22 = `${format("2.2", 0)}$EndMeshFormat
$Nodes
5
${POINTS.map((point, i) => `${i + 1} ${point.join(" ")}`).join("\n")}
$EndNodes
$Elements
3
1 2 2 7 9 1 2 3
2 2 0 1 3 4
3 2 2 7 9 2 5 3
$EndElements
`;
const BINARY_41 = packed(
  `${format("4.1", 1)}$EndMeshFormat\n$Nodes\n`,
  ["int", 1, 0, 4, 0, 1, 0, 4, 0, 2, 1, 0, 4, 0],
  ["int", 1, 0, 2, 0, 3, 0, 4, 0],
  ["double", ...CORNERS.flat()],
  "$EndNodes\n$Elements\n",
  ["int", 1, 0, 2, 0, 1, 0, 2, 0, 2, 1, 2, 2, 0],
  ["int", 1, 0, 1, 0, 2, 0, 3, 0, 2, 0, 2, 0, 4, 0, 3, 0],
  "$EndElements\n",
);
/** The same with two more elements than there are. */
const SHORT_41 = BINARY_41.slice();
const ELEMENTS = SHORT_41.length - "$EndElements\n".length - 4 * (13 + 16);
for (const word of [2, 11]) new DataView(SHORT_41.buffer).setInt32(ELEMENTS + 4 * word, 4, true);
const node22 = (i: number) => [["int", i + 1], ["double", ...CORNERS[i]]] as const;
const NODES_22 = [...node22(0), ...node22(1), ...node22(2), ...node22(3)];
const TAGGED_22 = packed(
  `${format("2.2", 1)}$EndMeshFormat\n$Nodes\n4\n`,
  ...NODES_22,
  "\n\n$EndNodes\n$Elements\n4\n",
  ...[[1, 2, 3], [1, 2, 4], [1, 4, 3], [2, 3, 4]].map((corners, i) =>
    ["int", 2, 1, 2, i + 1, 7, 9, ...corners] as const
  ),
  "\n\n$EndElements\n",
);
const BARE_22 = packed(
  `${format("2.2", 1)}$EndMeshFormat\n$Nodes\n4\n`,
  ...NODES_22,
  "\n\n$EndNodes\n$Elements\n2\n",
  ["int", 4, 2, 0, 1, 1, 2, 3, 4, 2, 2, 1, 4, 3],
  "\n\n\n$EndElements\n",
);

const XML =
  `\ufeff<?xml version="1"?><!-- c --><a b='1&lt;&#65;&#x41;&no;"' _c:d.e = "\r\n&#9;&#0;&#xd800;&#x10ffff;&#1114112;" >
 text<b/><!DOCTYPE x><c  d="&amp;&gt;&quot;&apos;&#xfffe;&#11;"
 ></c ><![CDATA[<]]></a >
<é-1/>`;

const SKIN = packed(
  ["int", 3, 3, 1, 2],
  ["float", ...some(9), ...some(6)],
  ["int", 0, 1, 2],
  ...["a", "b"].flatMap((name, i) => [
    name.padEnd(40, "\0"),
    ["float", ...some(3), 1, 0, 0, i] as const,
    ["int", 2, i, i + 1] as const,
    ["float", 0.5, 0.25] as const,
  ]),
);

function gmsh(name: string, file: Bytes | string, from = 0): Sample {
  const read = (bytes: Bytes) => {
    const target: GmshTarget = { point: [], element: [], flex: { dim: 0 } as FlexSpec };
    readGmsh(bytes, target);
    return [target.flex.dim, target.point, target.element];
  };
  return { name, file, from, read };
}

/** The elements of a document, with their attributes and where they are. */
function treeOf(element: XmlElement): unknown {
  const { line, column } = element.place();
  return [element.name, line, column, element.attributes, element.children.map(treeOf)];
}

const MIRROR = [1, -2, 3];
const SAMPLES: readonly Sample[] = [
  { name: "stl", file: STL, from: 80, read: (bytes) => readStl("m", { name: "f.stl", bytes }, true) },
  { name: "msh", file: MSH, read: (bytes) => readMsh("m", { name: "f.msh", bytes }, false) },
  { name: "obj", file: OBJ, read: (bytes) => readObj("m", { name: "f.obj", bytes }, MIRROR) },
  gmsh("text 4.1", TEXT_41),
  gmsh("text 2.2", TEXT_22),
  gmsh("binary 4.1", BINARY_41, 44),
  gmsh("binary 4.1 that ends early", SHORT_41, SHORT_41.length),
  gmsh("binary 2.2", TAGGED_22, 44),
  gmsh("binary 2.2 without tags", BARE_22, 168),
  {
    name: "heights",
    file: HEIGHTS,
    read: (bytes) =>
      readElevation({
        ...{ name: "h", file: { name: "f.bin", bytes }, contentType: "", nrow: 7, ncol: 8 },
        ...{ size: [1, 1, 1, 1], elevation: new Float32Array() },
      }),
  },
  { name: "image", file: IMAGE, read: (bytes) => imageHeader(bytes) },
  { name: "document", file: XML, read: (bytes) => treeOf(parseXml(new TextDecoder().decode(bytes), "f.xml")) },
  {
    name: "skin",
    file: SKIN,
    read: (bytes) => {
      const compiler = { meshdir: "", strippath: 0 };
      const skin = { ...NO_SKIN, name: "s", file: "f.skn", modelfiledir: "", bones: [], compiler };
      const lookup = { find: (_: number, name: string) => name === "a" || name === "b" ? { id: 3 } : undefined };
      compileSkin({ read: () => bytes, compiler } as unknown as Spec, skin as unknown as SkinSpec, lookup as Lookup);
      const { vertex, texcoord, face, bones } = skin;
      return [vertex, texcoord, face, bones];
    },
  },
];

/** Every version of a file that is read: what is changed, and the bytes. */
function* versions({ file, from = 0 }: Sample): Generator<readonly [string, Bytes]> {
  const bytes = typeof file === "string" ? encoder.encode(file) : file;
  yield ["whole", bytes];
  for (let k = 0; k < CUTS; k++) {
    const length = Math.floor(k * bytes.length / CUTS);
    yield [`first ${length}`, bytes.slice(0, length)];
  }
  yield ["one more", Uint8Array.from([...bytes, 0])];
  yield* typeof file === "string" ? changedText(file) : changedWords(file, from);
}

/** Into how many parts a file is cut. */
const CUTS = 13;

const WORDS = ["x", "-1", "0", "99", "1e", "", "2", "1.5", "/", "-", "3/", "1//"];
const SIGNS = ["<", ">", "/", "=", '"', "'", "&", " ", "-", "a"];

/** Texts in which one word or one sign is another. */
function* changedText(text: string): Generator<readonly [string, Bytes]> {
  if (text === XML) {
    for (let i = 0; i < text.length; i++) {
      if (/\w/.test(text[i]) && i % 3 > 0) continue;
      const sign = i % 4 === 0 ? "" : SIGNS[i % SIGNS.length];
      yield [`${i} ${sign}`, encoder.encode(text.slice(0, i) + sign + text.slice(i + 1))];
    }
    return;
  }
  let turn = 0;
  for (const { 0: word, index } of text.matchAll(/\S+/g)) {
    const other = WORDS[turn++ % WORDS.length];
    yield [`${index} ${other}`, encoder.encode(text.slice(0, index) + other + text.slice(index + word.length))];
  }
}

/** Bytes of which every word is changed; of the rest, each third one. */
const MANY = 80;

/** Files in which one of the words of four bytes is another. */
function* changedWords(bytes: Bytes, from: number): Generator<readonly [string, Bytes]> {
  for (let at = from; at + 4 <= bytes.length; at += at < from + MANY ? 4 : 12) {
    const copy = bytes.slice();
    const view = new DataView(copy.buffer);
    const word = view.getInt32(at, true);
    const other = [word + 1, word - 1, -1, 0, 0x7fc00000][(at >> 2) % 5];
    view.setInt32(at, other, true);
    yield [`${at} ${other}`, copy];
  }
}

/** A digest of anything. */
function digest(value: unknown): string {
  const text = JSON.stringify(
    value ?? null,
    (_, part) => ArrayBuffer.isView(part) ? Array.from(part as Float64Array) : part,
  );
  let sum = 2166136261;
  for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), 16777619);
  return (sum >>> 0).toString(16);
}

/** Content types, some of them none. */
const TYPES = [
  "",
  "a/b",
  "a/",
  "/b",
  "a",
  "a/b;",
  "a/b;c",
  "a/b;c=d",
  "a/b=c;d",
  ";a/b=c",
  "a;b=c/d",
  "/;=",
  "a/b;=;c=d",
];

/** What is said of every version of every file. */
export function saidByReaders(): string[] {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  const lines: string[] = [];
  for (const sample of SAMPLES) {
    for (const [change, bytes] of versions(sample)) {
      let said: string;
      try {
        said = digest(sample.read(bytes));
      } catch (error) {
        said = error instanceof Error ? error.message : String(error);
      }
      lines.push(`${sample.name}, ${change}: ${said}`);
    }
  }
  Error.stackTraceLimit = limit;
  for (const type of TYPES) lines.push(`${type}: ${contentTypeOf("a.b.OBJ", type)}`);
  for (const name of ["a", "a.stl", "a.stl.", ".msh", "a.PNG", "obj"]) {
    lines.push(`${name}: ${contentTypeOf(name, "")}`);
  }
  return lines;
}
