/** XML documents as trees of elements that know their place in the text. */

import { MjcfError, type Place } from "../types/errors.ts";
import { excerptOf } from "./excerpt.ts";

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

/** An attribute of a tag, where the last one ended: the blanks before it, and its name. */
const ATTRIBUTE = /(\s*)([^\s=<>/]+)\s*=\s*(?:"[^"]*"|'[^']*')/y;

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
    /** offset of the opening bracket */
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
    if (attribute === undefined) return this.offset;
    const { text } = this.document;
    ATTRIBUTE.lastIndex = text.indexOf(this.name, this.offset) + this.name.length;
    for (let found = ATTRIBUTE.exec(text); found !== null; found = ATTRIBUTE.exec(text)) {
      if (found[2] === attribute) return found.index + found[1].length;
    }
    // not written here: defaults gave it
    return this.offset;
  }
}
