/** What the value of `--engine` names; apart from engines themselves, which the process of a command does not load. */

import { HarnessError } from "../engine.ts";
import { checkVersion } from "./version.ts";

/** The location of an engine. */
export type EngineKind =
  /** built in: Plumbline, or MuJoCo from npm */
  | { readonly kind: "own" }
  /** MuJoCo as it is compiled for this machine, from PyPI */
  | { readonly kind: "native"; readonly version: string }
  /** a shared library with the functions of `adapters/c/plumbline_engine.h` */
  | { readonly kind: "library"; readonly path: string }
  /** a module, by its URL */
  | { readonly kind: "module"; readonly url: string }
  /** a program that speaks the protocol, with its arguments */
  | { readonly kind: "program"; readonly command: string; readonly args: readonly string[] };

/** Prefix of an engine whose inputs and outputs are rounded to single precision. */
export const SINGLE = "f32:";

/** Determines the kind of engine from its name; files are relative to `base`, the URL of a directory. */
export function kindOf(name: string, base: string): EngineKind {
  if (name.startsWith(SINGLE)) {
    if (kindOf(name.slice(SINGLE.length), base).kind === "own") return { kind: "own" };
    throw new HarnessError(`engine ${name}: only engines that are built in can be rounded`);
  }
  if (name === "plumbline" || name === "transplant" || /^mujoco(@|$)/.test(name)) return { kind: "own" };
  if (/^native(@|$)/.test(name)) return { kind: "native", version: checkVersion(name.slice("native@".length), name) };
  if (name.startsWith("exec:")) {
    const [command, ...args] = splitCommand(name.slice("exec:".length));
    if (command === undefined) {
      throw new HarnessError("engine exec: expected a command, such as exec:'python engine.py'");
    }
    return { kind: "program", command, args };
  }
  if (!/[./\\]/.test(name)) {
    throw new HarnessError(
      `engine '${name}' is unknown: use plumbline, transplant, mujoco@VERSION, native@VERSION, exec:'COMMAND', or a file such as ./engine.ts`,
    );
  }
  const { href, pathname } = new URL(name, base);
  if (/\.(so(\.\d+)*|dylib|dll)$/.test(pathname)) return { kind: "library", path: decodeURIComponent(pathname) };
  return { kind: "module", url: href };
}

/** Is this some version of MuJoCo? Its fields may differ from those of the goldens. */
export function isMujoco(name: string): boolean {
  return /^(mujoco|native)@/.test(name);
}

/** Splits a command line at spaces outside quotes. */
function splitCommand(text: string): string[] {
  const words = text.match(/(?:[^\s"']+|"[^"]*"|'[^']*')+/g) ?? [];
  return words.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, (_, a, b) => a ?? b));
}
