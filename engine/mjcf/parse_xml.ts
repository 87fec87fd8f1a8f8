/**
 * Parses XML documents as MuJoCo's parser does: markup that is not understood is skipped, references to unknown entities
 * are text, and attributes keep their white space.
 */

import { MjcfError } from "../types/errors.ts";
import type { Budget } from "../types/limits.ts";
import { excerptOf } from "./excerpt.ts";
import { type XmlDocument, XmlElement } from "./xml.ts";

/** Maximum number of attributes of an element. */
const MAX_ATTRIBUTES = 1000;

/**
 * Parses a document up to a NUL, where MuJoCo's parser stops too; throws `MjcfError` if it is not well formed or exceeds the
 * budget.
 */
export function parseXml(source: string, file: string, budget?: Budget, quotable = true): XmlElement {
  const start = { place: () => ({ file, line: 1, column: 1 }), excerpt: () => "" };
  budget?.take("documentBytes", source.length, start, undefined, file === "" ? "the document" : `file '${file}'`);
  const [text] = source.replace(/^\ufeff/, "").split("\0", 1);
  return new Parser({ file, text, quotable, lines: [] }, budget).parse();
}

/** Markup that has no meaning, and how it ends. */
const SKIPPED = [["<!--", "-->"], ["<![CDATA[", "]]>"], ["<!", ">"], ["<?", "?>"]] as const;

// sticky: they match at `lastIndex` only
const BLANKS = /[ \t-\r]*/y;
const NAME = /[A-Za-z_:\u0080-\uffff][\w:.\-\u0080-\uffff]*/y;

class Parser {
  private readonly text: string;
  private at = 0;
  private root: XmlElement | undefined;
  /** elements that have begun and not ended */
  private readonly open: XmlElement[] = [];
  /** has there been anything but declarations? */
  private hasContent = false;

  constructor(private readonly document: XmlDocument, private readonly budget: Budget | undefined) {
    this.text = document.text;
  }

  parse(): XmlElement {
    const { text, open, document } = this;
    while (this.skipText()) {
      if (!this.skipMarkup() && !this.readTag()) break;
    }
    if (open.length > 0) this.refuse(`element <${open[open.length - 1].name}> is not closed`, text.length);
    if (this.root === undefined) {
      throw new MjcfError("no element in the document", { file: document.file, line: 1, column: 1 });
    }
    return this.root;
  }

  /** Goes to the next bracket; returns false at the end of the document. */
  private skipText(): boolean {
    const { text } = this;
    this.skipBlanks();
    if (this.at === text.length) return false;
    const next = text.indexOf("<", this.at);
    if (next < 0 && this.open.length === 0) this.refuse("text at the end of the document", this.at);
    if (next !== this.at) this.hasContent = true;
    this.at = next < 0 ? text.length : next;
    return next >= 0;
  }

  /** Skips markup other than an element; returns false if there is none. */
  private skipMarkup(): boolean {
    const { text, at } = this;
    const kind = SKIPPED.find(([start]) => text.startsWith(start, at));
    if (kind === undefined) return false;
    const [start, end] = kind;
    if (start !== "<?") this.hasContent = true;
    else if (this.hasContent) this.refuse("a declaration, which must be at the beginning of the document", at);
    const to = text.indexOf(end, at + start.length);
    if (to === -1) this.refuse(`'${start}' without '${end}'`, at);
    this.at = to + end.length;
    return true;
  }

  /** Reads a tag. Returns false if it closes an element though none is open, which ends the document. */
  private readTag(): boolean {
    const { text, document, open } = this;
    const begin = this.at++;
    this.skipBlanks();
    const closes = text[this.at] === "/";
    if (closes) this.at++;
    const name = this.readName();
    if (name === "") this.refuse("'<' without a name", begin);
    const element = new XmlElement(document, name, begin);
    const isWhole = this.readAttributes(element);

    // whatever ends with a slash is an element
    if (isWhole || !closes) {
      this.add(element, isWhole);
      return true;
    }
    const last = open.pop();
    if (last !== undefined && last.name !== name) this.refuse(`</${name}>, where </${last.name}> is due`, begin);
    return last !== undefined;
  }

