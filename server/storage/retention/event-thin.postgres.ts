import type { ProjectId } from "#server/domain/ids.ts";
import { hourOf } from "#server/domain/time.ts";
import { isInEventShare, type WeighedEvent, worthKeeping } from "#server/domain/retention/worth.ts";
import { idText } from "#server/storage/events/row.ts";
import type { RetentionStore } from "#server/storage/retention/retention-store.ts";
import { allProjects } from "#server/storage/postgres/all-projects.ts";
import type { Database, Query } from "#server/storage/postgres/database.ts";
import { forgetMeasure } from "./day-measure.postgres.ts";
import type { Day } from "#server/storage/postgres/days.ts";
import { removeEvents } from "#server/storage/events/removal.postgres.ts";
import { addOutcomes } from "#server/storage/outcomes/add.postgres.ts";
import { holding } from "#server/storage/postgres/writers.ts";

type Row = {
  id: number;
  issue_id: number;
  event_id: Uint8Array;
  received_at: number;
  pack_id: number;
  offset: number;
  length: number;
};

/**
 * Rows per slice, during which the project's digest waits. A slice ends with a pack, so that each
 * is written once.
 */
const rowsAtOnce = 1_024;
/** As many as a recommendation considers (events/picks.postgres.ts). */
const newestWeighed = 100;

const isThinned = "SELECT 1 FROM telemetry_days WHERE day = $1 AND thinned = 1";
// After the last processed number, if more follow.
const selectNext = `SELECT $1::bigint AS id, d.decided FROM (SELECT coalesce(
    (SELECT decided FROM event_thinning WHERE project_id = $1 AND day = $2), 0) AS decided) d
  WHERE EXISTS (SELECT 1 FROM events WHERE project_id = $1 AND day = $2 AND id > d.decided)`;
const selectSlice = `SELECT id, issue_id, event_id, received_at, pack_id, "offset", length FROM events
  WHERE project_id = $1 AND day = $2 AND id > $3 ORDER BY id LIMIT $4`;
const firstOfIssues = `SELECT DISTINCT ON (issue_id) issue_id, id FROM events
  WHERE project_id = $1 AND day = $2 AND issue_id = ANY($3::bigint[]) ORDER BY issue_id, received_at, event_id`;
const newestOfIssues = `SELECT i.issue_id, n.id, n.richness FROM unnest($3::bigint[]) AS i(issue_id) CROSS JOIN LATERAL
  (SELECT id, richness FROM events e WHERE e.project_id = $1 AND e.day = $2 AND e.issue_id = i.issue_id
    ORDER BY received_at DESC, event_id DESC LIMIT ${newestWeighed}) n`;
const decide = `INSERT INTO event_thinning (day, project_id, decided, events) VALUES ($1, $2, $3, $4)
  ON CONFLICT (project_id, day) DO UPDATE SET decided = excluded.decided, events = event_thinning.events + excluded.events`;
const note = `INSERT INTO retention_acts (at, kind, day, bytes, events, traces, ended_at)
  SELECT $2, 'thinned', $1::date, 0, sum(events), 0, $2 FROM event_thinning WHERE day = $1::date HAVING sum(events) > 0`;
const markThinned = `INSERT INTO telemetry_days
    (day, measured_at, file_bytes, event_bytes, trace_bytes, attachment_bytes, thinned) VALUES ($1, $2, -1, 0, 0, 0, 1)
  ON CONFLICT (day) DO UPDATE SET thinned = 1`;
const forgetProgress = "DELETE FROM event_thinning WHERE day = $1";

/**
 * Walks a day's events project by project in pack order. Deletions, progress, and outcomes are one
 * transaction.
 */
export function thinEvents(database: Database): RetentionStore["thinEvents"] {
  const { query, transaction } = database;

  const finish = (day: Day, now: number) =>
    transaction(async (query) => {
      await query(note, day, now);
      await Promise.all([query(markThinned, day, now), query(forgetProgress, day)]);
    });

  /**
   * One project per statement, because a cluster joins no list of projects; sent together in a
   * transaction.
   */
  const nextOf = (day: Day) =>
    transaction(async (query) => {
      const asked = (await allProjects(query)).map((id) =>
        query<{ id: ProjectId; decided: number }>(selectNext, id, day),
      );
      return (await Promise.all(asked)).flat()[0];
    });

  return async (day, share, now) => {
    if ((await query(isThinned, day)).length > 0) return false;
    const next = await nextOf(day);
    if (next) await holding(database, next.id, (held) => thinSlice(held, { ...next, day, share }));
    else await finish(day, now);
    return next !== undefined;
  };
}

type Slice = { id: ProjectId; day: Day; decided: number; share: number };

async function thinSlice(
  query: Query,
  { id: projectId, day, decided, share }: Slice,
): Promise<void> {
  const rows = await query<Row>(selectSlice, projectId, day, decided, rowsAtOnce);
  const packs = [...Map.groupBy(rows, ({ pack_id }) => pack_id).values()];
  // The last pack may continue after the rows read.
  const whole = (
    packs.length > 1 && rows.length === rowsAtOnce ? packs.slice(0, -1) : packs
  ).flat();
  const worth = await worthOf(query, projectId, day, [
    ...new Set(whole.map(({ issue_id }) => issue_id)),
  ]);
  const gone = whole.filter(
    (row) => !worth.has(row.id) && !isInEventShare(idText(row.event_id), share),
  );
  await removeEvents(query, projectId, day, gone);
  const last = Math.max(decided, ...whole.map(({ id }) => id));
  await Promise.all([query(decide, day, projectId, last, gone.length), query(forgetMeasure, day)]);
  const entry = { outcome: "thinned", category: "error", reason: "size limit" } as const;
  await addOutcomes(
    query,
    gone.map(({ received_at }) => ({
      ...entry,
      projectId,
      hour: hourOf(received_at),
      quantity: 1,
    })),
  );
}

/** The events of issues worth keeping. Events deleted earlier were none of these. */
async function worthOf(
  query: Query,
  projectId: ProjectId,
  day: Day,
  issueIds: number[],
): Promise<Set<number>> {
  const [firsts, newest] = await Promise.all([
    query<{ issue_id: number; id: number }>(firstOfIssues, projectId, day, issueIds),
    query<WeighedEvent & { issue_id: number }>(newestOfIssues, projectId, day, issueIds),
  ]);
  const weighed = Map.groupBy(newest, ({ issue_id }) => issue_id);
  return new Set(
    firsts.flatMap(({ issue_id, id }) => [...worthKeeping(id, weighed.get(issue_id) ?? [])]),
  );
}
