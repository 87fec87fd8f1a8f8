/** Loading from disks that tests make up: what files and platforms may do while a model is read. */

import assert from "node:assert/strict";
import process from "node:process";
import { getXMLDependencies, loadModel, type LoadOptions } from "./load_model.ts";
import { MjcfError } from "./types/errors.ts";
import { LimitError } from "./types/limits.ts";

/** A file, and what is unusual about it. */
interface Entry {
  readonly text: string;
  /** it is somewhere else: a symbolic link */
  readonly real?: string;
  readonly isDirectory?: boolean;
  /** not a file, by its name, or only once it is open */
  readonly isOther?: "always" | "open";
  /** bytes that it is said to have */
  readonly size?: number;
  /** bytes that are read at a time, at most */
  readonly piece?: number;
  readonly end?: 0 | null;
  readonly isLocked?: boolean;
}

type Entries = Readonly<Record<string, string | Entry>>;

/** A disk that has these files, and lists what was asked of it. */
class FakeDisk {
  readonly asked: string[] = [];
  #open = 0;

  constructor(readonly entries: Entries, readonly folder: string) {}

  get isClosed(): boolean {
    return this.#open === 0;
  }

  cwd(): string {
    return this.folder;
  }

  realPathSync(path: string): string {
    this.asked.push(path);
    return this.#entry(path).real ?? path;
  }

  statSync(path: string) {
    const { isDirectory = false, isOther } = this.#entry(path);
    return { isFile: !isDirectory && isOther !== "always", isDirectory, size: 0 };
  }

  openSync(path: string) {
    const { text, isOther, size, piece = Infinity, end = 0, isLocked } = this.#entry(path);
    if (isLocked) throw new Error("locked");
    this.#open++;
    const bytes = new TextEncoder().encode(text);
    let at = 0;
    return {
      statSync: () => ({ isFile: isOther === undefined, isDirectory: false, size: size ?? bytes.length }),
      readSync: (into: Uint8Array) => {
        const some = bytes.subarray(at, at + Math.min(piece, into.length));
        into.set(some);
        at += some.length;
        return some.length || end;
      },
      close: () => void this.#open--,
    };
  }

  #entry(path: string): Entry {
    const entry = this.entries[path];
    if (entry === undefined) throw new Error("not found");
    return typeof entry === "string" ? { text: entry } : entry;
  }
}

/** Changes what Deno, or the process, offers, for as long as something runs. */
async function offering<T>(of: object, changes: object, work: () => Promise<T>): Promise<T> {
  const before = Object.fromEntries(Object.keys(changes).map((name) => [name, (of as Record<string, unknown>)[name]]));
  Object.assign(of, changes);
  try {
    return await work();
  } finally {
    Object.assign(of, before);
  }
}

async function onDisk<T>(entries: Entries, work: (disk: FakeDisk) => Promise<T>, folder = "/home"): Promise<T> {
  const disk = new FakeDisk(entries, folder);
  const { cwd, realPathSync, statSync, openSync } = disk;
  const own = Object.entries({ cwd, realPathSync, statSync, openSync });
  const bound = Object.fromEntries(own.map(([name, f]) => [name, (f as () => unknown).bind(disk)]));
  const result = await offering(Deno, bound, () => work(disk));
  assert.ok(disk.isClosed, "all files are closed");
  return result;
}

const geoms = (count: number) => `<mujoco><worldbody>${'<geom size="1"/>'.repeat(count)}</worldbody></mujoco>`;

/** Number of geoms of a model, or why there is none. */
async function loaded(path: string, options: LoadOptions = {}): Promise<number | string> {
  try {
    return (await loadModel(path, options)).ngeom;
  } catch (error) {
    assert.ok(error instanceof MjcfError || error instanceof LimitError, String(error));
    return error.message;
  }
}

Deno.test("loadModel() reads files piece by piece, to where they end", async () => {
  const text = geoms(3);
  const entries: Record<string, Entry> = {};
  for (const piece of [1, 2, 7, 1000]) entries[`/piece${piece}`] = { text, piece };
  // files that have become shorter, or longer
  for (const end of [0, null] as const) entries[`/short${end}`] = { text, size: text.length + 5, end, piece: 4 };
  entries["/long"] = { text: `${text}<more>`, size: text.length };
  await onDisk(entries, async () => {
    for (const path of Object.keys(entries)) assert.equal(await loaded(path), 3, path);
  });
});

Deno.test("loadModel() refuses what is no file, before and after it is open", async () => {
  const text = geoms(1);
  const entries: Entries = {
    "/folder": { text, isDirectory: true },
    "/pipe": { text, isOther: "always" },
    "/swapped": { text, isOther: "open" },
    "/locked": { text, isLocked: true },
  };
  await onDisk(entries, async () => {
    assert.equal(await loaded("/folder"), "cannot read '/folder'");
    assert.match(`${await loaded("/pipe")}`, /^'\/pipe' is not a regular file/);
    assert.match(`${await loaded("/swapped")}`, /^'\/swapped' is not a regular file/);
    assert.equal(await loaded("/locked"), "cannot read '/locked'");
    assert.equal(await loaded("/none"), "cannot read '/none'");
    assert.equal(await loaded("/none", { root: "/pipe" }), "cannot read '/none' below '/pipe'");
    assert.equal(await loaded("/pipe", { root: "/none" }), "cannot read the root '/none'");
  });
});

