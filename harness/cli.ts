/** `deno task conform`. The exit code is 2 from the start, and changes only when a run is complete. */

Deno.exitCode = 2;
globalThis.addEventListener("error", (event) => crash(event, event.error));
globalThis.addEventListener("unhandledrejection", (event) => crash(event, event.reason));

const encoder = new TextEncoder();

function writeAll(stream: { writeSync(bytes: Uint8Array): number }, text: string): void {
  const bytes = encoder.encode(text);
  for (let at = 0; at < bytes.length;) at += stream.writeSync(bytes.subarray(at));
}

/** An error in the harness itself, or a closed output, means that it could not tell. */
function crash(event: Event, error: unknown): never {
  event.preventDefault();
  if (error instanceof Deno.errors.BrokenPipe) Deno.exit(2);
  try {
    writeAll(Deno.stderr, `error: the harness failed: ${error instanceof Error ? error.stack : error}\n`);
  } finally {
    Deno.exit(2);
  }
}

// all goldens: their processes start while this one is loading
const launched = Deno.args.length === 0 ? (await import("./run/launch.ts")).launchFew() : [];
const { conformWith } = await import("./commands/conform.ts");

const code = await conformWith(launched, Deno.args, {
  out: (text) => writeAll(Deno.stdout, text),
  err: (text) => writeAll(Deno.stderr, text),
  isPainted: Deno.stdout.isTerminal() && !Deno.env.get("NO_COLOR"),
  isWatched: Deno.stderr.isTerminal(),
});
// processes that have been ended take a while, for which nobody has to wait
Deno.exit(code);

export {};
