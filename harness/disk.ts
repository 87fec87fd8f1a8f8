/** Files of the machine on which the harness runs; apart from the command lines, the only file that uses Deno. */

import { hash } from "node:crypto";
import process from "node:process";
import { HarnessError } from "./engine.ts";
import type { GoldenStore } from "./golden/golden.ts";
import { openPack } from "./golden/pack.ts";

/** Goldens in a directory, `<item>/<case>/case.json`, or in an archive that `deno task golden --pack` wrote. */
export function openStore(directory: string): GoldenStore {
  if (isFile(directory)) return openPack(directory, Deno.readFileSync(directory));
  const root = directory.replace(/\/+$/, "");
  if (!isDirectory(root)) throw new HarnessError(`${directory}: there is no such directory or archive of goldens`);
  return {
    name: root,
    list: () =>
      directories(root).flatMap((item) => directories(`${root}/${item}`).map((name) => `${item}/${name}`))
        .filter((id) => isFile(`${root}/${id}/case.json`)),
    files: (id) => filesIn(`${root}/${id}`, ""),
    read: (id, path) => readIfThere(`${root}/${id}/${path}`),
  };
}

/** The content of the file, or undefined if there is none. */
export function readIfThere(path: string): Uint8Array | undefined {
  try {
    return Deno.readFileSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw new HarnessError(`${path}: ${error instanceof Error ? error.message : error}`);
  }
}

/** Writes a text file. */
export function writeText(path: string, text: string): void {
  try {
    Deno.writeTextFileSync(path, text);
  } catch (error) {
    throw new HarnessError(`${path}: ${error instanceof Error ? error.message : error}`);
  }
}

/** Writes a file that others never see in part, and the directories above it. */
export function writeWhole(path: string, bytes: Uint8Array): void {
  const part = `${path}.${Deno.pid}`;
  try {
    Deno.mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
    Deno.writeFileSync(part, bytes);
    Deno.renameSync(part, path);
  } catch (error) {
    throw new HarnessError(`${path}: ${error instanceof Error ? error.message : error}`);
  }
}

/** Adds to a text file. */
export function appendText(path: string, text: string): void {
  try {
    Deno.writeTextFileSync(path, text, { append: true });
  } catch (error) {
    throw new HarnessError(`${path}: ${error instanceof Error ? error.message : error}`);
  }
}

/** Is this about a file that is missing, may not be written, or is no directory? */
export function isOfTheSystem(error: unknown): error is Error {
  return error instanceof Error && Object.values(Deno.errors).some((kind) => error instanceof kind);
}

/** An environment variable. */
export function environment(name: string): string | undefined {
  return Deno.env.get(name);
}

/** The path of a directory relative to a page; both are relative to the working directory. */
export function relativePath(page: string, directory: string): string {
  const absolute = (path: string) => path.startsWith("/") ? path : `${Deno.cwd()}/${path}`;
  const from = absolute(page).split("/").slice(0, -1);
  const to = absolute(directory).split("/");
  let shared = 0;
  while (shared < from.length && from[shared] === to[shared]) shared++;
  return [...from.slice(shared).map(() => ".."), ...to.slice(shared)].join("/") || ".";
}

/** The directory of a file. */
export function folderOf(path: string): string {
  return path.replace(/\/[^/]*$/, "") || "/";
}

/** Paths that change, one after another; changes that come together are one. */
export interface Watched extends AsyncIterable<string> {
  /** what is watched */
  readonly what: string;
}

/** Time in which changes count as one (ms). */
const TOGETHER = 200;

/** Watches files and folders for changes of files whose names end in one of some ways. */
export function watchPaths(paths: readonly string[], ends: readonly string[]): Watched {
  return {
    what: paths.join(", "),
    async *[Symbol.asyncIterator]() {
      const watcher = Deno.watchFs([...paths]);
      const events = watcher[Symbol.asyncIterator]();
      let next = events.next();
      for (;;) {
        const { done, value } = await next;
        if (done) return;
        next = events.next();
        const changed = value.paths.find((path) => ends.some((end) => path.endsWith(end)));
        if (value.kind === "access" || changed === undefined) continue;
        // whatever follows at once belongs to the same change
        for (;;) {
          const isQuiet = await Promise.race([next.then(() => false), pause(TOGETHER)]);
          if (isQuiet) break;
          next = events.next();
        }
        yield changed;
      }
    },
  };
}

function pause(milliseconds: number): Promise<true> {
  return new Promise((resolve) => setTimeout(() => resolve(true), milliseconds));
}

/** The directory to which paths are relative, as a URL. */
export function workingDirectory(): string {
  return `file://${Deno.cwd()}/`;
}

/** The path of the Deno executable, for starting other processes. */
export function deno(): string {
  return Deno.execPath();
}

/** The version of Deno, which its bundler and its cache belong to. */
export function denoVersion(): string {
  return Deno.version.deno;
}

/** Processor time that this process has taken, on all of its threads (s). Other processes hardly change it. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** The configuration that Deno would find for a module on disk: the nearest one above it. */
export function findConfig(url: string): string | undefined {
  if (!url.startsWith("file:")) return undefined;
  for (let at = new URL("./", url);; at = new URL("../", at)) {
    for (const name of ["deno.json", "deno.jsonc"]) {
      const { pathname } = new URL(name, at);
      if (isFile(pathname)) return pathname;
    }
    if (at.pathname === "/") return undefined;
  }
}

/** Do two paths lead to the same place? */
export function isSamePlace(a: string, b: string): boolean {
  try {
    return Deno.realPathSync(a) === Deno.realPathSync(b);
  } catch {
    return false;
  }
}

/** Hash of all files in some folders whose names match, or undefined if they are not on disk. */
export function hashFiles(home: URL, paths: readonly string[], fits: RegExp): string | undefined {
  if (home.protocol !== "file:") return undefined;
  const lines: string[] = [];
  try {
    for (const path of paths) {
      const place = new URL(path, home).pathname;
      const names = isDirectory(place) ? filesIn(place, "").filter((name) => fits.test(name)) : [""];
      for (const name of names) {
        const bytes = Deno.readFileSync(name === "" ? place : `${place}/${name}`);
        lines.push(`${hash("sha256", bytes)}  ${path} ${name}\n`);
      }
    }
  } catch {
    return undefined;
  }
  return hash("sha256", lines.sort().join(""));
}

/** Is there such a directory? */
export function isDirectory(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}

/** Is there such a file? */
export function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

function directories(path: string): string[] {
  const names = [...Deno.readDirSync(path)].filter((entry) => entry.isDirectory).map(({ name }) => name);
  return names.sort();
}

function filesIn(root: string, prefix: string): string[] {
  const out: string[] = [];
  for (const entry of Deno.readDirSync(`${root}/${prefix}`)) {
    if (entry.isDirectory) out.push(...filesIn(root, `${prefix}${entry.name}/`));
    else out.push(prefix + entry.name);
  }
  return out.sort();
}
