/** Peak memory of this process. */

/** Megabytes, or null if unknown. */
export function peakMemory(): number | null {
  try {
    const kilobytes = /^VmHWM:\s*(\d+) kB/m.exec(Deno.readTextFileSync("/proc/self/status"))?.[1];
    return kilobytes === undefined ? null : Math.round(Number(kilobytes) / 1024);
  } catch {
    return null;
  }
}
