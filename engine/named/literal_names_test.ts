import assert from "node:assert/strict";
import ts from "typescript";
import { id2name, loadModel } from "../../mod.ts";
import { randomFrom } from "../../harness/random.ts";
import { KINDS, type ObjectKind } from "./kinds.ts";

const ROOT = new URL("../../", import.meta.url);
const FILE = new URL("engine/named/virtual.ts", ROOT).pathname;

/** TypeScript as editors run it, on one file that exists here alone. */
function editor(text: string): ts.LanguageService {
  const disk = ts.createCompilerHost({});
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    lib: ["lib.es2023.d.ts", "lib.dom.d.ts"],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
    types: [],
  };
  return ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [FILE],
    getScriptVersion: () => "",
    getScriptSnapshot(path) {
      const found = path === FILE ? text : disk.readFile(path);
      return found === undefined ? undefined : ts.ScriptSnapshot.fromString(found);
    },
    getCurrentDirectory: () => ROOT.pathname,
    getDefaultLibFileName: (it) => ts.getDefaultLibFilePath(it),
    fileExists: (path) => path === FILE || disk.fileExists(path),
    readFile: (path) => disk.readFile(path),
  });
}

const ARM = `<mujoco>
  <!-- <worldbody><body name="old"/></worldbody> -->
  <asset><material name="red" rgba="1 0 0 1"/></asset>
  <worldbody>
    <geom type="plane" size="1 1 1" name="floor"/>
    <body name="arm">
      <joint name="elbow"/><geom size="0.1"/>
      <body
        name="hand"><joint axis="0 0 1"
        name="wrist"/><geom size="0.1"/></body>
    </body>
  </worldbody>
  <equality><joint name="tie" joint1="elbow" joint2="wrist"/></equality>
  <actuator><motor name="drive" joint="elbow"/></actuator>
  <sensor><framepos objtype="body" objname="arm"/><jointpos name="angle" joint="elbow"/></sensor>
  <keyframe><key name="home"/></keyframe>
</mujoco>`;

const TEXT = `
import { compile, Data, type Model, step } from "../../mod.ts";

const model = compile(\`${ARM}\`);
const data = new Data(model);
data.joint("elbow");
data.joint(0);
data.joint("wr|");
data.bind("body", ["arm", "|"]);
data.actuator('|');
data.geom("flor");
model.mesh("any");
model.bind("joint", ["elbow", "knee"]);
for (const name of ["elbow", "knee"]) data.joint(name);
for (const i of [1, 2]) data.joint(\`elbow\${i}\`);

const open = compile(\`${ARM.replace("</worldbody>", "<include file='a.xml'/></worldbody>")}\`);
open.body("|");
open.body("included");

const many = compile(\`${
  ARM.replace("<asset>", `<custom>${'<text name="t" data="x"/>'.repeat(2000)}</custom><asset>`)
}\`);
many.body("any");

let other: Model = model;
step(other, data);
other = compile("" as string);
other.body("any");
let changing = model;
changing = open;
`;

/** A text with marks, and where they were. */
function marked(text: string): { text: string; marks: number[] } {
  const parts = text.split("|");
  return { text: parts.join(""), marks: parts.slice(1).map((_, i) => parts.slice(0, i + 1).join("").length) };
}

Deno.test("editors complete the names of a literal document, and report others", () => {
  const { text, marks } = marked(TEXT);
  const service = editor(text);
  const completions = marks.map((at) => service.getCompletionsAtPosition(FILE, at, {})?.entries.map((it) => it.name));
  assert.deepEqual(completions.map((names) => names?.sort()), [
    ["elbow", "wrist"],
    ["arm", "hand", "world"],
    ["drive"],
    ["arm", "hand", "world"],
  ]);
  const errors = service.getSemanticDiagnostics(FILE).map(({ messageText }) =>
    ts.flattenDiagnosticMessageText(messageText, " ")
  );
  assert.deepEqual(errors, [
    // those that are not typed yet
    `Argument of type '"wr"' is not assignable to parameter of type 'number | "elbow" | "wrist"'.`,
    `Type '""' is not assignable to type 'number | "world" | "arm" | "hand"'.`,
    `Argument of type '""' is not assignable to parameter of type 'number | "drive"'.`,
    // those that are wrong
    `Argument of type '"flor"' is not assignable to parameter of type 'number | "floor"'.`,
    "Argument of type 'string' is not assignable to parameter of type 'number'.",
    `Type '"knee"' is not assignable to type 'number | "elbow" | "wrist"'.`,
  ]);
});

