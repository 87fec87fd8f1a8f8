/** Errors that users see. */

/** A place in a document; lines and columns are counted from 1. */
export interface Place {
  /** file name as the user gave it; empty for text */
  file: string;
  /** line, from 1 */
  line: number;
  /** column, from 1 */
  column: number;
}

/** A place as ` (robot.xml:41:7)`; nothing for what is not from a document. */
function placeInParentheses(place: Place | undefined): string {
  return place === undefined || place.line === 0 ? "" : ` (${place.file || "<text>"}:${place.line}:${place.column})`;
}

/** An invalid model, which MuJoCo would reject too. */
export class MjcfError extends Error {
  /** name of the class */
  override name = "MjcfError";
  /** what is wrong, without the place */
  readonly what: string;
  /** place in the document */
  readonly file: string;
  /** line, from 1; 0 if the error has no single place */
  readonly line: number;
  /** column, from 1; 0 if the error has no single place */
  readonly column: number;
  /** the offending lines of the document, with a caret */
  readonly excerpt: string;

  /** Makes an error that says what is wrong, and where. */
  constructor(what: string, place?: Place, excerpt = "") {
    super(what + placeInParentheses(place) + (excerpt ? `\n${excerpt}` : ""));
    this.what = what;
    this.file = place?.file ?? "";
    this.line = place?.line ?? 0;
    this.column = place?.column ?? 0;
    this.excerpt = excerpt;
  }
}

/** Turns a `RangeError` of the runtime, which means that it ran out of stack or memory, into an error that says so. */
export function tooLarge(what: string, error: RangeError, place?: Place): MjcfError {
  const cause = /stack/i.test(error.message)
    ? "nested too deeply for the stack of this thread"
    : "too large for memory";
  return new MjcfError(`${what} is ${cause}`, place);
}

/** An instance of a plugin whose configuration makes no sense to the plugin. */
export class PluginError extends RangeError {
  /** name of the class */
  override name = "PluginError";
  /** number of the instance */
  readonly instance: number;

  /** Makes an error that says what is wrong with an instance. */
  constructor(what: string, instance: number) {
    super(what);
    this.instance = instance;
  }
}

/** One use of an unsupported feature. */
export interface Unsupported {
  /** the feature, for example `<plugin>` */
  feature: string;
  /** its place in the document */
  place?: Place;
}

/** A model that MuJoCo accepts but this engine does not support yet. Lists every unsupported feature at once. */
export class UnsupportedError extends Error {
  /** name of the class */
  override name = "UnsupportedError";
  /** every use of an unsupported feature */
  readonly uses: readonly Unsupported[];

  /** Makes an error that names every use. */
  constructor(uses: readonly Unsupported[]) {
    const lines = uses.map(({ feature, place }) => feature + placeInParentheses(place));
    super(`not supported: ${lines.join(", ")}`);
    this.uses = uses;
  }
}

/** Bytes that are no saved model, or are damaged, or were saved by another version. */
export class ModelFileError extends Error {
  /** name of the class */
  override name = "ModelFileError";
}
