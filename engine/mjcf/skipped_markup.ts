/** What MuJoCo's XML parser skips or never sees, made invisible to ours. */

/** A declaration, which MuJoCo skips wherever it is: everything from `<!` to the next `>`. */
const DECLARATION = /<!(?!--|\[CDATA\[)/;

/** The text up to the first NUL, where MuJoCo's parser stops, with blanks in place of declarations. */
export function visibleText(source: string): string {
  const end = source.indexOf("\0");
  const text = end < 0 ? source : source.slice(0, end);
  return DECLARATION.test(text) ? withoutDeclarations(text) : text;
}

/** How markup other than an element starts and ends. */
const MARKUP = [["<!--", "-->"], ["<![CDATA[", "]]>"], ["<?", "?>"], ["<!", ">"]] as const;

function withoutDeclarations(text: string): string {
  let out = "";
  let at = 0;
  while (true) {
    const open = text.indexOf("<", at);
    if (open < 0) return out + text.slice(at);
    out += text.slice(at, open);
    const kind = MARKUP.find(([start]) => text.startsWith(start, open));
    const end = kind === undefined ? endOfTag(text, open) : endOf(text, kind[1], open + kind[0].length);
    if (end < 0) return out + text.slice(open);
    const part = text.slice(open, end);
    out += kind?.[0] === "<!" ? part.replace(/[^\n]/g, " ") : part;
    at = end;
  }
}

/** Where markup ends, or −1 if it does not. */
function endOf(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? -1 : at + mark.length;
}

/** Where a tag ends: at the first bracket outside of quotes. */
function endOfTag(text: string, open: number): number {
  let quote = "";
  for (let at = open; at < text.length; at++) {
    const c = text[at];
    if (quote !== "") {
      if (c === quote) quote = "";
    } else if (c === '"' || c === "'") quote = c;
    else if (c === ">") return at + 1;
  }
  return -1;
}
