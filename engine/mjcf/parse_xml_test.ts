import assert from "node:assert/strict";
import { MjcfError } from "../types/errors.ts";
import { parseXml } from "./parse_xml.ts";

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
