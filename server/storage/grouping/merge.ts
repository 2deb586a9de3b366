import type { IssueId, ProjectId } from "#server/domain/ids.ts";
import { type Issue, issueTitle } from "#server/domain/issue/issue.ts";
import { mergeFacts } from "#server/domain/issue/merge.ts";
import { dayOf } from "#server/domain/time.ts";
import type { HeldProject } from "#server/storage/grouping/held-project.ts";
import { ofIssue } from "#server/storage/issues/of-issue.ts";
import { storedStatusOf } from "#server/storage/issues/stored-status.ts";
import { issuesByIds, lockIssues } from "#server/storage/issues/stored-issues.ts";
import { greatest, isAnyOf, raw, rowsOf, sql } from "#server/storage/sql.ts";
import type { Act, GroupingStore } from "./grouping-store.ts";
import { mergeRows } from "./merge-rows.ts";

const titleLength = 200;

/** Merged issues are deleted last, with everything that was not moved. */
export async function mergeIssues(
  held: HeldProject,
  { from, into, at, by }: Parameters<GroupingStore["merge"]>[1],
): Promise<Issue | undefined> {
  const { projectId, query } = held;
  const found = await lockIssues(query, projectId, [...new Set([into, ...from])]);
  const target = found.get(into);
  const others = [...new Set(from)].flatMap((id) => (id === into ? [] : (found.get(id) ?? [])));
  if (!target || others.length === 0) return target;
  await take(held, target, others, at);
  const names = others.map((other) => ({
    shortId: other.shortId,
    title: issueTitle(other).slice(0, titleLength),
  }));
  await held.log([{ issueId: into, at, by, what: { kind: "merged", from: names } }]);
  return (await issuesByIds(query, projectId, [into])).get(into);
}

async function take(
  held: HeldProject,
  target: Issue,
  others: Issue[],
  at: Act["at"],
): Promise<void> {
  const { id } = target;
  const ids = others.map((other) => other.id);
  const was = [target, ...others].map((issue) => ({
    id: issue.id,
    was: storedStatusOf(issue.state),
  }));
  const facts = mergeFacts(target, others);
  await Promise.all([
    held.countMoves(was),
    held.forgetTermsOf([id, ...ids]),
    redirect(held, id, ids, at),
  ]);
  await mergeRows(held, id, ids);
  await Promise.all([
    moveTheirEvents(held, id, others),
    addUp(held, target, others, facts),
    held.countMoves([{ id, is: storedStatusOf(facts.state) }]),
    held.countTermsOf([id]),
    held.removeIssues(ids),
  ]);
}

/** Remembers the merged issues, and redirects moves from or to them to the target. */
async function redirect(
  { projectId, query }: HeldProject,
  into: IssueId,
  from: IssueId[],
  at: number,
): Promise<void> {
  const isTheirs = (column: string) => isAnyOf(raw(column), from);
  await Promise.all([
    query(sql`INSERT INTO merged_issues (id, project_id, number, into_id, merged_at, level, unhandled, platform, standing,
        type, value, culprit)
      SELECT id, project_id, number, ${into}, ${at}, level, unhandled, platform, standing, type, value, culprit
      FROM issues WHERE project_id = ${projectId} AND ${isTheirs("id")}`),
    query(
      sql`UPDATE merged_issues SET into_id = ${into} WHERE project_id = ${projectId} AND ${isTheirs("into_id")}`,
    ),
    query(
      sql`UPDATE event_moves SET to_id = ${into} WHERE project_id = ${projectId} AND ${isTheirs("to_id")}`,
    ),
    query(
      sql`UPDATE event_moves SET counted_in = ${into} WHERE project_id = ${projectId} AND ${isTheirs("counted_in")}`,
    ),
    query(sql`UPDATE fingerprints SET origin_id = coalesce(origin_id, issue_id), issue_id = ${into}
      WHERE project_id = ${projectId} AND ${isTheirs("issue_id")}`),
  ]);
}

async function moveTheirEvents(
  { projectId, query }: HeldProject,
  into: IssueId,
  others: Issue[],
): Promise<void> {
  const moves = rowsOf(
    { from_id: "bigint", first_day: "text" },
    others.map((other) => [other.id, dayOf(other.firstSeen)]),
  );
  await query(sql`INSERT INTO event_moves (project_id, from_id, to_id, first_day)
    SELECT ${projectId}, given.from_id, ${into}, given.first_day FROM ${moves}`);
}

async function addUp(
  { projectId, query }: HeldProject,
  { id }: Issue,
  others: Issue[],
  facts: ReturnType<typeof mergeFacts>,
): Promise<void> {
  const { state, substate } = storedStatusOf(facts.state);
  const count = others.reduce((sum, other) => sum + other.count, 0);
  const unhandled = others.some((other) => other.unhandled) ? 1 : 0;
  await query(sql`UPDATE issues SET event_count = event_count + ${count},
      unhandled = ${greatest(raw("unhandled"), sql`${unhandled}`)}, state = ${state}, substate = ${substate},
      standing = ${JSON.stringify(facts.state)}, first_seen = ${facts.firstSeen}, last_seen = ${facts.lastSeen},
      first_release = ${facts.firstRelease ?? null}, last_release = ${facts.lastRelease ?? null},
      user_count = ${userCount(projectId, id)}
    WHERE project_id = ${projectId} AND id = ${id}`);
}

/** Number of users of an issue, as a part of a statement. */
export const userCount = (projectId: ProjectId, id: IssueId) =>
  sql`(SELECT count(*) FROM issue_users WHERE ${ofIssue(projectId, id)})`;
