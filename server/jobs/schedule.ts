import type { Log } from "#server/log.ts";

export type Job = { name: string; everyMs: number; run: () => Promise<unknown> };

/** `stop` resolves when what was running is done. */
export type Schedule = { stop(): Promise<void> };

/** Runs each job by its clock, never twice at once; a job that fails is logged and tried again at its next time. */
export function schedule(jobs: Job[], log: Log): Schedule {
  const underWay = new Set<Promise<unknown>>();
  const timers = jobs.map((job) => {
    let running = false;
    return setInterval(() => {
      if (running) return;
      running = true;
      const run = job
        .run()
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
