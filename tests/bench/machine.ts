import { availableParallelism, cpus, totalmem } from "node:os";

export type Machine = { cpu: string; cores: number; memoryGiB: number; node: string; date: string };

export function describeMachine(now: Date): Machine {
  return {
    cpu: cpus()[0]?.model ?? "unknown",
    cores: availableParallelism(),
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    date: now.toISOString(),
  };
}
