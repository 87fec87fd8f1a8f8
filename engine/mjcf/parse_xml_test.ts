import assert from "node:assert/strict";
import { MjcfError } from "../types/errors.ts";
import { parseXml } from "./parse_xml.ts";
import type { XmlElement } from "./xml.ts";
import { type Random, randomFrom } from "../../harness/random.ts";

Deno.test("parseXml() makes a tree of elements that know their place", () => {
  const root = parseXml(`<?xml version="1.0"?>\n<a x="1">\n  text <b y='2' z="3"/>\n  <c></c >\n</a>`, "f.xml");
  assert.deepEqual([root.name, { ...root.attributes }], ["a", { x: "1" }]);
  assert.deepEqual(root.children.map(({ name }) => name), ["b", "c"]);
  const [b, c] = root.children;
  assert.deepEqual({ ...b.attributes }, { y: "2", z: "3" });
  assert.equal(c.parent, root);
  assert.deepEqual(b.place(), { file: "f.xml", line: 3, column: 8 });
  assert.deepEqual(b.place("z"), { file: "f.xml", line: 3, column: 17 });
  assert.deepEqual(c.place(), { file: "f.xml", line: 4, column: 3 });
});

Deno.test("parseXml() keeps the white space of values and decodes the references that it knows", () => {
  const value = (raw: string) => parseXml(`<a x="${raw}"/>`, "").attributes.x;
  assert.equal(value("a\n\tb\r\nc\rd"), "a\n\tb\nc\nd");
  assert.equal(value("&lt;&gt;&amp;&quot;&apos;"), `<>&"'`);
  assert.equal(value("&#65;&#x42;&#x1f600;"), "AB\u{1f600}");
  assert.equal(value("&other; & &#X41; &#0; &#xd800; &AMP;"), "&other; & &#X41; &#0; &#xd800; &AMP;");
  assert.equal(value("1<2>'1'"), "1<2>'1'");
});

// as MuJoCo reads them
const ACCEPTED: Readonly<Record<string, string>> = {
  "several declarations, at the beginning": `<?xml?><?b?><a/>`,
  "a byte order mark": `\ufeff<a/>`,
  "text around elements": `x<a>y</a>z<!-- -->`,
  "text that looks like markup": `<a>]]> & &x;</a>`,
  "a comment with dashes": `<!-- - -- --- --><a/><!---->`,
  "sections of text": `<a><![CDATA[<b>]]></a><![CDATA[x]]>`,
  "declarations of types": `<!DOCTYPE a><a><!b></a>`,
  "several roots": `<a/><b></b>`,
  "blanks within tags": `< a\n\x0bx\t= "1"></a\n>`,
  "attributes side by side": `<a x="1"y="2"/>`,
  "attributes of a closing tag": `<a></a x="1">`,
  "anything after a tag that closes nothing": `<a/></b><`,
  "anything after a NUL": `<a/>\0<`,
};

const REFUSED: Readonly<Record<string, readonly [text: string, message: RegExp]>> = {
  "an empty document": ["", /no element in the document/],
  "a document without elements": ["<!-- a -->", /no element in the document/],
  "an element that is not closed": ["<a><b></b>", /element <a> is not closed.*:1:11/],
  "a wrong closing tag": ["<a>\n<b></a>", /<\/a>, where <\/b> is due.*:2:4/],
  "text at the end": ["<a/>\nx", /text at the end of the document.*:2:1/],
  "a late declaration": ["<!-- --><?xml?><a/>", /a declaration, which must be at the beginning.*:1:9/],
  "a comment without end": ["<a/><!-- ", /'<!--' without '-->'.*:1:5/],
  "a section without end": ["<a><![CDATA[ </a>", /'<!\[CDATA\[' without '\]\]>'/],
  "a bracket without name": ["<a><1/></a>", /'<' without a name.*:1:4/],
  "an attribute without value": ["<a x>", /attribute 'x' has no value.*:1:5/],
  "a value without quotes": ["<a x=1>", /the value of attribute 'x' is not in quotes.*:1:6/],
  "a value without end": ["<a x='1>", /the value of attribute 'x' does not end/],
  "a repeated attribute": ["<a x='1' x='2'/>", /attribute 'x' is repeated.*:1:10/],
  "a tag with other characters": ["<a $='1'/>", /a name, '>', or '\/>' is expected in element <a>.*:1:4/],
  "a tag without end": ["<a", /a name, '>', or '\/>' is expected/],
};

for (const [what, text] of Object.entries(ACCEPTED)) {
  Deno.test(`parseXml() accepts ${what}`, () => assert.equal(parseXml(text, "").name, "a"));
}

for (const [what, [text, message]] of Object.entries(REFUSED)) {
  Deno.test(`parseXml() refuses ${what}`, () => {
    assert.throws(() => parseXml(text, "f.xml"), (error) => error instanceof MjcfError && message.test(error.message));
  });
}

