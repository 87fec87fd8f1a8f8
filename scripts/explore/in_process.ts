/** What the processes have in common that search for documents: goldens to start from, CPU time, and messages. */

import { Buffer } from "node:buffer";
import process from "node:process";
import { readGolden } from "../fuzz/generate_hostile.ts";
import type { Probe, Seedling } from "./probes.ts";

/** The folder of goldens. */
export const GOLDEN = new URL("../../golden", import.meta.url).pathname;

const encoder = new TextEncoder();

/** Prints a message as a line of JSON. */
export function print(message: object): void {
  const bytes = encoder.encode(`${JSON.stringify(message)}\n`);
  for (let at = 0; at < bytes.length;) at += Deno.stdout.writeSync(bytes.subarray(at));
}

/** CPU time so far (s). */
export function seconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

const seedlings = new Map<string, Seedling>();

/** A golden to vary, by its id. */
export function seedling(id: string): Seedling {
  let found = seedlings.get(id);
  if (found === undefined) {
    const folder = `${GOLDEN}/${id}`;
    found = { recipe: JSON.parse(Deno.readTextFileSync(`${folder}/case.json`)), ...readGolden(folder) };
    seedlings.set(id, found);
  }
  return found;
}

/** Files as text. */
export function encoded(assets: Probe["assets"]): Record<string, string> {
  return Object.fromEntries([...assets].map(([path, bytes]) => [path, Buffer.from(bytes).toString("base64")]));
}
