import type { Log } from "#server/log.ts";

/** `everywhere`: of each process's own; without it one process does it for all that share a database. */
export type Job = { name: string; everyMs: number; run: () => Promise<unknown>; everywhere?: boolean };

/** `stop` resolves when what was running is done. */
export type Schedule = { stop(): Promise<void> };

/** Runs each job by its clock, never twice at once; a job that fails is logged and tried again at its next time. */
export function schedule(jobs: Job[], log: Log, mayLead: () => Promise<boolean> = async () => true): Schedule {
  const underWay = new Set<Promise<unknown>>();
  const timers = jobs.map((job) => {
    let running = false;
    return setInterval(() => {
      if (running) return;
      running = true;
      const run = (job.everywhere === true ? job.run() : runAsLeader(job, mayLead))
        .catch((error: unknown) => log("error", `The job “${job.name}” failed.`, { error }))
        .finally(() => {
          running = false;
          underWay.delete(run);
        });
      underWay.add(run);
    }, job.everyMs);
  });
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(underWay);
    },
  };
}

async function runAsLeader({ run }: Job, mayLead: () => Promise<boolean>): Promise<void> {
  if (await mayLead()) await run();
}
