import type { FingerprintHash, IssueId } from "#server/domain/ids.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import { dayOf } from "#server/domain/time.ts";
import { inSqlite } from "#server/storage/column-types.ts";
import { firstOf } from "#server/storage/database.ts";
import type { HeldProject } from "#server/storage/grouping/held-project.ts";
import type { IssueName } from "#server/storage/issues/issue-store.ts";
import { wordsOf } from "#server/storage/issues/row.ts";
import { storedStatusOf } from "#server/storage/issues/stored-status.ts";
import { issuesByIds, lockIssues } from "#server/storage/issues/stored-issues.ts";
import { byDialect, isAnyText, raw, sql } from "#server/storage/sql.ts";
import type { GroupingStore } from "./grouping-store.ts";
import { isMoving } from "./reads.ts";

type PrintRow = { hash: FingerprintHash; first_seen: number; origin_id: IssueId | null };
type MergedRow = IssueName & {
  id: IssueId;
  number: number;
  level: number;
  unhandled: number;
  platform: string;
  standing: string;
};

export async function splitIssue(
  held: HeldProject,
  split: Parameters<GroupingStore["split"]>[1],
): ReturnType<GroupingStore["split"]> {
  const { projectId, query } = held;
  const source = (await lockIssues(query, projectId, [split.issue])).get(split.issue);
  const own = await query<PrintRow>(sql`SELECT hash, first_seen, origin_id FROM fingerprints
    WHERE project_id = ${projectId} AND issue_id = ${split.issue}`);
  const taken = own.filter(({ hash }) => split.hashes.includes(hash));
  if (!source || taken.length === 0 || taken.length < new Set(split.hashes).size) return "unknown";
  if (taken.length === own.length) return "whole";
  if (await isMoving(query, projectId, split.issue)) return "moving";
  const part = await begin(held, source, taken, split.name);
  await Promise.all([
    query(sql`UPDATE fingerprints SET issue_id = ${part.id},
        origin_id = CASE WHEN origin_id = ${part.id} THEN NULL ELSE coalesce(origin_id, ${source.id}) END
      WHERE project_id = ${projectId} AND issue_id = ${source.id} AND ${isAnyText(raw("hash"), split.hashes)}`),
    // If a source map changed a fingerprint, its first seen is that of its issue, because events
    // may be older.
    query(sql`INSERT INTO event_moves (project_id, from_id, to_id, counted_in, hashes, first_day)
      VALUES (${projectId}, ${source.id}, ${part.id}, ${source.id}, ${JSON.stringify(split.hashes)},
        ${dayOf(source.firstSeen)})`),
  ]);
  const { at, by } = split;
  await held.log([
    { issueId: source.id, at, by, what: { kind: "split", into: part.shortId } },
    { issueId: part.id, at, by, what: { kind: "split-off", from: source.shortId } },
  ]);
  return part;
}

/**
 * The issue that all the fingerprints came from, if it does not exist, or a new one. Values are from
 * before the merge, or from the issue it leaves.
 */
async function begin(
  held: HeldProject,
  source: Issue,
  taken: PrintRow[],
  name: IssueName,
): Promise<Issue> {
  const { projectId, query } = held;
  const back = await originOf(held, source, taken);
  const { type, value, culprit }: IssueName = back ?? name;
  const is = storedStatusOf(back ? (JSON.parse(back.standing) as Issue["state"]) : source.state);
  const number = back?.number ?? (await takeNumber(held));
  const firstSeen = Math.min(...taken.map(({ first_seen }) => first_seen));
  const words = wordsOf({ type, value, culprit });
  const idColumn = raw(back ? "id, " : "");
  const made = await firstOf(
    query<{
      id: IssueId;
    }>(sql`INSERT INTO issues (${idColumn}project_id, number, state, substate, level,
        first_seen, last_seen, unhandled, platform, standing, type, value, culprit${inSqlite(", words")})
      SELECT ${back ? sql`${back.id}, ` : raw("")}i.project_id, ${number}, ${is.state}, ${is.substate},
        coalesce(${back?.level ?? null}, i.level), ${firstSeen}, i.last_seen,
        coalesce(${back?.unhandled ?? null}, i.unhandled), coalesce(${back?.platform ?? null}, i.platform),
        coalesce(${back?.standing ?? null}, i.standing), ${type}, ${value}, ${culprit}${byDialect(sql`, ${words}`, raw(""))}
      FROM issues i WHERE i.project_id = ${projectId} AND i.id = ${source.id} RETURNING id`),
  );
  const { id } = made!;
  await Promise.all([
    back &&
      query(sql`DELETE FROM merged_issues WHERE project_id = ${projectId} AND id = ${back.id}`),
    held.saveWords(id, { type, value, culprit }),
    held.countMoves([{ id, is }]),
  ]);
  return (await issuesByIds(query, projectId, [id])).get(id)!;
}

async function originOf(
  { projectId, query }: HeldProject,
  source: Issue,
  taken: PrintRow[],
): Promise<MergedRow | undefined> {
  const origins = new Set(taken.map(({ origin_id }) => origin_id));
  const [origin] = origins;
  if (origins.size > 1 || origin == null) return undefined;
  return firstOf(
    query<MergedRow>(sql`SELECT id, number, level, unhandled, platform, standing, type, value, culprit FROM merged_issues
      WHERE project_id = ${projectId} AND id = ${origin} AND into_id = ${source.id}`),
  );
}

/** SQLite stores the last number with the project, PostgreSQL in a distributed table. */
async function takeNumber({ projectId, query }: HeldProject): Promise<number> {
  const take = byDialect(
    sql`UPDATE projects SET last_number = last_number + 1 WHERE id = ${projectId} RETURNING last_number AS last`,
    sql`INSERT INTO issue_numbers (project_id, last) VALUES (${projectId}, 1)
      ON CONFLICT (project_id) DO UPDATE SET last = issue_numbers.last + excluded.last RETURNING last`,
  );
  return (await firstOf(query<{ last: number }>(sql`${take}`)))!.last;
}
