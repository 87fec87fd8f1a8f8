/**
 * Names in a document that TypeScript knows as a literal. Its sections are cut out and split into tags, from which names
 * are taken. Where a document may have names that are not written in it, or is too long, all others are allowed too.
 */

import type { Model } from "../types/model.ts";
import type { ObjectKind } from "./kinds.ts";

/** Names of a document that is not known as a literal. */
export interface AnyNames extends Readonly<Record<ObjectKind, string>> {}

/**
 * What may be given as `Name`: if that is a literal, the name of an object, or any name if the document may have others.
 */
export type NameOrNumber<Names, Kind extends ObjectKind, Name> = IsLiteral<Name> extends true ?
    | number
    | (Kind extends keyof Names ? Names[Kind] & string : never)
    // editors list the known names beside a string that is written so
    | ("other" extends keyof Names ? string & Record<never, never> : never)
  : Name;

/** Does a type stand for strings that are known? `string` does not, nor does a pattern. */
export type IsLiteral<Text> = Record<never, never> extends Record<Text & string, 1> ? false : true;

/** The model of a document, with its names if it is a literal. They are found when somebody asks for one of them. */
export type ModelOf<Document extends string> = IsLiteral<Document> extends true
  ? Model<{ readonly [Pair in PairsIn<Document> as Pair[0]]: Pair[1] }>
  : Model;

/**
 * The names of a document, as pairs of kind and name.
 *
 * @ignore
 */
export type PairsIn<Document extends string> = Document extends Tags | Words ? ["other", string]
  :
    | ["body", "world"]
    | (Document extends Open ? ["other", string] : never)
    | PairsOfAll<WithoutComments<Document>, keyof Sections>;

// limits below those of TypeScript, which gives up after a thousand repetitions

type Tags10 = `<${string}<${string}<${string}<${string}<${string}<${string}<${string}<${string}<${string}<${string}`;
type Tags100 = `${Tags10}${Tags10}${Tags10}${Tags10}${Tags10}${Tags10}${Tags10}${Tags10}${Tags10}${Tags10}`;
type Tags = `${string}${Tags100}${Tags100}${Tags100}${Tags100}${Tags100}${Tags100}${Tags100}${Tags100}${Tags100}`;
type Words10 = ` ${string} ${string} ${string} ${string} ${string} ${string} ${string} ${string} ${string} ${string}`;
type Words100 = `${Words10}${Words10}${Words10}${Words10}${Words10}${Words10}${Words10}${Words10}${Words10}${Words10}`;
type Words1000 =
  `${Words100}${Words100}${Words100}${Words100}${Words100}${Words100}${Words100}${Words100}${Words100}${Words100}`;
type Words =
  `${string}${Words1000}${Words1000}${Words1000}${Words1000}${Words1000}${Words1000}${Words1000}${Words1000}`;

/** Documents that make names, read files, or write what is not read here. */
type Open =
  | `${string}<${"attach" | "composite" | "flexcomp" | "include" | "replicate" | "robot"}${string}`
  | `${string}<${keyof Sections}${" >" | "\n" | "\t"}${string}`
  | `${string}${"&" | "<!["}${string}`;

type WithoutComments<Text extends string, Before extends string = ""> = Text extends
  `${infer Kept}<!--${string}-->${infer Rest}` ? WithoutComments<Rest, `${Before}${Kept}`> : `${Before}${Text}`;

/** Kinds of the elements of sections that have names; empty: no kind of object. */
interface Sections {
  readonly worldbody: {
    readonly body: "body";
    readonly joint: "joint";
    readonly freejoint: "joint";
    readonly geom: "geom";
    readonly site: "site";
    readonly camera: "camera";
    readonly light: "light";
    readonly frame: "";
    readonly plugin: "";
  };
  readonly deformable: { readonly flex: "flex"; readonly skin: "skin" };
  readonly asset: {
    readonly mesh: "mesh";
    readonly hfield: "hfield";
    readonly texture: "texture";
    readonly material: "material";
    readonly skin: "skin";
  };
  readonly contact: { readonly pair: "pair"; readonly exclude: "exclude" };
  readonly equality: Readonly<Record<string, "equality">>;
  readonly tendon: { readonly spatial: "tendon"; readonly fixed: "tendon" };
  readonly actuator: Readonly<Record<string, "actuator">>;
  readonly sensor: Readonly<Record<string, "sensor">>;
  readonly custom: { readonly numeric: "numeric"; readonly text: ""; readonly tuple: "" };
  readonly keyframe: { readonly key: "key" };
}

type PairsOfAll<Document extends string, Section extends keyof Sections> = Section extends keyof Sections
  ? PairsOf<ContentOf<Document, Section>, Sections[Section]>
  : never;

/** The contents of all sections of a name, end to end. */
type ContentOf<Document extends string, Section extends string, Before extends string = ""> = Document extends
  `${string}<${Section}>${infer Content}</${Section}>${infer Rest}` ? ContentOf<Rest, Section, `${Before}${Content}<`>
  : Before;

/** Takes the names from the tags of a section, several at a time because repetitions are limited. */
type PairsOf<Text extends string, Kinds, Found = never> = Text extends
  `${infer A}<${infer B}<${infer C}<${infer D}<${infer Rest}`
  ? PairsOf<Rest, Kinds, Found | PairOf<A, Kinds> | PairOf<B, Kinds> | PairOf<C, Kinds> | PairOf<D, Kinds>>
  : Text extends `${infer A}<${infer Rest}` ? PairsOf<Rest, Kinds, Found | PairOf<A, Kinds>>
  : Found | PairOf<Text, Kinds>;

/** The name in a tag, from behind its `<`; -1: perhaps. */
type NameIn<Tag extends string> = Tag extends `${string} name="${infer Name}"${string}` ? Name
  : Tag extends `${string}${"\t" | "\n"}name="${infer Name}"${string}` ? Name
  : Tag extends `${string}${" " | "\t" | "\n"}name${"=" | " " | "\t" | "\n"}${string}` ? -1
  : Tag extends `${"mesh" | "hfield" | "texture" | "skin"} ${string}` ? -1
  : never;

type PairOf<Tag extends string, Kinds> = NameIn<Tag> extends infer Name
  ? Name extends string
    ? ElementOf<Tag> extends infer Word extends keyof Kinds
      ? Kinds[Word] extends "" ? never : [Kinds[Word] & string, Name]
    : ["other", string]
  : Name extends -1 ? ["other", string]
  : never
  : never;

type ElementOf<Tag extends string> = Before<Before<Before<Tag, " ">, "\n">, "\t">;

type Before<Text extends string, Mark extends string> = Text extends `${infer First}${Mark}${string}` ? First : Text;
