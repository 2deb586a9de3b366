import { readdirSync, readFileSync } from "node:fs";

/** CPU time of a process and its threads since its start, in microseconds. */
export function cpuMicroseconds(pid: number): number {
  const { utime, stime } = statOf(pid);
  return (utime + stime) * microsecondsPerTick;
}

/** CPU time of this process, of exited descendants, and of those in `running`, in seconds. */
export function cpuSecondsOfAll(running: number[]): number {
  const { utime, stime, cutime, cstime } = statOf(process.pid);
  const others = running.reduce((sum, pid) => sum + cpuMicroseconds(pid), 0);
  return ((utime + stime + cutime + cstime) * microsecondsPerTick + others) / 1e6;
}

/** Running children of this process. */
export function childProcesses(): number[] {
  return listProcesses().filter((pid) => statIfRunning(pid)?.ppid === process.pid);
}

/** Processes of a group created by `spawn`'s `detached`. */
export function processesOfGroup(group: number): { pid: number; ppid: number }[] {
  return listProcesses().flatMap((pid) => {
    const stat = statIfRunning(pid);
    return stat?.pgrp === group ? [{ pid, ppid: stat.ppid }] : [];
  });
}

const listProcesses = () =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

/** Undefined for one that has exited since it was listed. */
function statIfRunning(pid: number): ReturnType<typeof statOf> | undefined {
  try {
    return statOf(pid);
  } catch {
    return undefined;
  }
}

function statOf(pid: number) {
  // The name in parentheses may contain spaces, so fields are counted from its end (proc(5): ppid
  // is 4, pgrp 5, utime 14).
  const fields = readFileSync(`/proc/${pid}/stat`, "latin1")
    .split(") ")
    .at(-1)!
    .split(" ")
    .map(Number);
  const [utime, stime, cutime, cstime] = fields.slice(11) as [number, number, number, number];
  return { ppid: fields[1]!, pgrp: fields[2]!, utime, stime, cutime, cstime };
}

/** Linux reports hundredths of a second on every architecture, whatever the kernel's clock. */
const microsecondsPerTick = 10_000;

/** Resident memory in MiB, including shared pages. */
export function residentMiB(pid: number): number {
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1];
  return Number(kibibytes) / 1024;
}
