/** JSON between processes of the harness that preserves every number. */

/** Prefix of a number that JSON cannot represent. */
const MARK = "\u0000";

/** Writes a value. */
export function writeExact(value: unknown): string {
  return JSON.stringify(value, (_, it) => typeof it === "number" && !Number.isFinite(it) ? MARK + it : it);
}

/** Reads it back. */
export function readExact(text: string): unknown {
  if (!text.includes("\\u0000")) return JSON.parse(text);
  return JSON.parse(text, (_, it) => typeof it === "string" && it.startsWith(MARK) ? Number(it.slice(1)) : it);
}
