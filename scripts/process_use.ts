/** What a process has used, where the system tells: on Linux. */

/** Ticks of the clock by which Linux counts the time of processes. */
const TICKS = 100;

/** Size of a page of memory. */
const PAGE = 4096;

/** Seconds of the processor that a process has had; 0 if nobody tells. */
export function processorTime(pid: number): number {
  try {
    // after the name of the program, in parentheses, come its state and ten numbers
    const [, rest] = Deno.readTextFileSync(`/proc/${pid}/stat`).split(") ");
    const fields = rest.split(" ");
    return (Number(fields[11]) + Number(fields[12])) / TICKS;
  } catch {
    return 0;
  }
}

/** Bytes of memory that a process occupies; 0 if nobody tells. */
export function residentBytes(pid: number): number {
  try {
    return Number(Deno.readTextFileSync(`/proc/${pid}/statm`).split(" ")[1]) * PAGE;
  } catch {
    return 0;
  }
}
