/** `deno task conform`. */

import { conform, type Terminal } from "./conform.ts";

const encoder = new TextEncoder();

function writeAll(stream: { writeSync(bytes: Uint8Array): number }, text: string): void {
  const bytes = encoder.encode(text);
  for (let at = 0; at < bytes.length;) at += stream.writeSync(bytes.subarray(at));
}

const terminal: Terminal = {
  out: (text) => writeAll(Deno.stdout, text),
  err: (text) => writeAll(Deno.stderr, text),
  isPainted: Deno.stdout.isTerminal() && !Deno.env.get("NO_COLOR"),
  isWatched: Deno.stderr.isTerminal(),
};

Deno.exitCode = await conform(Deno.args, terminal);
