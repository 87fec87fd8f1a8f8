/** Records where V8 spends its time, by function; kernels in WebAssembly have their names too. */

import { Session } from "node:inspector";

/** A profile in the format of `.cpuprofile` files, which Chrome and VS Code open. */
export interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  samples: number[];
}

/** Samples the stack every 100 µs while `run` runs. */
export async function cpuProfile(run: () => void): Promise<CpuProfile> {
  const session = new Session();
  session.connect();
  await post(session, "Profiler.enable");
  await post(session, "Profiler.setSamplingInterval", { interval: 100 });
  await post(session, "Profiler.start");
  run();
  const { profile } = await post(session, "Profiler.stop") as { profile: CpuProfile };
  session.disconnect();
  return profile;
}

function post(session: Session, method: string, params: object = {}): Promise<unknown> {
  return new Promise((resolve, reject) => {
    session.post(method, params, (error: Error | null, result?: object) => error ? reject(error) : resolve(result));
  });
}

/** The functions in which most samples were taken, with their share. */
export function hottest({ nodes, samples }: CpuProfile, count: number): { name: string; share: number }[] {
  const names = new Map(nodes.map(({ id, callFrame: { functionName, url, lineNumber } }) => {
    const place = url === "" ? "" : ` ${url.replace(/^.*\/(?=engine\/)/, "")}:${lineNumber + 1}`;
    return [id, (functionName || "(anonymous)") + place];
  }));
  const taken = new Map<string, number>();
  for (const id of samples) {
    const name = names.get(id) ?? "";
    taken.set(name, (taken.get(name) ?? 0) + 1);
  }
  return [...taken].sort(([, a], [, b]) => b - a).slice(0, count)
    .map(([name, n]) => ({ name, share: n / samples.length }));
}