/** Documents of goldens, drawn by a seed. */
function documents(seed: number, count: number): string[] {
  const cases = Object.keys(JSON.parse(Deno.readTextFileSync(new URL("golden/manifest.json", ROOT))));
  const random = randomFrom(seed);
  return Array.from({ length: count }, () => `golden/${cases[Math.trunc(random() * cases.length)]}/model.xml`);
}

/** The names of documents as TypeScript reads them, by kind. */
function namesInTypes(texts: readonly string[]): Map<string, Set<string>>[] {
  const types = texts.map((text) => `PairsIn<${JSON.stringify(text)}>`).join(", ");
  const service = editor(`import type { PairsIn } from "./literal_names.ts"; export type All = [${types}];`);
  assert.deepEqual(service.getSemanticDiagnostics(FILE).map(({ messageText }) => messageText), []);
  const program = service.getProgram() as ts.Program;
  const checker = program.getTypeChecker();
  const all = program.getSourceFile(FILE)?.statements.find(ts.isTypeAliasDeclaration) as ts.TypeAliasDeclaration;
  return (all.type as ts.TupleTypeNode).elements.map((node) => {
    const type = checker.getTypeFromTypeNode(node);
    const names = new Map<string, Set<string>>();
    for (const pair of type.isUnion() ? type.types : [type]) {
      const [kind, name] = checker.getTypeArguments(pair as ts.TypeReference) as ts.StringLiteralType[];
      names.set(kind.value, (names.get(kind.value) ?? new Set()).add(name.value));
    }
    return names;
  });
}

/** Documents from which objects are dropped. */
const DROPS = /discardvisual|fusestatic/;

Deno.test("the names that TypeScript finds in documents are those of their models", async () => {
  const seed = 20;
  const paths = documents(seed, 60);
  const texts = paths.map((path) => Deno.readTextFileSync(new URL(path, ROOT)));
  let certain = 0;
  for (const [i, names] of namesInTypes(texts).entries()) {
    const model = await loadModel(new URL(paths[i], ROOT).pathname).catch(() => null);
    if (model === null) continue;
    const isOpen = names.has("other");
    if (!isOpen) certain++;
    for (const kind of Object.keys(KINDS) as ObjectKind[]) {
      const what = `seed ${seed}: ${paths[i]}: ${kind}`;
      const { type, size } = KINDS[kind];
      const inModel: string[] = Array.from({ length: model[size] }, (_, id) => id2name(model, type, id) ?? "").filter(
        Boolean,
      );
      const inTypes = names.get(kind) ?? new Set();
      if (!isOpen && !DROPS.test(texts[i])) assert.deepEqual([...inTypes].sort(), inModel.sort(), what);
      else if (!isOpen) assert.deepEqual(inModel.filter((name) => !inTypes.has(name)), [], what);
    }
  }
  assert.ok(certain > paths.length / 2, `seed ${seed}: ${certain} of ${paths.length} are certain`);
});

Deno.test("documents of any length and form are read without an error of TypeScript", () => {
  const bodies = (count: number) => Array.from({ length: count }, (_, i) => `<body name="b${i}"/>`).join("");
  const document = (content: string) => `<mujoco><worldbody>${content}</worldbody></mujoco>`;
  const texts = [
    document(bodies(890)),
    document(bodies(900)),
    document("<!-- -->".repeat(890) + bodies(1)),
    "<asset></asset>".repeat(440) + document(bodies(1)),
    document(`<body name="b0" user="${"1 ".repeat(7900)}"/>`),
    document(`<body name="b0" user="${"1 ".repeat(200000)}"/>`),
    document(`<body name="b0" user="${"1".repeat(400000)}"/>`),
    document(`<body name="a&amp;b"/>`),
    document(`<body name='b0'/>`),
    "<",
    "",
  ];
  const found = namesInTypes(texts).map((names) => [names.get("body")?.size ?? 0, names.has("other")]);
  assert.deepEqual(found, [
    [891, false],
    [0, true],
    [2, false],
    [2, false],
    [2, false],
    [0, true],
    [2, false],
    [2, true],
    [1, true],
    [1, false],
    [1, false],
  ]);
});
