import { availableParallelism, cpus, loadavg, totalmem } from "node:os";

export type Machine = {
  cpu: string;
  cores: number;
  memoryGiB: number;
  node: string;
  date: string;
  /** The load average over 15 minutes, which shows other work on the machine. */
  load: number;
};

export function describeMachine(now: Date): Machine {
  return {
    cpu: cpus()[0]?.model ?? "unknown",
    cores: availableParallelism(),
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    date: now.toISOString(),
    load: Number(loadavg()[2]!.toFixed(1)),
  };
}
