import type { ProjectId } from "#server/domain/ids.ts";
import {
  type DigestTransaction,
  reaches,
  type SharedDigest,
  type SpoolCursor,
} from "#server/storage/digest/digest-store.ts";
import type { Store } from "#server/storage/store.ts";
import { cardinalityLimits, tagValueLimits } from "#server/domain/cardinality/limits.ts";
import { RowRoom } from "#server/storage/layout/row-room.ts";
import { batchDays } from "#server/storage/postgres/batch-days.ts";
import type { Database, Query } from "#server/storage/postgres/database.ts";
import type { Days } from "#server/storage/postgres/days.ts";
import {
  attachmentsKept,
  duplicates,
  issuesFor,
  issuesOfEvents,
  releasesSeen,
} from "./reads.postgres.ts";
import { saveChanges } from "./save.postgres.ts";
import { discardEvents } from "#server/storage/deletions/discard-events.postgres.ts";
import { feedbackKept } from "#server/storage/feedback/kept.ts";
import { acceptsLateEvents } from "./late-events.postgres.ts";
import { monitorWrites } from "#server/storage/monitors/monitor-writes.ts";
import { nounQuery } from "#server/storage/postgres/noun-database.ts";
import { locks } from "#server/storage/postgres/locks.ts";
import { issuesCreated } from "#server/storage/issues/created.ts";
import { takeNames } from "#server/storage/names/names.postgres.ts";
import { createIssues } from "#server/storage/issues/new-issues.postgres.ts";
import { claimParts, movePartCursors, partCursors } from "./project-cursors.postgres.ts";
import { claimReplayed } from "./replayed.postgres.ts";
import { sessionsHeard } from "#server/storage/releases/sessions-heard.postgres.ts";
import { type TraceWrites, traceWriters } from "#server/storage/traces/writer.postgres.ts";
import { countUsers } from "#server/storage/digest/users-seen.postgres.ts";
import { lockProjects, projectsToLock } from "#server/storage/postgres/writers.ts";

type Digest = Pick<Store, "digest" | "digested"> & { shared: SharedDigest };

type CursorRow = { segment: number; position: number };

const selectCursor = "SELECT segment, position FROM digests WHERE process = $1";
const moveCursor = `INSERT INTO digests (process, segment, position, at) VALUES ($1, $2, $3, $4)
  ON CONFLICT (process) DO UPDATE SET segment = excluded.segment, position = excluded.position, at = excluded.at`;

/**
 * The batch was stored before, but the response to its COMMIT was lost. Nothing is stored again.
 */
class StoredBefore extends Error {
  readonly result: unknown;

  constructor(result: unknown) {
    super("This batch is already stored.");
    this.result = result;
  }
}

/**
 * A batch is one transaction: it locks the process's cursor and the batch's projects, `work` reads
 * and writes, the cursor moves. A process stores its spool in order, so a batch that ends at or
 * before the cursor is stored already.
 */
export function digest(database: Database, days: Days, process: string): Digest {
  const { inside, run } = batchDays(database, days);
  const tracesIn = traceWriters(inside);
  const rooms = {
    tags: new RowRoom(tagValueLimits.perProject),
    users: new RowRoom(cardinalityLimits.sessionUsers.most),
  };
  let last: Promise<unknown> = Promise.resolve();

  // One at a time: batches that wait for each other's projects would hold the connections that
  // others need.
  function inTurn<T>(batch: () => Promise<T>): Promise<T> {
    const mine = last.then(batch);
    last = mine.catch(() => undefined);
    return mine;
  }

  const transactionOf = (
    query: Query,
    traces: TraceWrites,
    save: DigestTransaction["save"],
  ): DigestTransaction => ({
    duplicates: (events) => duplicates(query, events),
    acceptsLate: (events) => acceptsLateEvents(query, events),
    issuesFor: (fingerprints) => issuesFor(query, fingerprints),
    createIssues: (issues) => createIssues(query, issues),
    countUsers: (seenUsers) => countUsers(query, seenUsers),
    takeNames: (asked) => takeNames(query, asked),
    issuesCreated: (asked) => issuesCreated(nounQuery(query), asked),
    discard: (events) => discardEvents(query, events),
    releasesSeen: (releases) => releasesSeen(query, releases),
    feedbackKept: (feedback) => feedbackKept(nounQuery(query), feedback),
    issuesOfEvents: (events) => issuesOfEvents(query, events),
    attachmentsKept: (attachments) => attachmentsKept(query, attachments),
    sessionsHeard: (sessions) => sessionsHeard(query, sessions),
    claimReplayed: (digests, at) => claimReplayed(query, digests, at),
    monitors: monitorWrites(nounQuery(query), locks),
    tracesFor: traces.tracesFor,
    partsOf: traces.partsOf,
    save,
  });

  async function inTransaction<T>(
    query: Query,
    work: (given: DigestTransaction) => Promise<T>,
    projectIds: ProjectId[] | undefined,
  ): Promise<T> {
    // Projects first: an earlier attempt whose COMMIT is in flight holds them until its cursor is
    // visible.
    const held = projectIds ?? (await projectsToLock(query));
    const [, [stored]] = await Promise.all([
      lockProjects(query, held),
      query<CursorRow>(`${selectCursor} FOR UPDATE`, process),
    ]);
    const traces = tracesIn(query);
    let isStored = false;
    const result = await work(
      transactionOf(query, traces, async (changes) => {
        const { cursor, ends } = changes;
        isStored ||=
          stored !== undefined && cursor !== undefined && reaches(cursorOf(stored), cursor);
        isStored ||= ends !== undefined && (await claimParts(query, process, ends)).free.size === 0;
        if (isStored) return;
        await saveChanges(query, { days: inside, traces, rooms }, changes);
        if (ends) await movePartCursors(query, process, ends);
        if (cursor) await advance(query, cursor);
      }),
    );
    if (isStored) throw new StoredBefore(result);
    return result;
  }

  const advance = (query: Query, { segment, offset }: SpoolCursor) =>
    query(moveCursor, process, segment, offset, Date.now());

  const digestParts: SharedDigest["digestParts"] = (work, ends, cursor) =>
    run(() =>
      database.batch(async (query) => {
        const { free, passed } = await claimParts(query, process, ends);
        if (free.size === 0) return { stored: passed };
        const traces = tracesIn(query);
        const save: DigestTransaction["save"] = async (changes) => {
          await saveChanges(query, { days: inside, traces, rooms }, changes);
          await movePartCursors(query, process, changes.ends ?? new Map());
          if (cursor) await advance(query, cursor);
        };
        const result = await work(transactionOf(query, traces, save), free);
        return { stored: new Set([...passed, ...free]), result };
      }),
    );

  async function oneBatch<T>(
    work: (given: DigestTransaction) => Promise<T>,
    projectIds?: ProjectId[],
  ): Promise<T> {
    try {
      return await run(() => database.batch((query) => inTransaction(query, work, projectIds)));
    } catch (error) {
      if (error instanceof StoredBefore) return error.result as T;
      throw error;
    }
  }

  return {
    digest: (work, projectIds) => inTurn(() => oneBatch(work, projectIds)),
    async digested(): Promise<SpoolCursor | undefined> {
      const [row] = await database.query<CursorRow>(selectCursor, process);
      return row && cursorOf(row);
    },
    shared: {
      digestParts: (work, ends, cursor) => inTurn(() => digestParts(work, ends, cursor)),
      partsDigested: () => partCursors(database.query, process),
    },
  };
}

const cursorOf = ({ segment, position }: CursorRow): SpoolCursor => ({ segment, offset: position });
