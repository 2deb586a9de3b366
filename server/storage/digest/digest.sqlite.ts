import type { DigestTransaction, SpoolCursor } from "#server/storage/digest/digest-store.ts";
import type { Store } from "#server/storage/store.ts";
import type { Connections } from "#server/storage/sqlite/connections.ts";
import type { DayFiles } from "#server/storage/sqlite/day-files.ts";
import { digestReads } from "./reads.sqlite.ts";
import { discardEvents } from "#server/storage/deletions/discard-events.sqlite.ts";
import { saveChanges } from "./save.sqlite.ts";
import { type EventWriter, eventWriter } from "#server/storage/events/writer.sqlite.ts";
import { acceptsLateEvents } from "./late-events.sqlite.ts";
import { monitorWrites } from "#server/storage/monitors/monitor-writes.ts";
import { queryOn, locks } from "#server/storage/sqlite/noun-database.ts";
import { feedbackKept } from "#server/storage/feedback/kept.ts";
import { issuesCreated } from "#server/storage/issues/created.ts";
import { takeNames } from "#server/storage/names/names.sqlite.ts";
import { createIssues } from "#server/storage/issues/new-issues.sqlite.ts";
import { forgetLostBatches } from "#server/storage/sqlite/recover.ts";
import { claimReplayed } from "./replayed.sqlite.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";
import type { RawPacks } from "#server/storage/traces/raw-packs.ts";
import { type TraceWriter, traceWriters } from "#server/storage/traces/writer.sqlite.ts";
import { countUsers } from "#server/storage/digest/users-seen.sqlite.ts";
import type { Write } from "#server/storage/sqlite/writing.ts";

type DigestRow = { batch: number; segment: number | null; position: number | null };

export type Digest = Pick<Store, "digest" | "digested"> & {
  /** Removes rows of batches lost in a crash, without waiting for the first batch. */
  recover(): Promise<void>;
  /**
   * Runs `work` in a transaction of spoor.db while no batch is in progress and rows of lost batches
   * are removed.
   */
  between<T>(work: () => T | Promise<T>): Promise<T>;
  /**
   * The last batch committed in spoor.db. Rows of later batches in telemetry files do not count.
   */
  committedBatch(): number;
};

/**
 * A batch writes to two or more files, and no transaction spans them. Telemetry files commit first,
 * with rows numbered by a batch that spoor.db does not know yet. Then spoor.db commits the batch
 * number, the cursor, and everything else, which makes the rows valid. After a crash in between,
 * `forgetLostBatches` (recover.ts) removes the rows, and the spool is digested again from the old
 * cursor. It runs before the first batch and after a failed one, under the write lock, so that no
 * other process's batch can be in progress.
 */
export function digest(
  { reader, writer }: Connections,
  files: DayFiles,
  write: Write,
  spans: RawPacks,
): Digest {
  const state = prepare<DigestRow>(reader, "SELECT batch, segment, position FROM digest");
  const batchNow = prepare<{ batch: number }>(writer, "SELECT batch FROM digest");
  const advance = prepare(writer, "UPDATE digest SET batch = ?");
  const reads = digestReads(writer, files);
  const create = createIssues(writer);
  const discard = discardEvents(writer);
  const count = countUsers(writer);
  const take = takeNames(writer);
  const acceptsLate = acceptsLateEvents(writer, files);
  const query = queryOn(writer);
  const save = saveChanges(writer);
  const monitors = monitorWrites(query, locks);
  const claim = claimReplayed(writer);
  const traceBatches = traceWriters(files, spans);

  // The batch in spoor.db, unless something failed since this store last checked.
  let expected: number | undefined;

  function committedAndClean(): number {
    const { batch } = batchNow.get()!;
    if (batch !== expected) {
      forgetLostBatches(files, batch);
      traceBatches.forget();
    }
    expected = batch;
    return batch;
  }

  const transaction = (events: EventWriter, traces: TraceWriter): DigestTransaction => ({
    acceptsLate,
    duplicates: async (asked) => reads.duplicates(asked, events.lastCommittedId),
    issuesFor: async (fingerprints) => reads.issuesFor(fingerprints),
    createIssues: async (issues) => create(issues),
    discard,
    releasesSeen: async (releases) => reads.releasesSeen(releases),
    countUsers: async (seenUsers) => count(seenUsers),
    takeNames: async (asked) => take(asked),
    issuesCreated: (asked) => issuesCreated(query, asked),
    feedbackKept: (asked) => feedbackKept(query, asked),
    issuesOfEvents: async (asked) => reads.issuesOfEvents(asked, events.lastCommittedId),
    attachmentsKept: async (asked) => reads.attachmentsKept(asked, events.lastCommittedId),
    sessionsHeard: async () => undefined,
    claimReplayed: claim,
    monitors,
    async save(changes) {
      // Compression continues in another thread while rows are written.
      const packing = events.pack(changes.events);
      const packingSpans = traces.write(changes.traces);
      save(changes);
      const [packed, packedSpans] = await Promise.all([packing, packingSpans]);
      events.write(packed);
      traces.writePacks(packedSpans);
      await events.attach(changes.attachments);
    },
    tracesFor: traces.tracesFor,
    partsOf: traces.partsOf,
  });

  async function oneBatch<T>(work: (given: DigestTransaction) => Promise<T>): Promise<T> {
    const committed = committedAndClean();
    expected = undefined;
    const events = eventWriter(files, committed + 1);
    const traces = traceBatches.begin(committed + 1);
    try {
      const result = await work(transaction(events, traces));
      advance.run(committed + 1);
      events.commit();
      traces.commit();
      expected = committed + 1;
      return result;
    } catch (error) {
      events.rollback();
      traces.rollback();
      throw error;
    }
  }

  return {
    digest: (work) => write(() => oneBatch(work)),

    async digested(): Promise<SpoolCursor | undefined> {
      const { segment, position } = state.get()!;
      return segment === null || position === null ? undefined : { segment, offset: position };
    },

    recover: () => write(() => void committedAndClean()),
    between: (work) =>
      write(() => {
        committedAndClean();
        return work();
      }),
    committedBatch: () => state.get()!.batch,
  };
}
