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
 * A thread that reads spool entries left by a flood or a crash: it prepares the next batch while
 * the worker stores one. Runs during a backlog and briefly afterwards.
 */
yieldToOthers();
// Larger buffers have their own memory, which can be freed. Otherwise, Node would pool several 25
// kB events.
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

/** One batch in memory here, one in transit, one in the worker. */
const batchBytesMax = 16 * 1024 * 1024;

async function understandEntries({
  folder,
  entries,
}: {
  folder: string;
  entries: SpoolEntry[];
}): Promise<Reread> {
  // Discards blocks left by a failed call.
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
      // Packed immediately, so that its objects live as long as the request, not as long as the
      // whole piece.
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
 * One call at a time: all results share the same blocks and are transferred with them. Bodies are
 * transferred: copying them costs more than the rest of an event (measured: 45 of 65 µs).
 */
answerCalls<ReaderCalls>(
  parentPort!,
  { understand: oneAtATime(understandEntries) },
  ({ blocks: bodies, traces }) => [
    ...bodies,
    ...(traces ? [traces.numbers.buffer, traces.digits.buffer] : []),
  ],
);
