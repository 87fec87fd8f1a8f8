/** The list of known failures, for Plumbline and its own goldens. */

import { writeText } from "../disk.ts";
import { formatJson } from "../format_json.ts";
import type { CaseResult } from "../replay/result.ts";
import { holdAgainst, parseRatchet, type Ratchet, type RatchetVerdict } from "../spec/ratchet.ts";
import { readText, type Suite } from "./suite.ts";
import type { Terminal } from "./terminal.ts";

const RATCHET = new URL("../spec/ratchet.json", import.meta.url);

export function hold({ cases, isOwn }: Suite, isPlumbline: boolean, results: readonly CaseResult[]): RatchetVerdict {
  return holdAgainst(isOwn && isPlumbline ? readRatchet() : {}, results, new Set(cases.all.keys()));
}

export function readRatchet(): Ratchet {
  const text = readText(RATCHET.pathname);
  return text === undefined ? {} : parseRatchet(text, "harness/spec/ratchet.json");
}

export function updateRatchet(
  ratchet: Ratchet,
  broken: readonly string[],
  acceptNew: boolean,
  terminal: Terminal,
): void {
  writeText(RATCHET.pathname, formatJson(ratchet));
  if (acceptNew && broken.length > 0) {
    terminal.err(`ACCEPTED ${broken.length} NEW FAILURES, the list of known failures has grown:\n`);
    for (const id of broken) terminal.err(`  ${id}\n`);
  }
}
