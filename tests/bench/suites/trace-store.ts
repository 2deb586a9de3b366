import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Project } from "#server/domain/project/project.ts";
import { openSqliteStore } from "#server/storage/sqlite/open.ts";
import { compressSpans, spanBuffer } from "#server/storage/traces/span-frames.ts";
import type { Store } from "#server/storage/store.ts";
import type { TraceChange } from "#server/storage/traces/trace-store.ts";
import { figure, type Figure } from "../figure.ts";
import { floorIs } from "../floor-is.ts";
import { storedSize } from "../measure/stored-size.ts";
import { EndlessTraces } from "../spans/endless-traces.ts";
import type { Bench } from "../suite.ts";
import { noChanges } from "#tests/storage/no-changes.ts";

const tracesPerBatch = 80;
/** Traces per batch that are repeated five batches later. */
const latePerBatch = 24;
const lateBy = 5;
const full = { whole: 40_000_000, quick: 300_000 };

type Cost = { ms: number; cpuMicroseconds: number };
type Round = { spans: number; ours: Cost; floor: Cost };

/**
 * Cost of storing decoded spans in this process: rows, index, packs, and both commits, at a
 * thousand spans per batch and a fifth of the parts late. The floor compresses the same parts and
 * commits them as one blob.
 */
export async function traceStore({ rounds, seconds, amount }: Bench): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "spoor-spans-"));
  const store = await openSqliteStore(join(folder, "ours"), { recover: true });
  const floor = blobStore(join(folder, "floor.db"));
  const batches = await newBatches(store);
  const measured: Round[] = [];
  let spans = 0;
  for (let round = 0; round < rounds * 4; round++) {
    // Fills up between its first minute and its last ones.
    if (round === rounds * 2) spans += await fill(store, batches, amount(full) - spans);
    measured.push(await measureRound(store, floor, batches, (seconds.other * 1_000) / 4));
    spans += measured.at(-1)!.spans;
  }
  await store.close();
  const bytes = await storedSize(join(folder, "ours"));
  await rm(folder, { recursive: true });
  return figuresOf(measured, { spans, bytes });
}

/** Stores that many spans without measuring. Returns their number. */
async function fill(store: Store, batches: () => TraceChange[], wanted: number): Promise<number> {
  let spans = 0;
  while (spans < wanted) {
    const traces = batches();
    await save(store, traces);
    spans += spansIn(traces);
  }
  return spans;
}

const spansIn = (traces: TraceChange[]) =>
  traces.reduce((sum, { summary }) => sum + summary.spanCount, 0);

function figuresOf(
  measured: Round[],
  { spans, bytes }: { spans: number; bytes: number },
): Figure[] {
  const half = Math.floor(measured.length / 2);
  const rate = (cost: (round: Round) => Cost) =>
    measured.map((round) => (round.spans / cost(round).ms) * 1_000);
  const cpu = (rounds: Round[], cost: (round: Round) => Cost) =>
    rounds.map((round) => cost(round).cpuMicroseconds / round.spans);
  return [
    figure({
      name: "spans stored",
      unit: "/s",
      values: rate(({ ours }) => ours),
      floors: rate(({ floor }) => floor),
      budget: { of: "ratio", atLeast: 0.3 },
      floorIs: floorIs.commitsBlobs,
    }),
    figure({
      name: "spans stored, CPU each",
      unit: "µs",
      values: cpu(measured, ({ ours }) => ours),
      floors: cpu(measured, ({ floor }) => floor),
      floorIs: floorIs.commitsBlobs,
    }),
    // By CPU time, as the disk is shared.
    figure({
      name: "spans stored, a full database beside an empty one",
      unit: "/CPU s",
      values: cpu(measured.slice(-half), ({ ours }) => ours).map(perSecond),
      floors: cpu(measured.slice(0, half), ({ ours }) => ours).map(perSecond),
      budget: { of: "ratio", atLeast: 0.8 },
      floorIs: floorIs.emptyDatabase,
      size: `${(spans / 1e6).toFixed(1)} M spans`,
    }),
    figure({
      name: "on disk, a span, in the store alone",
      unit: "bytes",
      values: [bytes / spans],
      budget: { of: "value", atMost: 90 },
    }),
  ];
}

const perSecond = (microseconds: number) => 1e6 / microseconds;

async function measureRound(
  store: Store,
  floor: BlobStore,
  batches: () => TraceChange[],
  ms: number,
): Promise<Round> {
  const round: Round = {
    spans: 0,
    ours: { ms: 0, cpuMicroseconds: 0 },
    floor: { ms: 0, cpuMicroseconds: 0 },
  };
  while (round.ours.ms + round.floor.ms < ms) {
    const traces = batches();
    round.spans += spansIn(traces);
    await addCost(round.floor, () => floor(traces));
    await addCost(round.ours, () => save(store, traces));
  }
  return round;
}

async function addCost(cost: Cost, work: () => Promise<void>): Promise<void> {
  const [startedAt, cpu] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(cpu);
  cost.ms += performance.now() - startedAt;
  cost.cpuMicroseconds += user + system;
}

async function newBatches(store: Store): Promise<() => TraceChange[]> {
  const createdAt = Date.UTC(2026, 10, 21, 1);
  const about = {
    name: "Shop",
    slug: "shop",
    platform: "node",
    prefix: "SHOP",
    publicKey: "k",
    createdAt,
  };
  const { id } = (await store.projects.create(about)) as Project;
  const source = new EndlessTraces(id, createdAt);
  const awaited: TraceChange[][] = [];
  let at = createdAt;
  return () => {
    at += 100;
    const fresh = Array.from({ length: tracesPerBatch }, () => source.next(at));
    awaited.push(fresh.slice(0, latePerBatch));
    const late = awaited.length > lateBy ? awaited.shift()! : [];
    return [...fresh, ...late.map(({ summary }) => ({ ...source.next(at), summary }))];
  };
}

async function save(store: Store, traces: TraceChange[]): Promise<void> {
  await store.digest(async (transaction) => {
    await transaction.tracesFor(
      traces.map(({ projectId, receivedAt, summary: { traceId } }) => ({
        projectId,
        receivedAt,
        traceId,
      })),
    );
    await transaction.save({ ...noChanges, traces });
  });
}

type BlobStore = (traces: TraceChange[]) => Promise<void>;

function blobStore(path: string): BlobStore {
  const buffer = spanBuffer();
  const database = new DatabaseSync(path);
  database.exec(
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE blobs (blob BLOB)",
  );
  const insert = database.prepare("INSERT INTO blobs VALUES (?)");
  return async (traces) => {
    buffer.begin(traces.reduce((sum, { part }) => sum + part.length, 0));
    const frame = await compressSpans(buffer.lay(traces.map(({ part }) => part)));
    database.exec("BEGIN");
    insert.run(frame);
    database.exec("COMMIT");
  };
}