Deno.test("loadModel() reads as many bytes as the limits allow, and not one more", async () => {
  const text = geoms(2);
  const whole = `<mujoco><include file="part"/></mujoco>`;
  await onDisk({ "/m": text, "/whole": whole, "/part": text }, async () => {
    const documentBytes = text.length;
    assert.equal(await loaded("/m", { limits: { documentBytes } }), 2);
    assert.match(`${await loaded("/m", { limits: { documentBytes: documentBytes - 1 } })}`, /file '\/m'/);
    assert.equal(await loaded("/whole", { limits: { assetBytes: text.length } }), 2);
    assert.match(`${await loaded("/whole", { limits: { assetBytes: text.length - 1 } })}`, /file '\/part'/);
  });
});

Deno.test("loadModel() takes a relative path from the current folder, and no other", async () => {
  const absolute = ["/m", "\\m", "C:/m", "z:\\m"];
  const relative = ["m", "9:m", "ab:m", "C/m", "../m"];
  const entries = Object.fromEntries(
    [...absolute, ...relative.map((path) => `/home/${path}`)].map((p) => [p, geoms(1)]),
  );
  await onDisk(entries, async (disk) => {
    for (const path of absolute) {
      assert.equal(await loaded(path), 1, path);
      assert.equal(disk.asked.pop(), path);
    }
    for (const path of relative) {
      assert.equal(await loaded(path), 1, path);
      assert.equal(disk.asked.pop(), `/home/${path}`);
    }
  });
});

Deno.test("loadModel() reads below the root only, wherever links lead", async () => {
  for (const [root, s] of [["/data", "/"], ["/data/", "/"], ["/", "/"], ["C:\\data", "\\"], ["C:\\", "\\"]] as const) {
    const base = root.endsWith(s) ? root : root + s;
    const text = geoms(1);
    const inside = `${base}m`;
    const outside = root.length > 3 ? `${root.replace(/\W$/, "")}base${s}m` : `elsewhere${s}m`;
    const entries: Entries = {
      [root]: { text, isDirectory: true },
      [inside]: text,
      [outside]: text,
      [`${base}out`]: { text, real: outside },
      [`${base}in`]: { text, real: inside },
    };
    await onDisk(entries, async () => {
      assert.equal(await loaded(inside, { root }), 1, inside);
      assert.equal(await loaded(`${base}in`, { root }), 1);
      assert.equal(await loaded(`${base}out`), 1);
      assert.equal(await loaded(`${base}out`, { root }), `cannot read '${base}out' below '${root}'`);
      const file = /^([/\\]|[A-Z]:)/.test(outside) ? outside : `/home/${outside}`;
      assert.equal(await loaded(outside, { root }), `cannot read '${file}' below '${root}'`);
    });
  }
});

Deno.test("getXMLDependencies() lists the files that were read, each once, the document first", async () => {
  const whole = `<mujoco><include file="a"/><worldbody><body><include file="b"/></body></worldbody></mujoco>`;
  const entries = { "/m": whole, "/a": geoms(1), "/b": "<mujocoinclude><geom size='1'/></mujocoinclude>" };
  await onDisk(entries, async () => assert.deepEqual(await getXMLDependencies("/m"), ["/m", "/a", "/b"]));
  await onDisk({ home: "x", "/home/m": geoms(1) }, async () => {
    assert.deepEqual(await getXMLDependencies("m"), ["/home/m"]);
  });
});

Deno.test("loadModel() says that a document is no model if it is neither MJCF nor URDF, and only then", async () => {
  const entries = { "/m": "once upon a time", "/n": "<mujoco><worldbody><geo/></worldbody></mujoco>", "/p": "<a/>" };
  const including = { "/q": `<mujoco><include file="m"/></mujoco>` };
  await onDisk({ ...entries, ...including }, async () => {
    assert.match(`${await loaded("/m")}`, /^'\/m' is not a model: it starts with neither <mujoco> nor <robot>/);
    assert.match(`${await loaded("/p")}`, /^'\/p' is not a model/);
    assert.match(`${await loaded("/n")}`, /unknown element|geo/);
    assert.doesNotMatch(`${await loaded("/q")}`, /is not a model: it starts/);
  });
});

Deno.test("loadModel() reads with Node's functions where Deno's are missing, and says where there are none", async () => {
  const text = geoms(2);
  const flags: number[] = [];
  const fs = (constants: object) => ({
    constants,
    realpathSync: (path: string) => path,
    statSync: () => ({ isFile: () => true, isDirectory: () => false, size: 0n }),
    openSync: (path: string, flag: number) => (flags.push(flag), path === "/here/m" ? 7 : -1),
    fstatSync: (file: number) => ({ isFile: () => file === 7, isDirectory: () => false, size: BigInt(text.length) }),
    readSync: (file: number, into: Uint8Array) => file === 7 ? new TextEncoder().encodeInto(text, into).written : 0,
    closeSync: (file: number) => assert.equal(file, 7),
  });
  await offering(Deno, { openSync: undefined }, async () => {
    for (const [constants, flag] of [[{ O_RDONLY: 1, O_NONBLOCK: 4 }, 5], [{ O_RDONLY: 2 }, 2]] as const) {
      const platform = { cwd: () => "/here", getBuiltinModule: (name: string) => name === "node:fs" && fs(constants) };
      await offering(process, platform, async () => assert.equal(await loaded("m"), 2));
      assert.equal(flags.pop(), flag);
    }
    const none = /^no file system is available here/;
    await offering(process, { getBuiltinModule: undefined }, async () => assert.match(`${await loaded("m")}`, none));
  });
});
