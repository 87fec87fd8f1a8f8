/** Readable JSON: objects over several lines, lists of numbers and short texts on one. */

/** Lays out a value; the result ends in a newline. */
export function formatJson(value: unknown): string {
  return `${render(value, "")}\n`;
}

function render(value: unknown, indent: string): string {
  if (Array.isArray(value)) {
    if (value.every((x) => typeof x !== "object" || x === null)) {
      return `[${value.map(scalar).join(", ")}]`;
    }
    const inner = `${indent}  `;
    return `[\n${value.map((x) => inner + render(x, inner)).join(",\n")}\n${indent}]`;
  }
  if (typeof value !== "object" || value === null) return scalar(value);

  const entries = Object.entries(value).filter(([, x]) => x !== undefined);
  if (entries.length === 0) return "{}";
  const inner = `${indent}  `;
  const lines = entries.map(([key, x]) => `${inner}${JSON.stringify(key)}: ${render(x, inner)}`);
  return `{\n${lines.join(",\n")}\n${indent}}`;
}

/** JSON cannot represent numbers that are not finite, so they are written as text. */
function scalar(value: unknown): string {
  return JSON.stringify(typeof value === "number" && !Number.isFinite(value) ? String(value) : value);
}
