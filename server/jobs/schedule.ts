import type { Log } from "#server/telemetry/log.ts";

/**
 * `everywhere`: of each process's own; without it one process does it for all that share a
 * database. `quietMs`: how often it runs while the logs show no news and it last found nothing to
 * do (it returned false or 0).
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
   * Differs once the logs that jobs follow have news. Where asking costs as much as the jobs, it is
   * absent.
   */
  news?: () => Promise<string>;
};

/** `stop` resolves when what was running is done. */
type Schedule = { stop(): Promise<void> };

/**
 * Runs each job by its clock, never twice at once; a job that fails is logged and tried again at
 * its next time.
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

/**
 * Runs a job that has nothing to do only where there is news, and after its quiet time in any case.
 */
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

/** All jobs of one moment share an answer. */
function answeredOnce(news: () => Promise<string>): () => Promise<string> {
  let asked: { at: number; answer: Promise<string> } | undefined;
  return () => {
    const at = performance.now();
    if (!asked || at - asked.at > sameAnswerMs) asked = { at, answer: news() };
    return asked.answer;
  };
}
