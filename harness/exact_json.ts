/** JSON between processes of the harness that preserves every number. */

/** Prefix of a number that JSON cannot represent. */
const MARK = "\u0000";

/** Writes a value. */
export function writeExact(value: unknown): string {
  // most values have none, and are written several times as fast without the function
  if (isFinite(value)) return JSON.stringify(value);
  return JSON.stringify(value, (_, it) => typeof it === "number" && !Number.isFinite(it) ? MARK + it : it);
}

/** Are all numbers in a value finite? */
function isFinite(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.every(isFinite);
  for (const key in value) if (!isFinite((value as Record<string, unknown>)[key])) return false;
  return true;
}

/** Reads it back. */
export function readExact(text: string): unknown {
  if (!text.includes("\\u0000")) return JSON.parse(text);
  return JSON.parse(text, (_, it) => typeof it === "string" && it.startsWith(MARK) ? Number(it.slice(1)) : it);
}
