import { pause } from "#tests/harness/spoor.ts";
import type { Generator } from "../load/generate.ts";
import type { Job, Outcome } from "../load/job.ts";
import { cpuMicroseconds, residentMiB } from "../measure/process-usage.ts";
import { every, timedMs } from "../measure/sampling.ts";
import { waitUntilCounted } from "../measure/wait-until-counted.ts";
import type { BenchedSpoor } from "../programs/spoor.ts";
import type { Program } from "../programs/program.ts";

/** Enough to keep a server with group commit busy, and few enough for reasonable response times. */
export const floodConnections = 64;
export const floodIssues = 20;

export type EventJob = Omit<Extract<Job["what"], { kind: "events" }>, "kind"> &
  Pick<Job, "seconds" | "perSecond" | "latencyFrom" | "requestsMax"> & { connections?: number };

export type Flood = {
  outcome: Outcome;
  acceptedPerSecond: number;
  /** From the first request until pages show every accepted event. */
  visiblePerSecond: number;
  /** Answered with 200 but on no page. */
  lost: number;
  /** From the last response until pages show the last event. */
  drainSeconds: number;
  cpuMicrosecondsPerItem: number;
  /** Latency of the issue list and of a trivial response during the flood. */
  pageMs: number[];
  healthMs: number[];
  residentMiB: number;
  /** Period of sending in milliseconds since 1970. */
  since: number;
  until: number;
};

/** Sends events as fast as they are answered, then waits until pages show the last one. */
export async function flood(
  spoor: BenchedSpoor,
  generator: Generator,
  job: EventJob,
): Promise<Flood> {
  const seen = await countEvents(spoor);
  const cpu = cpuMicroseconds(spoor.pid);
  const [watch, memory] = [watchOver(spoor), watchMemory(spoor)];
  const [since, startedAt] = [Date.now(), performance.now()];
  const outcome = await sendEvents(spoor, spoor.envelopePath, generator, job);
  const { pageMs, healthMs } = await watch.end();
  const accepted = outcome.statuses["200"] ?? 0;
  const [until, answeredAt] = [Date.now(), performance.now()];
  const visible = await drained(spoor, seen, accepted);
  const residentMiB = await memory.end();
  const seconds = (performance.now() - startedAt) / 1000;
  return {
    outcome,
    acceptedPerSecond: accepted / outcome.seconds,
    visiblePerSecond: visible / seconds,
    lost: accepted - visible,
    drainSeconds: (performance.now() - answeredAt) / 1000,
    cpuMicrosecondsPerItem: (cpuMicroseconds(spoor.pid) - cpu) / accepted,
    pageMs,
    healthMs,
    residentMiB,
    since,
    until,
  };
}

export function sendEvents(
  { port }: Program,
  path: string,
  generator: Generator,
  job: EventJob,
): Promise<Outcome> {
  const { encoding, issueCount, connections = floodConnections, ...pace } = job;
  return generator.run({
    target: { port, path },
    what: { kind: "events", encoding, issueCount },
    connections,
    ...pace,
  });
}

function watchOver(spoor: BenchedSpoor) {
  const [pageMs, healthMs]: number[][] = [[], []];
  const ends = [
    every(200, async () => void pageMs!.push(await timedMs(() => read(spoor.get("/issues"))))),
    every(
      50,
      async () =>
        void healthMs!.push(
          await timedMs(() => read(fetch(`http://127.0.0.1:${spoor.port}/healthz`))),
        ),
    ),
  ];
  return {
    async end() {
      await Promise.all(ends.map((end) => end()));
      return { pageMs: pageMs!, healthMs: healthMs! };
    },
  };
}

/** Memory until pages show the last event, as a backlog must not be in memory either. */
function watchMemory({ pid }: Program) {
  let most = 0;
  const end = every(250, () => void (most = Math.max(most, residentMiB(pid))));
  return { end: () => end().then(() => most) };
}

const read = (answer: Promise<Response>) => answer.then((each) => each.text());

/** Number of accepted events on pages, once all are shown or nothing changes. */
async function drained(spoor: BenchedSpoor, before: number, accepted: number): Promise<number> {
  const startedAt = performance.now();
  // Checks become rarer over time, as each adds to the measured cost.
  const wait = () => pause(Math.min(250, 30 + (performance.now() - startedAt) / 40));
  return waitUntilCounted(async () => (await countEvents(spoor)) - before, accepted, {
    pause: wait,
    looks: 150,
  });
}

export async function countEvents(spoor: BenchedSpoor): Promise<number> {
  return (await spoor.issues()).reduce((sum, { count }) => sum + count, 0);
}
