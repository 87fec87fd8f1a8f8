/** The errors that users meet. */

/** Where in a document something was found; lines and columns count from one. */
export interface Place {
  /** name of the file, as the user gave it; empty for text */
  file: string;
  /** line, from 1 */
  line: number;
  /** column, from 1 */
  column: number;
}

/** Renders a place as `robot.xml:41:7`. */
function formatPlace(place: Place): string {
  return `${place.file || "<text>"}:${place.line}:${place.column}`;
}

/** A model that MuJoCo would refuse too. */
export class MjcfError extends Error {
  /** name of the class */
  override name = "MjcfError";
  /** where in the document */
  readonly file: string;
  /** line, from 1; 0 when the trouble has no single place */
  readonly line: number;
  /** column, from 1; 0 when the trouble has no single place */
  readonly column: number;
  /** the offending lines of the document, with a caret */
  readonly excerpt: string;

  /** Makes an error that says what is wrong, and where. */
  constructor(what: string, place?: Place, excerpt = "") {
    super((place ? `${what} (${formatPlace(place)})` : what) + (excerpt ? `\n${excerpt}` : ""));
    this.file = place?.file ?? "";
    this.line = place?.line ?? 0;
    this.column = place?.column ?? 0;
    this.excerpt = excerpt;
  }
}

/** What becomes of a `RangeError` of the runtime: the stack or the memory that is left does not suffice. */
export function tooLarge(what: string, error: RangeError, place?: Place): MjcfError {
  const cause = /stack/i.test(error.message)
    ? "nested too deeply for the stack of this thread"
    : "too large for memory";
  return new MjcfError(`${what} is ${cause}`, place);
}

/** One use of a feature that the engine does not have. */
export interface Unsupported {
  /** what it is, e.g. `<flex>` */
  feature: string;
  /** where it stands */
  place?: Place;
}

/** A model that MuJoCo accepts and this engine does not, yet. Names everything at once. */
export class UnsupportedError extends Error {
  /** name of the class */
  override name = "UnsupportedError";
  /** every use of an unsupported feature */
  readonly uses: readonly Unsupported[];

  /** Makes an error that names every use. */
  constructor(uses: readonly Unsupported[]) {
    const lines = uses.map(({ feature, place }) => place ? `${feature} (${formatPlace(place)})` : feature);
    super(`not supported: ${lines.join(", ")}`);
    this.uses = uses;
  }
}
