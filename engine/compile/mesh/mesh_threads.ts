/** Meshes compiled on several threads. */

import { canShare, processors, type Program, startThread, type Thread } from "../../thread/thread.ts";
import { type MeshJob, type MeshJobs, type MeshLimits, type MeshResult, takeJobs } from "./mesh_jobs.ts";
import type { MeshAnswer } from "./serve_meshes.ts";

const PROGRAM: Program = {
  inNode: ({ Worker }) => new Worker(new URL("./mesh_worker.ts", import.meta.url)),
  onWeb: () => new Worker(new URL("./mesh_worker.ts", import.meta.url), { type: "module" }),
};

/** most threads besides this one */
const MAX_THREADS = 15;

/** bytes of files from which it pays to start a thread, which V8 compiles its code for anew, on the same processors */
const MANY_BYTES = 16e6;

/**
 * Compiles meshes on this thread and others. Results may be missing, for meshes that cannot be compiled and if a thread
 * fails; with few meshes, or without shared memory, all are.
 */
export async function compileOnThreads(
  jobs: readonly MeshJob[],
  limits: MeshLimits,
  bytesPerThread = MANY_BYTES,
): Promise<MeshResult[]> {
  const bytes = jobs.reduce((sum, { spec }) => sum + (spec.file?.bytes.length ?? 0), 0);
  const wanted = Math.min(jobs.length - 1, MAX_THREADS, Math.floor(bytes / bytesPerThread));
  if (wanted < 1 || !canShare()) return [];
  const threads = Math.min(wanted, processors() - 1);
  if (threads < 1) return [];
  const all: MeshJobs = { jobs, limits, next: new Int32Array(new SharedArrayBuffer(4)) };
  const sent: MeshJobs = { ...all, jobs: jobs.map(shareFile) };
  const results: MeshResult[] = [];
  const others = Array.from({ length: threads }, () => runOther(sent, results));
  for (const result of takeJobs(all)) results.push(result);
  await Promise.all(others);
  return results;
}

/** Lets another thread take jobs; ends when there are none, or it fails. */
function runOther(jobs: MeshJobs, results: MeshResult[]): Promise<void> {
  return new Promise<void>((resolve) => {
    let thread: Thread<MeshJobs> | null = null;
    const end = () => {
      thread?.end();
      resolve();
    };
    try {
      thread = startThread<MeshJobs, MeshAnswer>(PROGRAM, {
        onAnswer: (answer) => answer === null ? end() : results.push(answer),
        onError: end,
      });
    } catch {
      // this thread does it all
    }
    if (thread === null) resolve();
    else thread.send(jobs, []);
  });
}

/** A job whose file is on shared memory. */
function shareFile(job: MeshJob): MeshJob {
  const { file } = job.spec;
  if (file === undefined) return job;
  const bytes = new Uint8Array(new SharedArrayBuffer(file.bytes.length));
  bytes.set(file.bytes);
  return { ...job, spec: { ...job.spec, file: { name: file.name, bytes } } };
}
