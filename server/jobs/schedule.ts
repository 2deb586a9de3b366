import type { Log } from "#server/telemetry/log.ts";

/**
 * `everywhere`: runs in each process; otherwise, in one process for all that share a database.
 * `quietMs`: minimum interval while the logs have no news and the last run found nothing to do
 * (returned false or 0).
 */
export type Job = {
  name: string;
  everyMs: number;
  run: () => Promise<unknown>;
  everywhere?: boolean;
  quietMs?: number;
};

type ScheduleDeps = {
  log: Log;
  mayLead?: () => Promise<boolean>;
  /**
   * Changes when the logs followed by jobs have news. Absent if checking costs as much as the jobs.
   */
  news?: () => Promise<string>;
};

/** `stop` resolves when running jobs are done. */
type Schedule = { stop(): Promise<void> };

/**
 * Runs each job on schedule, never twice at once. A failed job is logged and retried at its next
 * time.
 */
export function schedule(
  jobs: Job[],
  { log, mayLead = async () => true, news }: ScheduleDeps,
): Schedule {
  const newsNow = news && answeredOnce(news);
  const underWay = new Set<Promise<unknown>>();
  const timers = jobs.map((job) => {
    let running = false;
    const run = newsNow && job.quietMs !== undefined ? quietly(job, newsNow) : job.run;
    return setInterval(() => {
      if (running) return;
      running = true;
      const turn = (job.everywhere === true ? run() : runAsLeader(run, mayLead))
        .catch((error: unknown) => log("error", `The job “${job.name}” failed.`, { error }))
        .finally(() => {
          running = false;
          underWay.delete(turn);
        });
      underWay.add(turn);
    }, job.everyMs);
  });
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(underWay);
    },
  };
}

async function runAsLeader(run: Job["run"], mayLead: () => Promise<boolean>): Promise<void> {
  if (await mayLead()) await run();
}

/** Skips an idle job unless there is news or its quiet time has passed. */
function quietly({ run, quietMs = 0 }: Job, news: () => Promise<string>): Job["run"] {
  let last: { at: number; news: string } | undefined;
  return async () => {
    const seen = await news();
    const now = performance.now();
    if (last?.news === seen && now - last.at < quietMs) return;
    last = undefined;
    const done = await run();
    if (done === false || done === 0) last = { at: now, news: seen };
  };
}

const sameAnswerMs = 200;

/** Jobs that start at the same time share one result. */
function answeredOnce(news: () => Promise<string>): () => Promise<string> {
  let asked: { at: number; answer: Promise<string> } | undefined;
  return () => {
    const at = performance.now();
    if (!asked || at - asked.at > sameAnswerMs) asked = { at, answer: news() };
    return asked.answer;
  };
}
