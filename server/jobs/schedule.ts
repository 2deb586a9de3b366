import type { Log } from "#server/log.ts";

export type Job = { name: string; everyMs: number; run: () => Promise<unknown> };

/** Runs each job by its clock, never twice at once; a job that fails is logged and tried again at its next time. */
export function schedule(jobs: Job[], log: Log): { stop(): void } {
  const timers = jobs.map((job) => {
    let running = false;
    return setInterval(() => {
      if (running) return;
      running = true;
      void job
        .run()
        .catch((error: unknown) => log("error", `The job “${job.name}” failed.`, { error }))
        .finally(() => (running = false));
    }, job.everyMs);
  });
  return { stop: () => timers.forEach((timer) => clearInterval(timer)) };
}