Deno.test("parseXml() quotes nothing of a file that may be secret", () => {
  const message = (quotable: boolean) => {
    try {
      parseXml("<a>\n<secret></a>", "f.xml", undefined, quotable);
    } catch (error) {
      return String(error);
    }
  };
  assert.match(String(message(true)), /secret/);
  assert.doesNotMatch(String(message(false)), /secret/);
});

/** What a document should be read as: names, attributes, and places of all elements, in the order of their tags. */
type Expected = [depth: number, name: string, attributes: [string, string, place: string][], place: string][];

/** A document that uses everything that XML allows around elements and in values. */
function randomDocument(random: Random): { text: string; expected: Expected } {
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)];
  const expected: Expected = [];
  let text = pick(["", "<?xml version='1.0'?>", "<?a?>\n <?b >?>"]);
  const blanks = (least: number) =>
    Array.from({ length: least + Math.floor(3 * random()) }, () => pick([..." \n\t"])).join("");
  const place = () => `${text.split("\n").length}:${text.length - text.lastIndexOf("\n")}`;
  const skipped = () => {
    if (random() < 0.3) text += pick(["<!-- <x> -- -->", "<![CDATA[ <y/> > ]]>", "<!z>", "<!---->"]);
  };
  const between = () => {
    text += blanks(0);
    skipped();
    text += pick(["", "", "words > & 'more'", "&lt;"]);
    skipped();
    text += blanks(0);
  };
  const value = (quote: string): [written: string, read: string] => {
    const parts = Array.from(
      { length: Math.floor(4 * random()) },
      (): [string, string] =>
        pick([
          ["1 2", "1 2"],
          ["\n", "\n"],
          ["&amp;", "&"],
          ["&#x41;", "A"],
          ["&#66;", "B"],
          ["&no;", "&no;"],
          ["<>/=", "<>/="],
          [
            quote === "'" ? '"' : "'",
            quote === "'" ? '"' : "'",
          ],
          ["é", "é"],
          ["&quot;", '"'],
        ]),
    );
    return [parts.map(([written]) => written).join(""), parts.map(([, read]) => read).join("")];
  };
  const element = (depth: number) => {
    const name = pick(["a", "b-c", "_d", "x:y", "é", "mujoco", "B.2"]);
    const attributes: Expected[number][2] = [];
    expected.push([depth, name, attributes, place()]);
    text += `<${pick(["", "", " ", "\n"])}${name}`;
    for (const key of ["x", "name", "a:b", "ü-1", "X"].filter(() => random() < 0.4)) {
      text += blanks(1);
      const at = place();
      const quote = pick(["'", '"']);
      const [written, read] = value(quote);
      text += `${key}${blanks(0)}=${blanks(0)}${quote}${written}${quote}`;
      attributes.push([key, read, at]);
    }
    text += blanks(0);
    if (random() < 0.4) {
      text += "/>";
      return;
    }
    text += ">";
    for (let n = depth < 4 ? Math.floor(4 * random()) : 0; n > 0; n--) {
      between();
      element(depth + 1);
    }
    between();
    text += `<${pick(["", " "])}/${name}${blanks(0)}>`;
  };
  text += blanks(0);
  element(0);
  text += blanks(0);
  skipped();
  return { text, expected };
}

Deno.test("parseXml() finds the elements, values, and places of random documents", () => {
  for (let seed = 1; seed <= 150; seed++) {
    const { text, expected } = randomDocument(randomFrom(seed));
    const found: Expected = [];
    const at = ({ line, column }: { line: number; column: number }) => `${line}:${column}`;
    const visit = (element: XmlElement, depth: number) => {
      const attributes = Object.entries(element.attributes);
      found.push([
        depth,
        element.name,
        attributes.map(([key, value]) => [key, value, at(element.place(key))]),
        at(element.place()),
      ]);
      for (const child of element.children) {
        assert.equal(child.parent, element);
        visit(child, depth + 1);
      }
    };
    visit(parseXml(text, "f.xml"), 0);
    assert.deepEqual(found, expected, `seed ${seed}: ${text}`);
  }
});

Deno.test("parseXml() decodes references to the characters that XML has, and to no others", () => {
  const ranges = [[9, 10], [13, 13], [0x20, 0xd7ff], [0xe000, 0xfffd], [0x10000, 0x10ffff]];
  for (const code of ranges.flatMap(([low, high]) => [low - 1, low, low + 1, high - 1, high, high + 1])) {
    const isKnown = ranges.some(([low, high]) => low <= code && code <= high);
    for (const reference of [`&#${code};`, `&#x${code.toString(16)};`, `&#x0${code.toString(16).toUpperCase()};`]) {
      const expected = isKnown ? String.fromCodePoint(code) : reference;
      assert.equal(parseXml(`<a x="${reference}"/>`, "").attributes.x, expected, reference);
    }
  }
});

Deno.test("parseXml() takes a thousand attributes, and no more", () => {
  const text = (count: number) => `<a ${Array.from({ length: count }, (_, i) => `x${i}='${i}'`).join(" ")}/>`;
  assert.equal(Object.keys(parseXml(text(1000), "").attributes).length, 1000);
  assert.throws(() => parseXml(text(1001), ""), /an element has at most 1000 attributes/);
});
