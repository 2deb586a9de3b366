import type { IssueId } from "#server/domain/ids.ts";
import type { HeldProject } from "#server/storage/grouping/held-project.ts";
import { ofIssue, ofIssues, projectColumn, projectValue } from "#server/storage/issues/of-issue.ts";
import { greatest, joined, least, raw, type Sql, sql } from "#server/storage/sql.ts";

type Adding = "sum" | "min" | "max";
type Sum = { key: string; columns: { readonly [column: string]: Adding } };

/** Counters, summed per key. */
const sums: { readonly [table: string]: Sum } = {
  issue_hours: { key: "hour, environment_id", columns: { count: "sum" } },
  issue_days: { key: "day, environment_id", columns: { count: "sum" } },
  issue_tags: { key: "key, value", columns: { count: "sum", last_seen: "max" } },
  // `distinct_values` is counted again below.
  issue_tag_keys: { key: "key", columns: { distinct_values: "sum", uncounted: "sum" } },
  issue_environments: {
    key: "environment_id",
    columns: { first_seen: "min", last_seen: "max" },
  },
};

/**
 * Rows that the target may already have (the same user, subscriber, or release relation) are kept.
 */
const joins: { readonly [table: string]: string } = {
  issue_users: "user_hash",
  subscriptions: "user_id, because",
  release_issues: "version, relation",
};

const moves = ["activities", "comments", "feedback", "shares", "late_arrivals"];

/** Every table with rows of an issue; a test compares them with the schema. */
export const mergedTables: readonly string[] = [
  ...Object.keys(sums),
  ...Object.keys(joins),
  ...moves,
];

/**
 * Moves all rows that reference the merged issues, in every table, except states recorded by bulk
 * actions.
 */
export async function mergeRows(
  { projectId, query }: HeldProject,
  into: IssueId,
  from: IssueId[],
): Promise<void> {
  const ofOthers = ofIssues(projectId, from);
  await Promise.all([
    ...Object.entries(sums).map(([table, { key, columns }]) => {
      const names = raw(Object.keys(columns).join(", "));
      const added = Object.entries(columns).map(([name, add]) => raw(`${add}(${name})`));
      const kept = Object.entries(columns).map(([name, add]) => addedUp(table, name, add));
      return query(sql`INSERT INTO ${raw(table)} (${projectColumn}issue_id, ${raw(key)}, ${names})
        SELECT ${projectValue(projectId)}${into}, ${raw(key)}, ${joined(added, ", ")} FROM ${raw(table)}
        WHERE ${ofOthers} GROUP BY ${raw(key)}
        ON CONFLICT (${projectColumn}issue_id, ${raw(key)}) DO UPDATE SET ${joined(kept, ", ")}`);
    }),
    ...Object.entries(joins).map(([table, columns]) => {
      const project = table === "release_issues" ? raw("project_id, ") : projectColumn;
      return query(sql`INSERT INTO ${raw(table)} (${project}issue_id, ${raw(columns)})
        SELECT ${project}${into}, ${raw(columns)} FROM ${raw(table)} WHERE ${ofOthers} ORDER BY issue_id
        ON CONFLICT DO NOTHING`);
    }),
    ...moves.map((table) =>
      query(sql`UPDATE ${raw(table)} SET issue_id = ${into} WHERE ${ofOthers}`),
    ),
  ]);
  await countValues({ projectId, query }, into);
}

function addedUp(table: string, name: string, add: Adding): Sql {
  const [present, other] = [raw(`${table}.${name}`), raw(`excluded.${name}`)];
  const sum = sql`${present} + ${other}`;
  const result = { sum, max: greatest(present, other), min: least(present, other) }[add];
  return sql`${raw(name)} = ${result}`;
}

/** Counts the values of each tag key of an issue. */
export async function countValues(
  { projectId, query }: Pick<HeldProject, "projectId" | "query">,
  id: IssueId,
): Promise<void> {
  const ofThis = ofIssue(projectId, id);
  await query(sql`UPDATE issue_tag_keys SET distinct_values =
    (SELECT count(*) FROM issue_tags WHERE ${ofThis} AND issue_tags.key = issue_tag_keys.key) WHERE ${ofThis}`);
}
