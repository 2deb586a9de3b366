import type { GroupingAlgorithm } from "#server/domain/grouping/grouping.ts";
import type { FingerprintHash, IssueId, ProjectId } from "#server/domain/ids.ts";
import { dayOf } from "#server/domain/time.ts";
import type { Query } from "#server/storage/database.ts";
import type { EventSlice, EventSlices } from "#server/storage/events/slices.ts";
import { byDialect, type Sql, sql } from "#server/storage/sql.ts";
import type { GroupingStore, IssuePart, PartsAsked } from "./grouping-store.ts";
import { idText } from "#server/storage/events/row.ts";

/** A fingerprint of an issue. `number`: of the merged issue it came from. */
type PrintRow = {
  hash: FingerprintHash;
  algorithm: GroupingAlgorithm;
  first_seen: number;
  origin_id: IssueId | null;
  number: number | null;
};

/** Number of one fingerprint's events in a day, and the newest of them. */
type PartCountRow = {
  hash: string;
  count: number;
  event_id: Uint8Array;
  received_at: number;
  title: string;
};

/** Counts day by day, newest first, until the deadline. */
export const issueParts =
  (query: Query, events: EventSlices): GroupingStore["parts"] =>
  async (issue, deadlineMs, asked) => {
    const until = performance.now() + deadlineMs;
    const [parts, kept] = await Promise.all([
      readParts(query, issue.projectId, issue.id),
      events.days(),
    ]);
    const [first, last] = [dayOf(issue.firstSeen), dayOf(issue.lastSeen)];
    let countedTo: number | undefined;
    let isSampled = false;
    for (const day of kept.filter((each) => each >= first && each <= last)) {
      if (performance.now() > until) break;
      countedTo = Date.parse(day);
      const rows = await countsIn(events.of(issue.projectId, [day])[0]!, issue.id);
      isSampled ||= isSample(rows);
      for (const row of rows) addDay(parts.get(row.hash), row);
    }
    const oldest = kept.at(-1);
    const begin = Math.max(issue.firstSeen, oldest === undefined ? 0 : Date.parse(oldest));
    return {
      ...askedParts(lastSeenFirst(parts.values()), asked),
      ...(countedTo !== undefined && countedTo > begin && { countedTo }),
      ...(isSampled && { countedPerDay: eventsPerDay }),
      ...(oldest !== undefined && { keptFrom: Date.parse(oldest) }),
    };
  };

/** The initial values before counting. */
async function readParts(
  query: Query,
  projectId: ProjectId,
  issueId: IssueId,
): Promise<Map<string, IssuePart>> {
  const [rows, [project]] = await Promise.all([
    query<PrintRow>(sql`SELECT f.hash, f.algorithm, f.first_seen, f.origin_id, m.number
      FROM fingerprints f LEFT JOIN merged_issues m ON m.project_id = f.project_id AND m.id = f.origin_id
      WHERE f.project_id = ${projectId} AND f.issue_id = ${issueId} ORDER BY f.hash LIMIT ${partsLookedAt}`),
    query<{ prefix: string }>(sql`SELECT prefix FROM projects WHERE id = ${projectId}`),
  ]);
  return new Map(
    rows.map(({ hash, algorithm, first_seen, origin_id, number }) => [
      hash,
      {
        hash,
        algorithm,
        firstSeen: first_seen,
        events: 0,
        ...(origin_id !== null &&
          number !== null && {
            origin: { id: origin_id, shortId: `${project!.prefix}-${number}` },
          }),
      },
    ]),
  );
}

/** With max(), SQLite takes the other columns from the row that has it. */
const perHash = (newest: Sql): Sql =>
  byDialect(
    sql`SELECT hash, count(*) AS count, max(received_at) AS received_at, event_id, title FROM (${newest}) GROUP BY hash`,
    sql`SELECT DISTINCT ON (hash) hash, count(*) OVER (PARTITION BY hash) AS count, event_id, received_at, title
      FROM (${newest}) newest ORDER BY hash, received_at DESC, event_id DESC`,
  );

const countsIn = ({ query, within }: EventSlice, issueId: IssueId) =>
  query<PartCountRow>(
    sql`${perHash(sql`SELECT hash, received_at, event_id, title FROM events WHERE ${within} AND issue_id = ${issueId}
      ORDER BY received_at DESC, event_id DESC LIMIT ${eventsPerDay}`)}`,
  );

/** Must be called newest day first. */
function addDay(
  part: IssuePart | undefined,
  { count, event_id, received_at, title }: PartCountRow,
): void {
  if (!part) return;
  part.events += count;
  part.latest ??= { eventId: idText(event_id), at: received_at, title };
}

const lastSeenFirst = (parts: Iterable<IssuePart>): IssuePart[] =>
  [...parts].toSorted(
    (a, b) =>
      (b.latest?.at ?? 0) - (a.latest?.at ?? 0) ||
      a.firstSeen - b.firstSeen ||
      (a.hash < b.hash ? -1 : 1),
  );

/** Maximum number of events counted per day, newest first: 1–2 µs each, on a page of 8 ms. */
const eventsPerDay = 5_000;

const isSample = (rows: readonly PartCountRow[]): boolean =>
  rows.reduce((sum, { count }) => sum + count, 0) >= eventsPerDay;

/** Maximum number of fingerprints read per issue. */
export const partsLookedAt = 20_000;

function askedParts(parts: IssuePart[], asked?: PartsAsked): { parts: IssuePart[]; total: number } {
  if (!asked) return { parts, total: parts.length };
  const text = (asked.query ?? "").toLowerCase();
  const found = parts.filter(
    ({ hash, latest }) => hash.includes(text) || latest?.title.toLowerCase().includes(text),
  );
  return { parts: found.slice(0, asked.limit), total: found.length };
}
