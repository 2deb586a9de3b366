import type { IssueId, ProjectId } from "#server/domain/ids.ts";
import { tagValueLimits } from "#server/domain/cardinality/limits.ts";
import type { OutcomeEntry } from "#server/domain/outcomes.ts";
import { overTagValues, RowRoom } from "#server/storage/layout/row-room.ts";
import type { DigestChanges } from "#server/storage/digest/digest-store.ts";
import { columnsOf } from "#server/storage/postgres/columns.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import { storedText } from "#server/storage/postgres/stored-text.ts";
import { countTerms } from "./terms.postgres.ts";

type Tag = DigestChanges["tags"][number];
type KeyRow = { issue_id: number; key: string; distinct_values: number };
type ValueRow = { issue_id: number; key: string; value: string };

const updateValues = `UPDATE issue_tags t SET count = t.count + c.count, last_seen = greatest(t.last_seen, c.last_seen)
  FROM unnest($2::bigint[], $3::text[], $4::text[], $5::bigint[], $6::bigint[]) AS c(issue_id, key, value, count, last_seen)
  WHERE t.project_id = $1 AND t.issue_id = c.issue_id AND t.key = c.key AND t.value = c.value
  RETURNING t.issue_id, t.key, t.value`;
const selectKeys = `SELECT k.issue_id, k.key, k.distinct_values FROM unnest($2::bigint[], $3::text[]) AS c(issue_id, key)
  JOIN issue_tag_keys k ON k.project_id = $1 AND k.issue_id = c.issue_id AND k.key = c.key`;
const selectOfIssues = `SELECT issue_id, sum(distinct_values)::bigint AS sum FROM issue_tag_keys
  WHERE project_id = $1 AND issue_id = ANY($2::bigint[]) GROUP BY issue_id`;
const selectOfProject = `SELECT coalesce(sum(issues), 0)::bigint AS sum FROM tag_terms
  WHERE project_id = $1 AND value IS NOT NULL`;
const insertValues = `INSERT INTO issue_tags (project_id, issue_id, key, value, count, last_seen)
  SELECT $1, * FROM unnest($2::bigint[], $3::text[], $4::text[], $5::bigint[], $6::bigint[])`;
const upsertKeys = `INSERT INTO issue_tag_keys (project_id, issue_id, key, distinct_values, uncounted)
  SELECT $1, * FROM unnest($2::bigint[], $3::text[], $4::bigint[], $5::bigint[])
  ON CONFLICT (project_id, issue_id, key) DO UPDATE SET
    distinct_values = issue_tag_keys.distinct_values + excluded.distinct_values,
    uncounted = issue_tag_keys.uncounted + excluded.uncounted`;

/**
 * Adds increments: one statement for known values, which nearly all are. Use in a transaction that
 * holds the projects.
 */
export async function addTags(
  query: Query,
  tags: Tag[],
  room: RowRoom = new RowRoom(tagValueLimits.perProject),
): Promise<OutcomeEntry[]> {
  const byProject = [...Map.groupBy(tags, ({ projectId }) => projectId)];
  const over = await Promise.all(
    byProject.map(([projectId, ofProject]) =>
      addOfProject(query, projectId, summed(ofProject), room),
    ),
  );
  return over.flat();
}

async function addOfProject(
  query: Query,
  projectId: ProjectId,
  tags: Tag[],
  room: RowRoom,
): Promise<OutcomeEntry[]> {
  const known = new Set(
    (await query<ValueRow>(updateValues, projectId, ...columnsOf(tags.map(rowOf)))).map(valueKey),
  );
  const unknown = tags.filter(
    ({ issueId, key, value }) => !known.has(valueKey({ issue_id: issueId, key, value })),
  );
  return unknown.length > 0 ? addValues(query, projectId, unknown, room) : [];
}

/** New values of a key are added while there is room; the others count with the key. */
async function addValues(
  query: Query,
  projectId: ProjectId,
  tags: Tag[],
  room: RowRoom,
): Promise<OutcomeEntry[]> {
  const now = Date.now();
  if (room.isUnknown(`${projectId}`, now)) {
    const [row] = await query<{ sum: number }>(selectOfProject, projectId);
    room.read(`${projectId}`, row!.sum, now);
  }
  const issueIds = [...new Set(tags.map(({ issueId }) => issueId))];
  const ofIssues = await query<{ issue_id: IssueId; sum: number }>(
    selectOfIssues,
    projectId,
    issueIds,
  );
  const ofIssue = new Map(ofIssues.map(({ issue_id, sum }) => [issue_id, sum]));
  const hasRoom = ({ issueId }: Tag): boolean =>
    (ofIssue.get(issueId) ?? 0) < tagValueLimits.perIssue && room.has(`${projectId}`);
  const over: OutcomeEntry[] = [];
  const asked = [...new Map(tags.map((tag) => [keyKey(tag), [tag.issueId, tag.key]])).values()];
  const rows = await query<KeyRow>(selectKeys, projectId, ...columnsOf(asked));
  const found = new Map(rows.map((row) => [`${row.issue_id}\n${row.key}`, row.distinct_values]));
  const keys = new Map<string, KeyChange>();
  const placed: Tag[] = [];
  for (const tag of tags) {
    const change = keys.get(keyKey(tag)) ?? {
      issueId: tag.issueId,
      key: tag.key,
      values: 0,
      uncounted: 0,
    };
    keys.set(keyKey(tag), change);
    const isPlaced = hasRoom(tag);
    if (isPlaced && (found.get(keyKey(tag)) ?? 0) + change.values < tagValueLimits.perKey) {
      change.values += 1;
      placed.push(tag);
      ofIssue.set(tag.issueId, (ofIssue.get(tag.issueId) ?? 0) + 1);
      room.take(`${projectId}`);
    } else change.uncounted += tag.count;
    if (!isPlaced) over.push(overTagValues(tag));
  }
  const changes = [...keys.values()].map(({ issueId, key, values, uncounted }) => [
    issueId,
    key,
    values,
    uncounted,
  ]);
  const newKeys = [...keys].flatMap(([name, change]) => (found.has(name) ? [] : change));
  await Promise.all([
    query(upsertKeys, projectId, ...columnsOf(changes)),
    placed.length > 0 && query(insertValues, projectId, ...columnsOf(placed.map(rowOf))),
    countTerms(query, projectId, { values: placed, keys: newKeys }),
  ]);
  return over;
}

type KeyChange = { issueId: IssueId; key: string; values: number; uncounted: number };

const rowOf = ({ issueId, key, value, count, lastSeen }: Tag) => [
  issueId,
  key,
  value,
  count,
  lastSeen,
];
const valueKey = ({ issue_id, key, value }: ValueRow) => `${issue_id}\n${key}\n${value}`;
const keyKey = ({ issueId, key }: Tag) => `${issueId}\n${key}`;

/** One row per value, in one order for all, without duplicates by the database's equality. */
function summed(tags: Tag[]): Tag[] {
  const sums = new Map<string, Tag>();
  for (const { key, value, ...tag } of tags.map(asStored)) {
    const name = valueKey({ issue_id: tag.issueId, key, value });
    const sum = sums.get(name);
    if (!sum) sums.set(name, { ...tag, key, value });
    else {
      sum.count += tag.count;
      sum.lastSeen = Math.max(sum.lastSeen, tag.lastSeen);
    }
  }
  return [...sums.values()];
}

const asStored = (tag: Tag): Tag => ({
  ...tag,
  key: storedText(tag.key),
  value: storedText(tag.value),
});
