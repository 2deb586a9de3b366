import { pause } from "#tests/harness/spoor.ts";
import type { Generator } from "../load/generate.ts";
import type { Job } from "../load/job.ts";
import type { Several } from "../programs/several.ts";
import { batchSpans } from "../spans/span-batch.ts";
import { countEvents, floodConnections, floodIssues } from "../suites/flood.ts";
import { databaseCpu, followDatabase } from "./database-load.ts";
import { waitUntilStored } from "./stored-spans.ts";
import { cpuMicroseconds } from "./process-usage.ts";
import { waitUntilCounted } from "./wait-until-counted.ts";

/** A load on one project through all processes, and its cost per event, span, or page. */
export type Taken = {
  /** From the first request until pages show everything. */
  perSecond: number;
  databaseMicroseconds: number;
  /** CPU of the database and of all server processes. */
  cpuMicroseconds: number;
  /** Share of the database's busy moments by what it waited for, in percent. */
  waits: { [kind: string]: number };
};

export type Shape = { several: Several; generators: Generator[] };
type Amount = { seconds: number; perSecond?: number; requestsMax?: number };
type Load = Amount & { path: string; what: Job["what"] };

export async function takeEvents(shape: Shape, amount: Amount): Promise<Taken> {
  const { first } = shape.several;
  const before = await countEvents(first);
  const what = { kind: "events", encoding: "gzip", issueCount: floodIssues } as const;
  return take(shape, { ...amount, path: first.envelopePath, what }, (accepted) => {
    const count = async () => (await countEvents(first)) - before;
    return waitUntilCounted(count, accepted, { pause: () => pause(100), looks: 200 });
  });
}

export async function takeSpans(shape: Shape, amount: Amount): Promise<Taken> {
  const { first, openStore } = shape.several;
  const store = await openStore();
  const before = await waitUntilStored(store, first, 0);
  const what = { kind: "spans", encoding: "gzip", format: "protobuf" } as const;
  const taken = await take(shape, { ...amount, path: first.tracesPath, what }, async (requests) => {
    const spans = requests * batchSpans;
    return (await waitUntilStored(store, first, before + spans)) - before === spans ? requests : 0;
  });
  await store.close();
  return {
    perSecond: taken.perSecond * batchSpans,
    databaseMicroseconds: taken.databaseMicroseconds / batchSpans,
    cpuMicroseconds: taken.cpuMicroseconds / batchSpans,
    waits: taken.waits,
  };
}

export async function takePages(shape: Shape, amount: Amount): Promise<Taken> {
  const { pagesPath, sessionCookie } = shape.several.first;
  const what = { kind: "pages", headers: { cookie: sessionCookie } } as const;
  const load = { ...amount, path: `${pagesPath}/issues`, what };
  return take(shape, load, (answered) => Promise.resolve(answered));
}

async function take(
  { several, generators }: Shape,
  { path, what, seconds, perSecond, requestsMax }: Load,
  stored: (accepted: number) => Promise<number>,
): Promise<Taken> {
  const { url, serverPids, all } = several;
  const share = (whole: number | undefined) => whole && Math.ceil(whole / all.length);
  const connections = floodConnections / all.length;
  const job = { what, connections, seconds };
  const [most, pace] = [share(requestsMax), perSecond && perSecond / all.length];
  const bounds = { ...(most && { requestsMax: most }), ...(pace && { perSecond: pace }) };
  const following = followDatabase(url, serverPids);
  const ownBefore = ownCpu(several);
  const startedAt = performance.now();
  const outcomes = await Promise.all(
    all.map(({ port }, at) => generators[at]!.run({ ...job, ...bounds, target: { port, path } })),
  );
  const accepted = outcomes.reduce((sum, { statuses }) => sum + (statuses["200"] ?? 0), 0);
  if (perSecond !== undefined && what.kind !== "pages") await waitUntilIdle(all);
  const kept = await stored(accepted);
  const tookSeconds = (performance.now() - startedAt) / 1000;
  const own = ownCpu(several) - ownBefore;
  const load = await following.end();
  if (kept !== accepted)
    throw new Error(`${accepted} requests were accepted, and ${kept} are on the pages.`);
  return {
    perSecond: accepted / tookSeconds,
    databaseMicroseconds: load.cpuMicroseconds / accepted,
    cpuMicroseconds: (load.cpuMicroseconds + own) / accepted,
    waits: load.waits,
  };
}

/** Reported once per second. */
const toldMs = 1_100;

/**
 * Waits without queries: batches gather for longer with more processes, and each query costs as
 * much as several events.
 */
async function waitUntilIdle(all: Several["all"]): Promise<void> {
  await pause(toldMs);
  for (const { port } of all) {
    const waiting = async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`);
      return ((await answer.json()) as { waiting: { requests: number } }).waiting.requests;
    };
    for (let looks = 0; looks < 100 && (await waiting()) > 0; looks++) await pause(50);
  }
}

const ownCpu = ({ all }: Several): number =>
  all.reduce((sum, { pid }) => sum + cpuMicroseconds(pid), 0);

/** Idle CPU of the database and of one server process, in milliseconds per second. */
export type AtRest = { databaseMs: number; processMs: number };

const settleMs = 2_000;
const restWindows = 3;

/** The least of some windows: others contain maintenance of what was stored before. */
export async function atRest(several: Several, seconds: number): Promise<AtRest> {
  await pause(settleMs);
  const windows: AtRest[] = [];
  for (let window = 0; window < restWindows; window++)
    windows.push(await oneWindow(several, seconds));
  const least = (of: keyof AtRest) => Math.min(...windows.map((each) => each[of]));
  return { databaseMs: least("databaseMs"), processMs: least("processMs") };
}

async function oneWindow(several: Several, seconds: number): Promise<AtRest> {
  const { serverPids, all } = several;
  const before = { database: databaseCpu(serverPids), own: ownCpu(several) };
  await pause(seconds * 1000);
  return {
    databaseMs: (databaseCpu(serverPids) - before.database) / 1000 / seconds,
    processMs: (ownCpu(several) - before.own) / 1000 / seconds / all.length,
  };
}
