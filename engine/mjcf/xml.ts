/** XML documents as trees of elements that know their place in the text. The only file that uses the XML library. */

import { SaxesParser } from "saxes";
import { MjcfError, type Place } from "../types/errors.ts";
import type { Budget } from "../types/limits.ts";
import { excerptOf } from "./excerpt.ts";
import { visibleText } from "./skipped_markup.ts";

/** A parsed document. */
export interface XmlDocument {
  /** name for messages; empty for text without a name */
  file: string;
  /** the text that was parsed */
  text: string;
  /** whether messages may quote the text: a file that is not MJCF may contain secrets */
  quotable: boolean;
  /** offsets of line starts, computed on first use */
  lines: number[];
}

const MJCF = /^(?:\s|<\?[^>]*>|<!--[^]*?-->)*<(?:mujoco(?:include)?|robot)[\s/>]/;

/** Whether a text looks like a model or a part of one, so that messages may quote it. */
export function looksLikeMjcf(text: string): boolean {
  return MJCF.test(text.slice(0, 10_000).replace(/^\ufeff/, ""));
}

/** An element of a document. */
export class XmlElement {
  readonly children: XmlElement[] = [];
  readonly attributes: Record<string, string> = {};
  parent: XmlElement | undefined;
  /** directory of the included file of which this element is the root */
  includeDir: string | undefined;

  constructor(
    readonly document: XmlDocument,
    readonly name: string,
    /** offset of the opening bracket or slightly after it */
    readonly offset: number,
  ) {}

  /** The place of the element or of one of its attributes. */
  place(attribute?: string): Place {
    const { text, file, lines } = this.document;
    const offset = this.offsetOf(attribute);
    if (lines.length === 0) { for (let at = 0; at >= 0; at = text.indexOf("\n", at) + 1 || -1) lines.push(at); }

    // the last line that starts at or before the offset
    let line = 0;
    for (let end = lines.length; end - line > 1;) {
      const middle = (line + end) >> 1;
      if (lines[middle] <= offset) line = middle;
      else end = middle;
    }
    return { file, line: line + 1, column: offset - lines[line] + 1 };
  }

  /** The lines of the document around a place. */
  excerpt(attribute?: string): string {
    const { text, quotable } = this.document;
    return quotable ? excerptOf(text, this.offsetOf(attribute)) : "";
  }

  /** An error at this element or at one of its attributes. */
  error(what: string, attribute?: string): MjcfError {
    const said = this.document.quotable ? what : what.replace(/'[^']*'/g, "'…'");
    return new MjcfError(said, this.place(attribute), this.excerpt(attribute));
  }

  private offsetOf(attribute?: string): number {
    const { text } = this.document;
    const open = Math.max(0, text.lastIndexOf("<", this.offset));
    if (attribute === undefined) return open;
    const found = new RegExp(`\\s${attribute.replace(/[^\w-]/g, "\\$&")}\\s*=`, "g");
    found.lastIndex = open;
    const match = found.exec(text);
    return match ? match.index + 1 : open;
  }
}

/** Errors of the parser in documents that MuJoCo accepts. */
const TOLERATED = [
  /^documents may contain only one root/,
  /^disallowed character$/,
  /^undefined entity/,
  /^malformed character entity/,
  /^the string "]]>" is disallowed/,
  /^an XML declaration must be at the start/,
  /^malformed comment/,
  /^no whitespace between attributes/,
];

/** An ampersand that does not start an entity. */
const BARE_AMPERSAND = /&(?!(?:#\d+|#x[\da-fA-F]+|\w+);)/g;

/** Maximum number of attributes of an element. */
const MAX_ATTRIBUTES = 1000;

/** Parses a document; throws `MjcfError` if it is not well formed or exceeds the budget. */
export function parseXml(source: string, file: string, budget?: Budget, quotable = true): XmlElement {
  const start = { place: () => ({ file, line: 1, column: 1 }), excerpt: () => "" };
  budget?.take("documentBytes", source.length, start, undefined, file === "" ? "the document" : `file '${file}'`);
  const text = visibleText(source).replace(/^\ufeff/, "").replace(BARE_AMPERSAND, "&amp;");
  const document: XmlDocument = { file, text, quotable, lines: [] };
  const parser = new SaxesParser({ xmlns: false, position: false });
  const open: XmlElement[] = [];
  let root: XmlElement | undefined;
  let current: XmlElement | undefined;
  let attributes = 0;

  const refuse = (what: string) => {
    const offset = Math.min(parser.position, text.length);
    const before = text.slice(0, offset);
    const line = before.split("\n").length;
    const column = Math.max(1, offset - before.lastIndexOf("\n") - 1);
    throw new MjcfError(
      `not well-formed XML${quotable ? `: ${what}` : ""}`,
      { file, line, column },
      quotable ? excerptOf(text, Math.max(0, offset - 1)) : "",
    );
  };
  parser.on("error", (error) => {
    const what = error.message.replace(/^(.*:)?\d+:\d+: /, "").replace(/\.$/, "");
    const early = /^text data outside of root node/.test(what) && root === undefined;
    if (!early && !TOLERATED.some((pattern) => pattern.test(what))) refuse(what);
  });
  parser.on("opentagstart", (tag) => {
    current = new XmlElement(document, tag.name, parser.position);
    const parent = open[open.length - 1];
    if (parent !== undefined) {
      current.parent = parent;
      parent.children.push(current);
    } else {
      root ??= current;
    }
    open.push(current);
    attributes = 0;
    budget?.takeTag(current);
  });
  parser.on("opentag", ({ isSelfClosing }) => {
    // an element without content is not opened
    if (!isSelfClosing) budget?.check("depth", open.length, current, undefined, "the document");
  });
  parser.on("attribute", ({ name, value }) => {
    if (current === undefined) return;
    if (++attributes > MAX_ATTRIBUTES) refuse(`an element has at most ${MAX_ATTRIBUTES} attributes`);
    if (Object.hasOwn(current.attributes, name)) refuse(`attribute '${name}' is repeated`);
    current.attributes[name] = verbatim(text, parser.position, value);
  });
  parser.on("closetag", () => {
    open.pop();
  });
  parser.write(text).close();

  if (root === undefined) throw new MjcfError("no element in the document", { file, line: 1, column: 1 });
  return root;
}

/** The raw value if it has line breaks or brackets, which XML would normalize and MuJoCo does not. */
function verbatim(text: string, end: number, value: string): string {
  const quote = text[end - 1];
  const start = text.lastIndexOf(quote, end - 2);
  if (end - start - 2 === value.length && !/[ ]/.test(value)) return value;
  const raw = text.slice(start + 1, end - 1);
  return /[<\n\t]/.test(raw) && !raw.includes("&") ? raw : value;
}
