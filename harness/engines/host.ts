// deno-lint-ignore-file no-console
/**
 * Serves an engine in TypeScript from a process of its own. The process is started with a module that imports this one
 * and then the engine, so that the engine's output is redirected before any of its code runs.
 */

import type { Engine, EngineModule } from "../engine.ts";
import { perform } from "./perform.ts";
import { type CaseAnswer, DRIVES, type Hello, PROTOCOL, type Request } from "./protocol.ts";

const { stdin, stdout, stderr } = Deno;
const encoder = new TextEncoder();
const parse = JSON.parse;
const stringify = JSON.stringify;

const write = (stream: typeof stdout, text: string) => {
  const bytes = encoder.encode(text);
  for (let at = 0; at < bytes.length;) at += stream.writeSync(bytes.subarray(at));
};
const answer = write.bind(undefined, stdout);

// the output of an engine is its log
Object.defineProperty(Deno, "stdout", { value: stderr });
for (const method of ["log", "info", "debug", "dir", "table"] as const) {
  console[method] = (...values: unknown[]) => console.error(...values);
}

/** Answers requests until there are no more. */
export async function serve(module: Partial<EngineModule>): Promise<void> {
  const engine = await open(module);
  for await (const line of lines()) {
    const request = parse(line) as Request;
    if (request.command === "hello") answer(`${stringify(hello(engine, request.id))}\n`);
    if (request.command === "case") answer(`${stringify(await perform(engine, request) satisfies CaseAnswer)}\n`);
    if (request.command === "close") {
      await engine.close?.();
      answer(`${stringify({ id: request.id })}\n`);
    }
  }
}

async function open(module: Partial<EngineModule>): Promise<Engine> {
  const made = typeof module.default === "function" ? await module.default() : module.default;
  if (typeof made?.load !== "function" || typeof made.name !== "string") {
    throw new TypeError("the default export is neither an engine nor a function that makes one");
  }
  return made;
}

function hello({ name, version, build, offers = {} }: Engine, id: number): Hello {
  return {
    id,
    protocol: PROTOCOL,
    name,
    version: String(version),
    ...(build === undefined ? {} : { build }),
    precision: (offers.precision ?? "f64") as Hello["precision"],
    fields: offers.fields ?? "all",
    ...(offers.functions === undefined ? {} : { functions: offers.functions }),
    drives: (offers.drives ?? DRIVES) as Hello["drives"],
    contacts: (offers.contacts ?? "ordered") as Hello["contacts"],
    arrays: "base64",
  };
}

async function* lines(): AsyncGenerator<string> {
  let rest = "";
  for await (const text of stdin.readable.pipeThrough(new TextDecoderStream())) {
    const parts = (rest + text).split("\n");
    rest = parts.pop() ?? "";
    yield* parts;
  }
}
