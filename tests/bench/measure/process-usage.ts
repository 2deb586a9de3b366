import { readFileSync } from "node:fs";

/** Processor time that a process and its threads have used since it began, in microseconds. */
export function cpuMicroseconds(pid: number): number {
  // The name in brackets may hold spaces; fields are counted from behind it (proc(5): utime is 14, stime 15).
  const fields = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ").at(-1)!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) * microsecondsPerTick;
}

/** Linux reports in hundredths of a second on every architecture, whatever the kernel's own clock. */
const microsecondsPerTick = 10_000;

/** Resident memory in MiB, shared pages included. */
export function residentMiB(pid: number): number {
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1];
  return Number(kibibytes) / 1024;
}
