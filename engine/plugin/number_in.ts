/** Numbers in the texts of a configuration. */

/** The number at the start of a text, 0 if there is none; undefined if the text is missing or empty. */
export function numberIn(text: string | undefined): number | undefined {
  if (text === undefined || text === "") return undefined;
  const value = Number.parseFloat(text);
  return Number.isNaN(value) ? 0 : value;
}

/** The numbers in a text, separated by blanks. */
export function numbersIn(text: string | undefined): number[] {
  return (text ?? "").split(/\s+/).filter((word) => word !== "").map((word) => numberIn(word) ?? 0);
}
