/** Tests one mutant: goldens first, then unit tests, each in a process of its own. */

import ts from "typescript";
import { HarnessError } from "../../harness/engine.ts";
import { importsOf } from "../import_map.ts";
import { processorTime, residentBytes } from "../process_use.ts";
import type { Remark } from "./judge.ts";
import { ROOT } from "./sources.ts";
import { parse } from "./sources.ts";

/** Files of the engine and their replacements. */
export type Replacement = ReadonlyMap<string, string>;

/** The result of the goldens for a mutant. */
export type Verdict =
  /** a golden fails */
  | { readonly kind: "fails"; readonly by: readonly string[] }
  /** a golden does not end, or uses all memory */
  | { readonly kind: "hangs"; readonly by: readonly string[] }
  /** the process ends in the middle of a golden */
  | { readonly kind: "crashes"; readonly by: readonly string[] }
  /** the engine does not even load */
  | { readonly kind: "broken"; readonly message: string }
  | { readonly kind: "passes" };

/** CPU time of silence after which a process counts as stuck in an endless loop (s): other processes share the machine. */
const PATIENCE = 30;
/** Time of silence after which it does in any case (ms). */
const LONGEST = 20_000 * PATIENCE;
/** More memory than any golden or test needs (bytes). */
const MEMORY = 3e9;

/** A folder with mutated sources and the import map that substitutes them for the originals. */
export class Disguise {
  readonly map: string;
  #folder: string;

  constructor(replacement: Replacement) {
    this.#folder = Deno.makeTempDirSync({ prefix: "mutant-" });
    this.map = `${this.#folder}/imports.json`;
    const imports = importsOf(ROOT);
    let count = 0;
    for (const [file, text] of withStarters(replacement)) {
      const copy = `${this.#folder}/${count++}_${file.split("/").at(-1)}`;
      Deno.writeTextFileSync(copy, withAbsoluteImports(file, text));
      imports[new URL(file, ROOT).href] = `file://${copy}`;
    }
    Deno.writeTextFileSync(this.map, JSON.stringify({ imports }));
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.#folder, { recursive: true });
  }
}

/** Programs of threads, and the files that start them. */
const STARTERS: Readonly<Record<string, string>> = {
  "engine/rollout/rollout_worker.ts": "engine/rollout/pool.ts",
  "engine/compile/mesh/mesh_worker.ts": "engine/compile/mesh/mesh_threads.ts",
};

/** With the files that start programs of threads, whose addresses the import map changes only where it is asked. */
function withStarters(replacement: Replacement): Replacement {
  const starters = [...replacement.keys()].flatMap((file) => STARTERS[file] ?? []);
  const added = starters.filter((file) => !replacement.has(file));
  return new Map([
    ...replacement,
    ...added.map((file): [string, string] => [file, Deno.readTextFileSync(new URL(file, ROOT))]),
  ]);
}