  /** Adds an element to the one that is open. */
  private add(element: XmlElement, isWhole: boolean): void {
    const { open, budget } = this;
    const parent = open[open.length - 1];
    if (parent === undefined) {
      this.root ??= element;
    } else {
      element.parent = parent;
      parent.children.push(element);
    }
    this.hasContent = true;
    budget?.takeTag(element);
    if (isWhole) return;
    open.push(element);
    budget?.check("depth", open.length, element, undefined, "the document");
  }

  /** Reads the attributes of an element, and the bracket after them; returns whether the element ends there. */
  private readAttributes(element: XmlElement): boolean {
    const { text } = this;
    for (let count = 0;; count++) {
      this.skipBlanks();
      const { at } = this;
      if (text[at] === ">") {
        this.at++;
        return false;
      }
      if (text.startsWith("/>", at)) {
        this.at += 2;
        return true;
      }
      const name = this.readName();
      if (name === "") this.refuse(`a name, '>', or '/>' is expected in element <${element.name}>`, at);
      if (count === MAX_ATTRIBUTES) this.refuse(`an element has at most ${MAX_ATTRIBUTES} attributes`, at);
      if (Object.hasOwn(element.attributes, name)) this.refuse(`attribute '${name}' is repeated`, at);
      element.attributes[name] = this.readValue(name);
    }
  }

  /** Reads the value of an attribute, and the equals sign before it. */
  private readValue(name: string): string {
    const { text } = this;
    this.skipBlanks();
    if (text[this.at] !== "=") this.refuse(`attribute '${name}' has no value`, this.at);
    this.at++;
    this.skipBlanks();
    const begin = this.at + 1;
    const quote = text[this.at];
    if (quote !== '"' && quote !== "'") this.refuse(`the value of attribute '${name}' is not in quotes`, this.at);
    const end = text.indexOf(quote, begin);
    if (end < 0) this.refuse(`the value of attribute '${name}' does not end`, begin);
    this.at = end + 1;
    return decode(text.slice(begin, end));
  }

  private skipBlanks(): void {
    this.match(BLANKS);
  }

  /** Reads a name; returns an empty text if there is none. */
  private readName(): string {
    return this.match(NAME);
  }

  private match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const [found] = pattern.exec(this.text) ?? [""];
    this.at += found.length;
    return found;
  }

  private refuse(what: string, offset: number): never {
    const { file, text, quotable } = this.document;
    const before = text.slice(0, offset);
    throw new MjcfError(
      `not well-formed XML${quotable ? `: ${what}` : ""}`,
      { file, line: before.split("\n").length, column: offset - before.lastIndexOf("\n") },
      quotable ? excerptOf(text, Math.min(offset, text.length - 1)) : "",
    );
  }
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const REFERENCE = /&(?:#x([\dA-Fa-f]+)|#(\d+)|(\w+));/g;

/** A value with characters in place of references to them; references to anything else are text. */
function decode(raw: string): string {
  const value = raw.includes("\r") ? raw.replace(/\r\n?/g, "\n") : raw;
  if (!value.includes("&")) return value;
  return value.replace(REFERENCE, (reference, hexadecimal, decimal, name) => {
    if (name !== undefined) return Object.hasOwn(ENTITIES, name) ? ENTITIES[name] : reference;
    const code = hexadecimal !== undefined ? parseInt(hexadecimal, 16) : Number(decimal);
    return isCharacter(code) ? String.fromCodePoint(code) : reference;
  });
}

/** Is a code point one of a character that XML allows? */
function isCharacter(code: number): boolean {
  if (code < 0x20) return code === 9 || code === 10 || code === 13;
  return code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) && code !== 0xfffe && code !== 0xffff;
}
