/** Untrusted text made safe for a terminal: text from an engine or a file must not move the cursor or forge a line. */

// deno-lint-ignore no-control-regex
const CONTROLS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** Shows control characters by their codes; line breaks stay. */
export function printable(text: string): string {
  return text.replace(CONTROLS, (it) => it === "\t" ? " " : `\\x${it.charCodeAt(0).toString(16).padStart(2, "0")}`);
}

/** The same in one line. */
export function printableLine(text: string): string {
  return printable(text.replace(/\r?\n/g, " "));
}
