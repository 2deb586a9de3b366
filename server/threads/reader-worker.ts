import { Buffer } from "node:buffer";
import { parentPort, workerData } from "node:worker_threads";
import type { Config } from "#server/config.ts";
import { bodyBlocks } from "#server/digest/spool/body-blocks.ts";
import { knownUploads } from "#server/digest/intake/known-uploads.ts";
import { tracePacker } from "#server/digest/traces/pack-traces.ts";
import type { Reread } from "#server/digest/queue/read-ahead.ts";
import { createRulebooks } from "#server/digest/events/rulebooks.ts";
import { readEntries, type SpoolEntry } from "#server/digest/spool/spool.ts";
import { hasFiles, joined, sizeOf, type Understanding } from "#server/digest/understanding.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import { giveBack } from "./give-back.ts";
import type { Limits } from "#server/ingest/limits.ts";
import { limitsOfThread } from "#server/ingest/limits-of-thread.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import { openStore } from "#server/start/open-store.ts";
import { type ReaderCalls, yieldToOthers } from "./reader-threads.ts";
import { answerCalls } from "./thread-calls.ts";
import { rereadWith, understandWith } from "./understand-requests.ts";

/**
 * A thread that reads what a flood left unread in the spool, and what a crash did: while the worker
 * stores one batch, these understand the next. They run while there is a backlog and a little
 * longer.
 */
yieldToOthers();
// What is larger has memory of its own, which can be given back; Node would lay an event's 25 kB
// beside another's.
Buffer.poolSize = 8 * 1024;
const store = await openStore(workerData as Config);
const blocks = bodyBlocks();
const understand = understandWith({
  rulebooks: createRulebooks(),
  mayHaveUploads: knownUploads(store.artifacts, Date.now),
  lay: blocks.lay,
});

const packer = tracePacker();
const decompressed: ArrayBufferLike[] = [];
const limits: Limits = {
  ...limitsOfThread(blocks.room),
  onDecompressed: (memory) => void decompressed.push(memory),
};

/** A batch in memory here, one on its way, one there. */
const batchBytesMax = 16 * 1024 * 1024;

async function understandEntries({
  folder,
  entries,
}: {
  folder: string;
  entries: SpoolEntry[];
}): Promise<Reread> {
  // Those of a failed call have no owner.
  blocks.take();
  packer.take();
  const projects = new Map<ProjectId, ReturnType<typeof store.projects.byId>>();
  const byId = (id: ProjectId) =>
    projects.get(id) ?? remembered(projects, id, store.projects.byId(id));
  const reread = rereadWith(byId, understand, limits);
  const understood: Understanding[] = [];
  const damaged: number[] = [];
  let [count, bytes] = [0, 0];
  const read: ArrayBuffer[] = [];
  for await (const record of readEntries(folder, entries, (memory) => read.push(memory))) {
    if (record === "damaged") damaged.push(count);
    const each = record === "damaged" ? undefined : await reread(record);
    if (!each || !hasFiles(each)) decompressed.forEach(giveBack);
    decompressed.length = 0;
    if (each) {
      bytes += sizeOf(each);
      // At once: then what they are made of lives as long as its request, and not as long as the
      // piece.
      packer.add(each.traces);
      understood.push({ ...each, traces: [] });
    }
    count += 1;
    if (bytes >= batchBytesMax) break;
  }
  const understanding = joined(understood);
  if (!hasFiles(understanding)) read.forEach(giveBack);
  return { count, understanding, traces: packer.take(), bytes, damaged, blocks: blocks.take() };
}

function remembered<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): Value {
  map.set(key, value);
  return value;
}

/**
 * One call after the other: what all read is in the same blocks, and moves with them. Bodies change
 * hands: copying them costs more than all the rest of an event (measured: 45 µs of 65).
 */
answerCalls<ReaderCalls>(
  parentPort!,
  { understand: oneAtATime(understandEntries) },
  ({ blocks: bodies, traces }) => [
    ...bodies,
    ...(traces ? [traces.numbers.buffer, traces.digits.buffer] : []),
  ],
);
