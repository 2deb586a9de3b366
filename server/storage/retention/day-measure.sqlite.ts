import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import type { ProjectId } from "#server/domain/ids.ts";
import type {
  ProjectShare,
  RetentionStore,
  TelemetryDay,
} from "#server/storage/retention/retention-store.ts";
import { type Connections, telemetryFolder } from "#server/storage/sqlite/connections.ts";
import type { Day, DayFile } from "#server/storage/sqlite/day-file.ts";
import type { DayFiles } from "#server/storage/sqlite/day-files.ts";
import { fileBytes } from "#server/storage/sqlite/file-bytes.ts";
import { type MeasuredDayRow, telemetryDayOf } from "#server/storage/retention/telemetry-day.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";
import { rowIdsOf } from "#server/storage/traces/ids.ts";
import type { Write } from "#server/storage/sqlite/writing.ts";

type Deps = { folder: string; files: DayFiles };

const selectDays = `SELECT d.*, ifnull(sum(s.events), 0) AS events, ifnull(sum(s.traces), 0) AS traces
  FROM telemetry_days d LEFT JOIN telemetry_shares s USING (day) GROUP BY d.day`;
const putDay = `INSERT OR REPLACE INTO telemetry_days
  (day, measured_at, file_bytes, event_bytes, trace_bytes, attachment_bytes, thinned) VALUES (?, ?, ?, ?, ?, ?, ?)`;
const putShare =
  "INSERT INTO telemetry_shares (project_id, day, events, traces, attachment_bytes) VALUES (?, ?, ?, ?, ?)";
/** A day's bytes are divided in proportion to counts. */
const selectShares = `SELECT s.project_id AS projectId, sum(s.events) AS events, sum(s.traces) AS traces,
    sum(s.attachment_bytes) AS attachmentBytes,
    round(sum(ifnull(1.0 * d.event_bytes * s.events / nullif(t.events, 0), 0))) AS eventBytes,
    round(sum(ifnull(1.0 * d.trace_bytes * s.traces / nullif(t.traces, 0), 0))) AS traceBytes
  FROM telemetry_shares s JOIN telemetry_days d USING (day)
    JOIN (SELECT day, sum(events) AS events, sum(traces) AS traces FROM telemetry_shares GROUP BY day) t USING (day)
  GROUP BY s.project_id`;

/** File sizes are read each time; contents are counted once per change and cached. */
export function dayMeasures(
  { reader, writer }: Connections,
  write: Write,
  { folder, files }: Deps,
): Pick<RetentionStore, "days" | "shares" | "measure"> {
  const rows = prepare<MeasuredDayRow>(reader, selectDays);
  const shares = prepare<ProjectShare>(reader, selectShares);
  const put = prepare(writer, putDay);
  const forgetShares = prepare(writer, "DELETE FROM telemetry_shares WHERE day = ?");
  const add = prepare(writer, putShare);
  const isThere = prepare(writer, "SELECT 1 FROM projects WHERE id = ?");
  const bytesOf = (day: Day) => fileBytes(join(telemetryFolder(folder), `${day}.db`));
  const known = () => new Map(rows.all().map((row) => [row.day, row]));

  function save(day: Day, bytes: number, now: number, measure: Measure): void {
    const { eventBytes, traceBytes, attachmentBytes, thinned } = measure;
    put.run(day, now, bytes, eventBytes, traceBytes, attachmentBytes, thinned ? 1 : 0);
    forgetShares.run(day);
    for (const share of measure.shares) {
      const { projectId, events, traces } = share;
      if (isThere.get(projectId)) add.run(projectId, day, events, traces, share.attachmentBytes);
    }
  }

  return {
    async days() {
      const measured = known();
      return files
        .days()
        .toReversed()
        .map((day) => telemetryDayOf(day, bytesOf(day), measured.get(day)));
    },
    shares: async () => shares.all().map((row) => ({ ...row })),
    async measure(now) {
      const measured = known();
      const changed = files.days().filter((day) => measured.get(day)?.file_bytes !== bytesOf(day));
      for (const day of changed) {
        const file = files.open(day);
        if (!file) continue;
        const [bytes, measure] = [bytesOf(day), measureDay(file)];
        await write(() => save(day, bytes, now, measure));
      }
      return changed.length;
    },
  };
}

type Measure = Pick<TelemetryDay, "eventBytes" | "traceBytes" | "attachmentBytes" | "thinned"> & {
  shares: Pick<ProjectShare, "projectId" | "events" | "traces" | "attachmentBytes">[];
};

/**
 * A frame's length is in the first page of its row, so no content is read. Events are counted in an
 * index.
 */
function measureDay({ database }: DayFile): Measure {
  const sum = (column: string, table: string) =>
    prepare<{ sum: number }>(
      database,
      `SELECT ifnull(sum(length(${column})), 0) AS sum FROM ${table}`,
    ).get()!.sum;
  return {
    eventBytes: sum("frame", "packs"),
    traceBytes: sum("frame", "span_packs"),
    attachmentBytes: sum("bytes", "attachment_chunks"),
    thinned: prepare(database, "SELECT 1 FROM event_thinning WHERE ended = 1").get() !== undefined,
    shares: sharesIn(database),
  };
}

function sharesIn(database: DatabaseSync): Measure["shares"] {
  const found = new Map<number, Measure["shares"][number]>();
  const shareOf = (id: number) => {
    const share = found.get(id) ?? {
      projectId: id as ProjectId,
      events: 0,
      traces: 0,
      attachmentBytes: 0,
    };
    found.set(id, share);
    return share;
  };
  const counted = (sql: string) => prepare<{ id: number; amount: number }>(database, sql).all();
  const perProject = "FROM events INDEXED BY events_by_event_id GROUP BY project_id";
  for (const { id, amount } of counted(`SELECT project_id AS id, count(*) AS amount ${perProject}`))
    shareOf(id).events = amount;
  const ofFiles =
    "SELECT project_id AS id, sum(byte_length) AS amount FROM attachments GROUP BY project_id";
  for (const { id, amount } of counted(ofFiles)) shareOf(id).attachmentBytes = amount;
  for (const { id, amount } of tracesIn(database)) shareOf(id).traces = amount;
  return [...found.values()];
}

/** The running numbers minus those removed by sampling: no trace is read. */
function tracesIn(database: DatabaseSync): { id: number; amount: number }[] {
  const first = prepare<{ id: number }>(
    database,
    "SELECT id FROM traces WHERE id >= ? ORDER BY id LIMIT 1",
  );
  const last = prepare<{ id: number }>(
    database,
    "SELECT id FROM traces WHERE id < ? ORDER BY id DESC LIMIT 1",
  );
  const gone = prepare<{ sum: number; decided: number }>(
    database,
    `SELECT ifnull(sum(traces), 0) AS sum, ifnull((SELECT decided FROM thinning WHERE project_id = ?1), 0) AS decided
      FROM thinned WHERE project_id = ?1`,
  );
  const counts: { id: number; amount: number }[] = [];
  for (
    let next = first.get(0);
    next;
    next = first.get(rowIdsOf(counts.at(-1)!.id as ProjectId)[1])
  ) {
    const id = Math.floor(next.id / 2 ** 32);
    const [from, below] = rowIdsOf(id as ProjectId);
    const thinned = gone.get(id)!;
    const given = Math.max(last.get(below)!.id, thinned.decided) - from + 1;
    counts.push({ id, amount: Math.max(1, given - thinned.sum) });
  }
  return counts;
}