/** A source that works from any folder. */
export function withAbsoluteImports(file: string, text: string): string {
  const home = new URL(file, ROOT);
  const { tree } = parse(file, text);
  const places: { at: ts.Node; text: string }[] = [];
  const visit = (node: ts.Node): void => {
    // the program of a thread, whose address no import map changes by itself
    if (ts.isNewExpression(node) && node.expression.getText() === "URL") {
      const [target] = node.arguments ?? [];
      if (target && ts.isStringLiteralLike(target) && target.text.startsWith(".")) {
        places.push({ at: node, text: `new URL(import.meta.resolve("${new URL(target.text, home).href}"))` });
      }
      return;
    }
    const target = ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
      ? node.moduleSpecifier
      : ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
      ? node.arguments[0]
      : undefined;
    if (target && ts.isStringLiteralLike(target) && target.text.startsWith(".")) {
      places.push({ at: target, text: `"${new URL(target.text, home).href}"` });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return places.reverse().reduce(
    (out, { at, text }) => out.slice(0, at.getStart()) + text + out.slice(at.getEnd()),
    text,
  );
}

/** Does the text parse? */
export function isWellFormed(text: string): boolean {
  const { diagnostics = [] } = ts.transpileModule(text, {
    reportDiagnostics: true,
    compilerOptions: { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext },
  });
  return diagnostics.length === 0;
}

/** Replays goldens in the given order, until one fails or, with `all`, to the end. */
export async function judge(replacement: Replacement, ids: readonly string[], all = false): Promise<Verdict> {
  using disguise = new Disguise(replacement);
  const script = new URL("judge.ts", import.meta.url).pathname;
  const process = start(
    ["run", "-A", "--no-check", "--import-map", disguise.map, script],
    JSON.stringify({ ids, all }),
  );
  let hasLoaded = false;
  let isDone = false;
  let current = "";
  const failing: string[] = [];
  for await (const line of process.lines()) {
    const remark = JSON.parse(line) as Remark;
    hasLoaded ||= remark.says === "loaded";
    isDone ||= remark.says === "done" || (remark.says === "fails" && !all);
    if (remark.says === "begins") current = remark.case;
    if (remark.says === "fails") failing.push(remark.case);
  }
  const { wasStopped, errors } = await process.end();
  if (isDone) return failing.length > 0 ? { kind: "fails", by: failing } : { kind: "passes" };
  if (wasStopped) return { kind: "hangs", by: [...failing, current] };
  if (hasLoaded && current !== "") return { kind: "crashes", by: [...failing, current] };
  return { kind: "broken", message: errors.trim().split("\n")[0] };
}

/** The result of the unit tests for a mutant. */
export type TestVerdict =
  | { readonly kind: "passes" }
  | { readonly kind: "fails" | "hangs"; readonly by: string; readonly file: string };

/** Runs unit tests, until one fails or the CPU time is over (s). */
export async function runTests(
  replacement: Replacement,
  files: readonly string[],
  most = Infinity,
): Promise<TestVerdict> {
  if (files.length === 0) return { kind: "passes" };
  using disguise = new Disguise(replacement);
  const process = start(
    [
      "test",
      "-A",
      "--no-check",
      "--fail-fast",
      "--import-map",
      disguise.map,
      ...files,
    ],
    "",
    most,
  );
  let file = "";
  let last = "";
  let failed: string | undefined;
  for await (const line of process.lines()) {
    file = /^running \d+ tests? from \.\/(.+)$/.exec(line)?.[1] ?? file;
    if (line.includes(" ... ")) last = line.slice(0, line.lastIndexOf(" ... "));
    if (/ \.\.\. FAILED/.test(line)) failed ??= last;
  }
  const { wasStopped, isOver, success, errors } = await process.end();
  if (success || (isOver && failed === undefined)) return { kind: "passes" };
  if (wasStopped) return { kind: "hangs", by: last, file };
  if (failed === undefined && /error: Module not found|No test modules/i.test(errors)) throw new HarnessError(errors);
  return { kind: "fails", by: failed ?? last, file };
}

/** A process that is killed if it is silent for too long, uses too much memory, or `most` seconds of CPU time. */
function start(args: string[], input: string, most = Infinity) {
  const child = new Deno.Command(Deno.execPath(), {
    args,
    cwd: ROOT,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
    env: { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" },
  }).spawn();
  let heard = performance.now();
  let worked = 0;
  let wasStopped = false;
  let isOver = false;
  const watch = setInterval(() => {
    const time = processorTime(child.pid);
    const isBusy = time - worked > PATIENCE || performance.now() - heard > LONGEST;
    isOver ||= time > most;
    if (!isBusy && !isOver && residentBytes(child.pid) < MEMORY) return;
    wasStopped = !isOver;
    try {
      child.kill("SIGKILL");
    } catch {
      // it has just ended by itself
    }
  }, 250);
  const errors = new Response(child.stderr).text();
  const writing = (async () => {
    const writer = child.stdin.getWriter();
    try {
      await writer.write(new TextEncoder().encode(input));
      await writer.close();
    } catch {
      // it has ended before it read everything
    }
  })();

  return {
    async *lines(): AsyncGenerator<string> {
      let rest = "";
      for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
        heard = performance.now();
        worked = processorTime(child.pid);
        const parts = (rest + text).split("\n");
        rest = parts.pop() ?? "";
        yield* parts;
      }
    },
    async end(): Promise<{ wasStopped: boolean; isOver: boolean; success: boolean; errors: string }> {
      try {
        const { success } = await child.status;
        await writing;
        return { wasStopped, isOver, success, errors: await errors };
      } finally {
        clearInterval(watch);
      }
    },
  };
}
