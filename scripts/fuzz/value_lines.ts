/** Values of any kind as lines of text, for processes that talk to each other. */

import { deserialize, serialize } from "node:v8";

/** A value as a line, without its end. */
export function writeLine(value: unknown): string {
  return new Uint8Array(serialize(value)).toBase64();
}

/** The value of a line. */
export function readLine<T>(line: string): T {
  return deserialize(Uint8Array.fromBase64(line)) as T;
}
