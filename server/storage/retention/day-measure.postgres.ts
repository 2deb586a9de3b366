import type { ProjectId } from "#server/domain/ids.ts";
import { dayMs } from "#server/domain/time.ts";
import { type MeasuredDayRow, telemetryDayOf } from "#server/storage/retention/telemetry-day.ts";
import type { ProjectShare, RetentionStore } from "#server/storage/retention/retention-store.ts";
import { allProjects } from "#server/storage/postgres/all-projects.ts";
import { columnsOf } from "#server/storage/postgres/columns.ts";
import type { Database, Query } from "#server/storage/postgres/database.ts";
import { type Day, dayOf } from "#server/storage/postgres/days.ts";
import { laneOf } from "#server/storage/postgres/lanes.ts";
import { bytesOf, partitionSizes } from "./sizes.postgres.ts";

type Share = Pick<ProjectShare, "projectId" | "events" | "traces" | "attachmentBytes">;
type Bytes = { events: number; traces: number; attachments: number };

const selectDays = `SELECT d.*, coalesce(sum(s.events), 0) AS events, coalesce(sum(s.traces), 0) AS traces
  FROM telemetry_days d LEFT JOIN telemetry_shares s USING (day) GROUP BY d.day`;
const putDay = `INSERT INTO telemetry_days (day, measured_at, file_bytes, event_bytes, trace_bytes, attachment_bytes, thinned)
  VALUES ($1, $2, $3, $4, $5, $6, 0) ON CONFLICT (day) DO UPDATE SET measured_at = excluded.measured_at,
    file_bytes = excluded.file_bytes, event_bytes = excluded.event_bytes, trace_bytes = excluded.trace_bytes,
    attachment_bytes = excluded.attachment_bytes`;
const forgetShares = "DELETE FROM telemetry_shares WHERE day = $1";
const putShares = `INSERT INTO telemetry_shares (project_id, day, events, traces, attachment_bytes)
  SELECT p.id, $1, s.events, s.traces, s.attachment_bytes
  FROM unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[]) AS s(project_id, events, traces, attachment_bytes)
    JOIN projects p ON p.id = s.project_id
  ON CONFLICT (project_id, day) DO UPDATE SET events = excluded.events, traces = excluded.traces,
    attachment_bytes = excluded.attachment_bytes`;
/** A day's bytes are divided in proportion to counts. */
const selectShares = `SELECT s.project_id AS "projectId", sum(s.events) AS events, sum(s.traces) AS traces,
    sum(s.attachment_bytes) AS "attachmentBytes",
    round(sum(coalesce(1.0 * d.event_bytes * s.events / nullif(t.events, 0), 0))) AS "eventBytes",
    round(sum(coalesce(1.0 * d.trace_bytes * s.traces / nullif(t.traces, 0), 0))) AS "traceBytes"
  FROM telemetry_shares s JOIN telemetry_days d USING (day)
    JOIN (SELECT day, sum(events) AS events, sum(traces) AS traces FROM telemetry_shares GROUP BY day) t USING (day)
  GROUP BY s.project_id ORDER BY s.project_id`;

// A frame's length is in its row, so no content is read.
const sumBytes = `SELECT (SELECT coalesce(sum(octet_length(frame)), 0) FROM packs WHERE day = $1) AS events,
  (SELECT coalesce(sum(octet_length(frame)), 0) FROM span_packs WHERE day = $1) AS traces,
  (SELECT coalesce(sum(octet_length(bytes)), 0) FROM attachment_chunks WHERE day = $1) AS attachments`;
const countEvents =
  "SELECT project_id AS id, count(*) AS amount FROM events WHERE day = $1 GROUP BY project_id";
const sumFiles =
  "SELECT project_id AS id, sum(byte_length) AS amount FROM attachments WHERE day = $1 GROUP BY project_id";
