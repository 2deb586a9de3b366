import type { IssueId } from "#server/domain/ids.ts";
import type { HeldProject } from "#server/storage/grouping/held-project.ts";
import { ofIssue, ofIssues, projectColumn, projectValue } from "#server/storage/issues/of-issue.ts";
import type { Sum } from "#server/storage/table.ts";
import { type TableOfIssues, tablesOfIssues } from "#server/storage/tables.ts";
import { greatest, joined, least, raw, type Sql, sql } from "#server/storage/sql.ts";

/**
 * Moves all rows that name the merged issues, as their table's entry says, except states recorded by
 * bulk actions.
 */
export async function mergeRows(
  { projectId, query }: HeldProject,
  into: IssueId,
  from: IssueId[],
): Promise<void> {
  const ofOthers = ofIssues(projectId, from);
  const moveRows = ({ name, onMerge, isByProject }: TableOfIssues): Sql | undefined => {
    const table = raw(name);
    if (onMerge === "keep") return undefined;
    if (onMerge === "move") return sql`UPDATE ${table} SET issue_id = ${into} WHERE ${ofOthers}`;
    if ("union" in onMerge) {
      const columns = raw(onMerge.union);
      const project = isByProject ? raw("project_id, ") : projectColumn;
      return sql`INSERT INTO ${table} (${project}issue_id, ${columns})
        SELECT ${project}${into}, ${columns} FROM ${table} WHERE ${ofOthers} ORDER BY issue_id
        ON CONFLICT DO NOTHING`;
    }
    const by = raw(onMerge.by);
    const sums = Object.entries(onMerge.sum);
    const names = raw(sums.map(([each]) => each).join(", "));
    const added = sums.map(([each, add]) => raw(`${add}(${each})`));
    const kept = sums.map(([each, add]) => addedUp(name, each, add));
    return sql`INSERT INTO ${table} (${projectColumn}issue_id, ${by}, ${names})
      SELECT ${projectValue(projectId)}${into}, ${by}, ${joined(added, ", ")} FROM ${table}
      WHERE ${ofOthers} GROUP BY ${by}
      ON CONFLICT (${projectColumn}issue_id, ${by}) DO UPDATE SET ${joined(kept, ", ")}`;
  };
  const statements = tablesOfIssues.map(moveRows).filter((each) => each !== undefined);
  await Promise.all(statements.map(query));
  await countValues({ projectId, query }, into);
}

function addedUp(table: string, name: string, add: Sum["sum"][string]): Sql {
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
