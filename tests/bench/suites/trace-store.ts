import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Project } from "#server/domain/project/project.ts";
import { openSqliteStore } from "#server/storage/sqlite/open.ts";
import { compressSpans } from "#server/storage/sqlite/trace-packs.ts";
import type { Store } from "#server/storage/store.ts";
import type { TraceChange } from "#server/storage/trace-store.ts";
import { figure, type MeasuredFigure } from "../figure.ts";
import { keptBytes } from "../measure/kept-bytes.ts";
import { EndlessTraces } from "../spans/endless-traces.ts";
import type { Bench } from "../suite.ts";

const tracesABatch = 80;
/** Of each batch, traces that come a second time five batches later. */
const lateABatch = 24;
const lateBy = 5;

type Round = { ours: number; floor: number };

/**
 * What storing spans takes once they are decoded, in this process: rows, index, packs and both commits, a thousand spans
 * a batch, a fifth of the parts late. The floor compresses the same parts and commits them as one blob.
 */
export async function traceStore({ rounds, seconds }: Bench): Promise<MeasuredFigure[]> {
  const folder = await mkdtemp(join(tmpdir(), "spoor-spans-"));
  const store = await openSqliteStore(join(folder, "ours"), { recover: true });
  const floor = blobStore(join(folder, "floor.db"));
  const batches = await newBatches(store);
  const measured: Round[] = [];
  let spans = 0;
  for (let round = 0; round < rounds * 4; round++) {
    const result = await measureRound(store, floor, batches, (seconds.other * 1_000) / 4);
    measured.push(result);
    spans += result.spans;
  }
  await store.close();
  const bytes = await keptBytes(join(folder, "ours"));
  await rm(folder, { recursive: true });
  return figuresOf(measured, spans, bytes);
}

function figuresOf(measured: Round[], spans: number, bytes: number): MeasuredFigure[] {
  const ours = measured.map((round) => round.ours);
  const floors = measured.map((round) => round.floor);
  const half = Math.floor(ours.length / 2);
  return [
    figure({ name: "spans stored", unit: "/s", values: ours, floors, budget: { of: "ratio", atLeast: 0.4 } }),
    figure({
      name: `spans stored, the second half of ${(spans / 1e6).toFixed(1)} M against the first`,
      unit: "× floor",
      values: ratios(measured.slice(half)),
      floors: ratios(measured.slice(0, ours.length - half)),
      budget: { of: "ratio", atLeast: 0.8 },
    }),
    figure({
      name: "on disk, a span, in the store alone",
      unit: "bytes",
      values: [bytes / spans],
      budget: { of: "value", atMost: 90 },
    }),
  ];
}

const ratios = (measured: Round[]) => measured.map(({ ours, floor }) => ours / floor);

async function measureRound(store: Store, floor: BlobStore, batches: () => TraceChange[], ms: number) {
  const took = { ours: 0, floor: 0 };
  let spans = 0;
  while (took.ours + took.floor < ms) {
    const traces = batches();
    spans += traces.reduce((sum, { summary }) => sum + summary.spanCount, 0);
    took.floor += await timed(() => floor(traces));
    took.ours += await timed(() => save(store, traces));
  }
  return { spans, ours: (spans / took.ours) * 1_000, floor: (spans / took.floor) * 1_000 };
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function newBatches(store: Store): Promise<() => TraceChange[]> {
  const createdAt = Date.UTC(2026, 10, 21, 1);
  const about = { name: "Shop", slug: "shop", platform: "node", prefix: "SHOP", publicKey: "k", createdAt };
  const { id } = (await store.projects.create(about)) as Project;
  const source = new EndlessTraces(id, createdAt);
  const awaited: TraceChange[][] = [];
  let at = createdAt;
  return () => {
    at += 100;
    const fresh = Array.from({ length: tracesABatch }, () => source.next(at));
    awaited.push(fresh.slice(0, lateABatch));
    const late = awaited.length > lateBy ? awaited.shift()! : [];
    return [...fresh, ...late.map(({ summary }) => ({ ...source.next(at), summary }))];
  };
}

async function save(store: Store, traces: TraceChange[]): Promise<void> {
  await store.digest(async (transaction) => {
    await transaction.tracesFor(
      traces.map(({ projectId, receivedAt, summary: { traceId } }) => ({ projectId, receivedAt, traceId })),
    );
    const nothing = {
      events: [],
      issues: [],
      activities: [],
      hours: [],
      tags: [],
      releases: [],
      edges: [],
      ledger: [],
    };
    await transaction.save({ ...nothing, traces, cursor: { segment: 1, offset: 0 } });
  });
}

type BlobStore = (traces: TraceChange[]) => Promise<void>;

function blobStore(path: string): BlobStore {
  const database = new DatabaseSync(path);
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE blobs (blob BLOB)");
  const insert = database.prepare("INSERT INTO blobs VALUES (?)");
  return async (traces) => {
    const frame = await compressSpans(Buffer.concat(traces.map(({ part }) => part)));
    database.exec("BEGIN");
    insert.run(frame);
    database.exec("COMMIT");
  };
}
