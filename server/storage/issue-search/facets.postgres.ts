import { keysWithoutFacet } from "#server/domain/event/derived-tags.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import type { Facets, Frequency } from "#server/storage/issue-search/facet-store.ts";
import {
  fewValues,
  keysLookedAt,
  keysShown,
  keysTried,
} from "#server/storage/issue-search/facet-keys.ts";
import { levelOf } from "#server/storage/issues/stored-status.ts";
import type { IssueStore } from "#server/storage/issues/issue-store.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import { issuePlaces } from "#server/storage/issues/list.postgres.ts";

type LevelRow = { level: number; issues: number };
type ValueRow = { key: string; text: string; issues: number };
type AssigneeRow = { assignee_id: number | null; issues: number };
type PersonRow = { id: number; name: string; email: string };

// In index order; otherwise, the planner expects to find them early in a full table scan.
const telling = `SELECT k.key FROM (SELECT key, issues FROM
    (SELECT key, issues FROM tag_terms WHERE project_id = $1 AND value IS NULL AND issues > 0 ORDER BY key LIMIT ${keysLookedAt}) all_keys
    WHERE key <> ALL($2::text[]) ORDER BY issues DESC, key LIMIT ${keysTried}) k CROSS JOIN LATERAL (SELECT count(*) AS count FROM (SELECT 1 FROM tag_terms v
    WHERE v.project_id = $1 AND v.key = k.key AND v.value IS NOT NULL ORDER BY v.value LIMIT ${fewValues + 1}) few) v
  WHERE v.count BETWEEN 2 AND ${fewValues}
  ORDER BY k.issues DESC, k.key LIMIT ${keysShown}`;

// Each query reads only the selected issues: a few reads per issue, regardless of the total.
const levels = `SELECT level, count(*) AS issues FROM issues WHERE project_id = $1 AND id = ANY($2::bigint[])
  GROUP BY level ORDER BY issues DESC, level LIMIT $3`;
const environments = `SELECT n.name AS text, count(*) AS issues FROM issue_environments e
  JOIN environments n ON n.project_id = e.project_id AND n.id = e.environment_id
  WHERE e.project_id = $1 AND e.issue_id = ANY($2::bigint[]) AND n.name <> ''
  GROUP BY n.name ORDER BY issues DESC, text LIMIT $3`;
const values = `SELECT key, text, issues FROM (SELECT key, value AS text, count(*) AS issues,
    row_number() OVER (PARTITION BY key ORDER BY count(*) DESC, value) AS place
  FROM issue_tags WHERE project_id = $1 AND issue_id = ANY($2::bigint[]) AND key = ANY($4::text[]) GROUP BY key, value) ranked
  WHERE place <= $3 ORDER BY key, place`;
const assignees = `SELECT assignee_id, count(*) AS issues FROM issues
  WHERE project_id = $1 AND id = ANY($2::bigint[]) GROUP BY assignee_id`;
const people = "SELECT id, name, email FROM users WHERE id = ANY($1::bigint[])";

export const readFacets =
  (query: Query): IssueStore["facets"] =>
  async (filter, most) => {
    const { projectId } = filter;
    const [{ places, next }, telltales] = await Promise.all([
      issuePlaces(query, { ...filter, sort: "last-seen", limit: most.issues }),
      query<{ key: string }>(telling, projectId, keysWithoutFacet),
    ]);
    const ids = places.map(({ id }) => id);
    const keys = telltales.map(({ key }) => key);
    const [byLevel, byEnvironment, byValue, byAssignee] = await Promise.all([
      query<LevelRow>(levels, projectId, ids, most.values),
      query<Frequency>(environments, projectId, ids, most.values),
      query<ValueRow>(values, projectId, ids, most.values, ["release", ...keys]),
      readAssignees(query, projectId, ids),
    ]);
    const valuesOf = (key: string) => byValue.filter((row) => row.key === key).map(plain);
    return {
      issues: places.length,
      isAll: next === undefined,
      levels: byLevel.map(({ level, issues }) => ({ text: levelOf(level), issues })),
      environments: byEnvironment.map(plain),
      releases: valuesOf("release"),
      assignees: byAssignee.assignees.slice(0, most.values),
      unassigned: byAssignee.unassigned,
      tags: keys
        .map((key) => ({ key, values: valuesOf(key) }))
        .filter((tag) => tag.values.length > 0),
    };
  };

async function readAssignees(
  query: Query,
  projectId: ProjectId,
  ids: number[],
): Promise<Pick<Facets, "assignees" | "unassigned">> {
  const counts = await query<AssigneeRow>(assignees, projectId, ids);
  const asked = counts.flatMap(({ assignee_id }) => assignee_id ?? []);
  const named = asked.length === 0 ? [] : await query<PersonRow>(people, asked);
  const issuesOf = new Map(counts.map(({ assignee_id, issues }) => [assignee_id, issues]));
  const found = named.map(({ id, name, email }) => ({
    text: name,
    email,
    issues: issuesOf.get(id)!,
  }));
  return {
    assignees: found.toSorted((a, b) => b.issues - a.issues || (a.text < b.text ? -1 : 1)),
    unassigned: issuesOf.get(null) ?? 0,
  };
}

const plain = ({ text, issues }: Frequency): Frequency => ({ text, issues });
