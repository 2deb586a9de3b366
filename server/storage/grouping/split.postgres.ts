import type { FingerprintHash, IssueId, ProjectId } from "#server/domain/ids.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import { storedStatusOf } from "#server/storage/issues/stored-status.ts";
import type { Act } from "#server/storage/grouping/grouping-store.ts";
import type { IssueName } from "#server/storage/issues/issue-store.ts";
import { addActivities } from "#server/storage/issues/activities.postgres.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import { dayOf } from "#server/storage/postgres/days.ts";
import { nounQuery } from "#server/storage/postgres/noun-database.ts";
import { isMoving } from "./reads.ts";
import { saveWords } from "#server/storage/issues/changes.postgres.ts";
import { countMoves } from "#server/storage/issues/counts.postgres.ts";
import { issuesByIds, lockIssues } from "#server/storage/issues/row.postgres.ts";
import { takeNumbers } from "#server/storage/issues/new-issues.postgres.ts";

type Split = { issue: IssueId; hashes: FingerprintHash[]; name: IssueName } & Act;
type PrintRow = { hash: FingerprintHash; first_seen: number; origin_id: number | null };
type MergedRow = {
  id: number;
  number: number;
  type: string;
  value: string;
  culprit: string;
  standing: string;
};

const selectPrints =
  "SELECT hash, first_seen, origin_id FROM fingerprints WHERE project_id = $1 AND issue_id = $2";
const selectMerged = `SELECT id, number, type, value, culprit, standing FROM merged_issues
  WHERE project_id = $1 AND id = $2 AND into_id = $3`;

const columns =
  "project_id, number, state, substate, level, first_seen, last_seen, unhandled, platform, standing, type, value, culprit";
/** A new issue copies the values of the issue it leaves. */
const insertAnew = `INSERT INTO issues (${columns})
  SELECT project_id, $3, $4, $5, level, $6, last_seen, unhandled, platform, standing, $7, $8, $9
  FROM issues WHERE project_id = $1 AND id = $2 RETURNING id`;
/** A restored issue has its values from before the merge. */
const insertAgain = `INSERT INTO issues (id, ${columns})
  SELECT m.id, i.project_id, $3, $4, $5, m.level, $6, i.last_seen, m.unhandled, m.platform, m.standing, $7, $8, $9
  FROM issues i JOIN merged_issues m ON m.project_id = i.project_id AND m.id = $10
  WHERE i.project_id = $1 AND i.id = $2 RETURNING id`;
const forget = "DELETE FROM merged_issues WHERE project_id = $1 AND id = $2";
const put = `UPDATE fingerprints SET issue_id = $2,
    origin_id = CASE WHEN origin_id = $2 THEN NULL ELSE coalesce(origin_id, $3) END
  WHERE project_id = $1 AND issue_id = $3 AND hash = ANY($4::text[])`;
const move = `INSERT INTO event_moves (project_id, from_id, to_id, counted_in, hashes, first_day)
  VALUES ($1, $2, $3, $2, $4, $5)`;

/** Use in a transaction that holds the project. */
export async function splitIssue(
  query: Query,
  projectId: ProjectId,
  split: Split,
): Promise<Issue | "unknown" | "whole" | "moving"> {
  const source = (await lockIssues(query, projectId, [split.issue])).get(split.issue);
  const own = await query<PrintRow>(selectPrints, projectId, split.issue);
  const taken = own.filter(({ hash }) => split.hashes.includes(hash));
  if (!source || taken.length === 0 || taken.length < new Set(split.hashes).size) return "unknown";
  if (taken.length === own.length) return "whole";
  if (await isMoving(nounQuery(query), projectId, split.issue)) return "moving";
  const part = await begin(query, source, taken, split.name);
  await Promise.all([
    query(put, projectId, part.id, source.id, split.hashes),
    // If a source map changed a fingerprint, its first seen is that of its issue, because events
    // may be older.
    query(
      move,
      projectId,
      source.id,
      part.id,
      JSON.stringify(split.hashes),
      dayOf(source.firstSeen),
    ),
  ]);
  const { at, by } = split;
  await addActivities(query, projectId, [
    { issueId: source.id, at, by, what: { kind: "split", into: part.shortId } },
    { issueId: part.id, at, by, what: { kind: "split-off", from: source.shortId } },
  ]);
  return part;
}

/** The issue that all the fingerprints came from, if it does not exist, or a new one. */
async function begin(
  query: Query,
  source: Issue,
  taken: PrintRow[],
  name: IssueName,
): Promise<Issue> {
  const { projectId } = source;
  const back = await originOf(query, source, taken);
  const { type, value, culprit }: IssueName = back ?? name;
  const standing = back ? (JSON.parse(back.standing) as Issue["state"]) : source.state;
  const is = storedStatusOf(standing);
  const number =
    back?.number ?? (await query<{ last: number }>(takeNumbers, projectId, 1))[0]!.last;
  const firstSeen = Math.min(...taken.map(({ first_seen }) => first_seen));
  const values = [
    projectId,
    source.id,
    number,
    is.state,
    is.substate,
    firstSeen,
    type,
    value,
    culprit,
  ];
  const [made] = await (back
    ? query<{ id: IssueId }>(insertAgain, ...values, back.id)
    : query<{ id: IssueId }>(insertAnew, ...values));
  const { id } = made!;
  await Promise.all([
    back && query(forget, projectId, back.id),
    saveWords(query, projectId, [{ id, type, value, culprit }]),
    countMoves(query, projectId, [{ id, is }]),
  ]);
  return (await issuesByIds(query, projectId, [id])).get(id)!;
}

async function originOf(
  query: Query,
  source: Issue,
  taken: PrintRow[],
): Promise<MergedRow | undefined> {
  const origins = new Set(taken.map(({ origin_id }) => origin_id));
  const [origin] = origins;
  if (origins.size > 1 || origin == null) return undefined;
  return (await query<MergedRow>(selectMerged, source.projectId, origin, source.id))[0];
}
