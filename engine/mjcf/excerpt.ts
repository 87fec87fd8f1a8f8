/** Help in error messages: the lines around an error, and the word that may have been meant. */

const WIDTH = 120;

/** The line of `text` at `offset`, with its number and a caret below. */
export function excerptOf(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  let end = text.indexOf("\n", offset);
  if (end < 0) end = text.length;
  const number = text.slice(0, start).split("\n").length;

  // long lines are shortened around the place
  const column = offset - start;
  const cut = Math.max(0, Math.min(column - WIDTH / 2, end - start - WIDTH));
  const line = text.slice(start + cut, Math.min(end, start + cut + WIDTH)).replace(/[\t\r]/g, " ");
  const margin = `${number} | `;
  return `${margin}${line}\n${" ".repeat(margin.length + column - cut)}^`;
}

/** The known word closest to `word`, as a question, or an empty text if none is close. */
export function didYouMean(word: string, known: readonly string[]): string {
  let best = "";
  let bestDistance = Math.max(2, Math.floor(word.length / 3)) + 1;
  for (const candidate of known) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best ? `; did you mean '${best}'?` : "";
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j] + 1, next[j - 1] + 1));
    }
    row = next;
  }
  return row[b.length];
}
