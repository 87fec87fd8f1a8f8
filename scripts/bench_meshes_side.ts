// deno-lint-ignore-file no-console
/**
 * One side of `deno task bench --stage meshes`, in a process of its own: loads a model for the first time. Prints what it
 * took in milliseconds: `{ wall, cpu, triangles }`.
 *
 * Arguments: side, file of the model, path of the native library.
 */

import process from "node:process";
import { loadModel } from "@plumbline/sim";

const [side, file, path] = Deno.args;
const { NativeLibrary } = await import("./native_library.ts");
const library = side === "native" ? new NativeLibrary(path) : null;

const start = performance.now();
const before = process.cpuUsage();
const m = library === null ? await loadModel(file) : library.loadFile(file);
const wall = performance.now() - start;
const { user, system } = process.cpuUsage(before);
console.log(JSON.stringify({ wall, cpu: (user + system) / 1e3, triangles: "nmeshface" in m ? m.nmeshface : 0 }));
