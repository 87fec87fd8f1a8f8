/** What a thread does that compiles meshes. */

import type { Port } from "../../thread/thread.ts";
import { type MeshJob, type MeshJobs, type MeshResult, takeJobs } from "./mesh_jobs.ts";

/** What it answers: a mesh, or that there are no more. */
export type MeshAnswer = MeshResult | null;

/** Takes the jobs that a port is told of. */
export function serveMeshes(port: Port<MeshJobs, MeshAnswer>): void {
  port.listen(({ jobs, ...rest }) => {
    for (const result of takeJobs({ jobs: jobs.map(ownFile), ...rest })) {
      const { packed, buffers } = pack(result);
      port.answer(packed, buffers);
    }
    port.answer(null, []);
  });
}

/** Readers of files expect memory of their own; it is copied when a job is taken. */
function ownFile(job: MeshJob): MeshJob {
  const { file } = job.spec;
  if (file === undefined) return job;
  const { name, bytes } = file;
  return {
    ...job,
    spec: {
      ...job.spec,
      file: {
        name,
        get bytes() {
          return bytes.slice();
        },
      },
    },
  };
}

type Packable = Record<string, unknown>;

/** A copy whose arrays have memory of their own, which can go to another thread. */
function pack(result: MeshResult): { packed: MeshResult; buffers: ArrayBuffer[] } {
  const buffers: ArrayBuffer[] = [];
  const visit = (value: unknown): unknown => {
    if (ArrayBuffer.isView(value)) {
      const copy = (value as Float64Array).slice();
      buffers.push(copy.buffer as ArrayBuffer);
      return copy;
    }
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value as Packable).map(([name, part]) => [name, visit(part)]));
  };
  return { packed: visit(result) as MeshResult, buffers };
}
