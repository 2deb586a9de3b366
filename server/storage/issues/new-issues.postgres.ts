import type { IssueId } from "#server/domain/ids.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { NewIssue } from "#server/storage/digest/digest-store.ts";
import { type Move, storedStatusOf } from "#server/storage/issues/stored-status.ts";
import { newIssueValues } from "#server/storage/layout/written-values.ts";
import { columnsOf } from "#server/storage/postgres/columns.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import { saveWords } from "./changes.postgres.ts";
import { countMoves } from "./counts.postgres.ts";

export const takeNumbers = `INSERT INTO issue_numbers (project_id, last) VALUES ($1, $2)
  ON CONFLICT (project_id) DO UPDATE SET last = issue_numbers.last + excluded.last RETURNING last`;
const selectPrefix = "SELECT prefix FROM projects WHERE id = $1";
const insertIssues = `INSERT INTO issues (project_id, number, state, substate, level, first_seen, last_seen, unhandled,
  platform, standing, first_release, last_release, type, value, culprit, created_at)
  SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[],
    $8::bigint[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[], $16::bigint[])
  RETURNING project_id, number, id`;
const insertFingerprints = `INSERT INTO fingerprints (project_id, hash, issue_id, algorithm, first_seen)
  SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::bigint[])`;

type Made = { project_id: number; number: number; id: number };

/** Use in a transaction. Running numbers have no gaps, even if a batch is rolled back. */
export async function createIssues(query: Query, issues: NewIssue[]): Promise<Issue[]> {
  if (issues.length === 0) return [];
  const numbered = await giveNumbers(query, issues);
  const rows = await query<Made>(
    insertIssues,
    ...columnsOf(numbered.map((issue) => newIssueValues(issue, issue.number))),
  );
  const ids = new Map(
    rows.map(({ project_id, number, id }) => [`${project_id}:${number}`, id as IssueId]),
  );
  const made = numbered.map((each) => {
    const { hash, algorithm, searched, createdAt: _, ...issue } = each;
    const id = ids.get(`${issue.projectId}:${issue.number}`)!;
    return {
      searched,
      print: { hash, algorithm },
      issue: { ...issue, id, count: 0, userCount: 0 },
    };
  });
  const prints = made.map(({ print: { hash, algorithm }, issue: { projectId, id, firstSeen } }) => [
    projectId,
    hash,
    id,
    algorithm,
    firstSeen,
  ]);
  const issuesMade = made.map(({ issue }) => issue);
  const named = made.map(({ issue, searched }) => ({
    ...issue,
    ...(searched !== undefined && { searched }),
  }));
  const byProject = Map.groupBy(named, ({ projectId }) => projectId);
  await Promise.all([
    query(insertFingerprints, ...columnsOf(prints)),
    ...[...byProject].flatMap(([projectId, ofProject]) => [
      saveWords(query, projectId, ofProject),
      countMoves(query, projectId, ofProject.map(moveOf)),
    ]),
  ]);
  return issuesMade;
}

const moveOf = ({ id, state }: Pick<Issue, "id" | "state">): Move => ({
  id,
  is: storedStatusOf(state),
});

type Numbered = NewIssue & Pick<Issue, "number" | "shortId">;

type Numbers = { next: number; prefix: string };

async function giveNumbers(query: Query, issues: NewIssue[]): Promise<Numbered[]> {
  const byProject = [...Map.groupBy(issues, ({ projectId }) => projectId)].toSorted(
    ([a], [b]) => a - b,
  );
  const numbers = new Map(
    await Promise.all(
      byProject.map(async ([projectId, { length }]) => {
        const [[taken], [project]] = await Promise.all([
          query<{ last: number }>(takeNumbers, projectId, length),
          query<{ prefix: string }>(selectPrefix, projectId),
        ]);
        return [projectId, { next: taken!.last - length + 1, prefix: project!.prefix }] as [
          number,
          Numbers,
        ];
      }),
    ),
  );
  return issues.map((issue) => {
    const ofProject = numbers.get(issue.projectId)!;
    const number = ofProject.next++;
    return { ...issue, number, shortId: `${ofProject.prefix}-${number}` };
  });
}
