/** Files of states: a line that says how many numbers a state has, then the numbers of all states as doubles. */

const FORMAT = "plumbline states 1";

/** Is this the name of such a file? */
export function isStateLog(path: string): boolean {
  return path.endsWith(".states");
}

/** The file of states that lie one after another. */
export function writeStateLog(size: number, states: Float64Array): Blob {
  return new Blob([`${FORMAT} ${size}\n`, states as Float64Array<ArrayBuffer>]);
}

/** The states of a file, and the numbers of each. */
export function readStateLog(bytes: Uint8Array): { size: number; states: Float64Array } {
  const end = bytes.indexOf(10);
  const [, size = "0"] = new TextDecoder().decode(bytes.subarray(0, end)).split(`${FORMAT} `);
  const rest = bytes.slice(end + 1);
  const row = 8 * Number(size);
  if (!(row > 0) || rest.length === 0 || rest.length % row !== 0) throw new RangeError("this is no file of states");
  return { size: Number(size), states: new Float64Array(rest.buffer) };
}