// Traces have running numbers; only those processed by sampling are counted one by one.
const countTraces = `SELECT (SELECT count(*) FROM traces WHERE lane = $2 AND day = $1 AND id <= t.decided)
    + coalesce((SELECT max(id) - min(id) + 1 FROM traces WHERE lane = $2 AND day = $1 AND id > t.decided), 0) AS amount
  FROM (SELECT coalesce((SELECT decided FROM thinning WHERE lane = $2 AND day = $1), -1) AS decided) t`;

/**
 * Makes `measure` read a day with deleted rows, regardless of its size. Use in the deleting
 * transaction.
 */
export const forgetMeasure = "UPDATE telemetry_days SET file_bytes = -1 WHERE day = $1";

/** Sizes are queried each time; contents are counted once per change and cached. */
export function dayMeasures({
  query,
  transaction,
}: Database): Pick<RetentionStore, "days" | "shares" | "measure"> {
  const known = async () =>
    new Map((await query<MeasuredDayRow>(selectDays)).map((row) => [row.day, row]));

  async function measureDay(day: Day, bytes: number, now: number): Promise<void> {
    const [[content], shares] = await Promise.all([
      query<Bytes>(sumBytes, day),
      sharesOf({ query, transaction }, day),
    ]);
    const { events, traces, attachments } = content!;
    await transaction(async (query) => {
      await query(putDay, day, now, bytes, events, traces, attachments);
      await query(forgetShares, day);
      if (shares.length > 0) await query(putShares, day, ...columnsOf(shares.map(rowOf)));
    });
  }

  return {
    async days() {
      const [sizes, measured] = await Promise.all([partitionSizes(query), known()]);
      return [...sizes].map(([day, ofDay]) =>
        telemetryDayOf(day, bytesOf(ofDay), measured.get(day)),
      );
    },
    shares: async () => (await query<ProjectShare>(selectShares)).map((row) => ({ ...row })),
    async measure(now) {
      const [sizes, measured] = await Promise.all([partitionSizes(query), known()]);
      // A few events don't change a day's size, so days that are still written are measured each
      // time.
      const isChanged = (day: Day, bytes: number) =>
        day >= dayOf(now - dayMs) || measured.get(day)?.file_bytes !== bytes;
      const changed = [...sizes].filter(([day, ofDay]) => isChanged(day, bytesOf(ofDay)));
      for (const [day, ofDay] of changed) await measureDay(day, bytesOf(ofDay), now);
      return changed.length;
    },
  };
}

async function sharesOf(
  { query, transaction }: Pick<Database, "query" | "transaction">,
  day: Day,
): Promise<Share[]> {
  const ids = await allProjects(query);
  const [events, files, traces] = await Promise.all([
    amounts(query, countEvents, day),
    amounts(query, sumFiles, day),
    // One lane per statement, because a cluster joins no list of lanes; sent together in a
    // transaction.
    transaction(
      async (query) => new Map(await Promise.all(ids.map((id) => tracesOf(query, id, day)))),
    ),
  ]);
  const shares = ids.map((projectId) => ({
    projectId,
    events: events.get(projectId) ?? 0,
    traces: traces.get(projectId) ?? 0,
    attachmentBytes: files.get(projectId) ?? 0,
  }));
  return shares.filter((share) => share.events + share.traces + share.attachmentBytes > 0);
}

async function tracesOf(
  query: Query,
  projectId: ProjectId,
  day: Day,
): Promise<[ProjectId, number]> {
  const [row] = await query<{ amount: number }>(countTraces, day, laneOf(projectId));
  return [projectId, row!.amount];
}

async function amounts(query: Query, statement: string, day: Day): Promise<Map<ProjectId, number>> {
  const rows = await query<{ id: ProjectId; amount: number }>(statement, day);
  return new Map(rows.map(({ id, amount }) => [id, amount]));
}

const rowOf = ({ projectId, events, traces, attachmentBytes }: Share) => [
  projectId,
  events,
  traces,
  attachmentBytes,
];
