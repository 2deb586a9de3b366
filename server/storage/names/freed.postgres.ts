import type { ProjectId } from "#server/domain/ids.ts";
import { overflowName } from "#server/domain/cardinality/limits.ts";
import {
  fewTagRows,
  type FreedNames,
  listedOnly,
  type NameStore,
} from "#server/storage/names/name-store.ts";
import type { Database, Query } from "#server/storage/postgres/database.ts";
import { environmentIds, environmentKey } from "./environments.postgres.ts";
import { countTerms } from "#server/storage/tags/terms.postgres.ts";
import { countPlaces } from "#server/storage/issues/counts.postgres.ts";
import { lockProjects } from "#server/storage/postgres/writers.ts";

/** Names per transaction, during which the project's digest waits. */
const slice = 20;

const removeUnused = `DELETE FROM names WHERE project_id = $1 AND dimension = $2 AND name = ANY(ARRAY(
    SELECT name FROM names WHERE project_id = $1 AND dimension = $2
      AND (last_on < $3 OR (first_on = last_on AND last_on < $4)) LIMIT ${slice}))
  RETURNING name, last_on`;
const keepListed = `INSERT INTO names (project_id, dimension, name, first_on, last_on)
  SELECT $1, $2, name, last_on, last_on FROM unnest($3::text[], $4::bigint[]) AS c(name, last_on)
  ON CONFLICT (project_id, dimension, name) DO UPDATE SET last_on = excluded.last_on`;

/** In slices, releasing the project in between. */
export function freeNames(database: Database): NameStore["free"] {
  const freeSlice = (freed: FreedNames): Promise<number> =>
    database.transaction(async (query) => {
      const { projectId, dimension, unseenSince, onceBefore } = freed;
      await lockProjects(query, [projectId]);
      const rows = await query<{ name: string; last_on: number }>(
        removeUnused,
        projectId,
        dimension,
        unseenSince,
        onceBefore,
      );
      const names = rows.map(({ name }) => name);
      if (names.length === 0) return 0;
      await unlist[dimension]?.(query, projectId, names);
      if (dimension === "routes" || dimension === "pages")
        await query(
          keepListed,
          projectId,
          listedOnly[dimension],
          names,
          rows.map(({ last_on }) => last_on),
        );
      return names.length;
    });

  return async (freed) => {
    for (let total = 0; ;) {
      const now = await freeSlice(freed);
      total += now;
      if (now < slice) return total;
    }
  };
}

type Unlist = (query: Query, projectId: ProjectId, names: string[]) => Promise<unknown>;

const deleteServices = "DELETE FROM services WHERE project_id = $1 AND name = ANY($2::text[])";
/** A release with data entered by a person is kept. */
const deleteReleases = `DELETE FROM releases r WHERE r.project_id = $1 AND r.version = ANY($2::text[])
  AND r.released_at IS NULL AND r.url IS NULL AND r.ref IS NULL
  AND NOT EXISTS (SELECT 1 FROM release_commits c WHERE c.project_id = $1 AND c.version = r.version)
  AND NOT EXISTS (SELECT 1 FROM deploys d WHERE d.project_id = $1 AND d.version = r.version)`;

/** The domain's `operationKey` in SQL. */
const operationKey = `o.service || chr(10) || o.kind || chr(10) || o.route
    || CASE o.method WHEN '' THEN '' ELSE chr(10) || o.method END`;

/** Their rollups have expired. */
const deleteOperations = `DELETE FROM operations o WHERE o.project_id = $1
  AND ${operationKey} = ANY($2::text[])
  AND NOT EXISTS (SELECT 1 FROM names n WHERE n.project_id = $1 AND n.dimension = 'routes' AND n.name = ${operationKey})`;
const deletePages = `DELETE FROM vital_pages o WHERE o.project_id = $1
  AND o.service || chr(10) || o.route = ANY($2::text[])
  AND NOT EXISTS (SELECT 1 FROM names n WHERE n.project_id = $1 AND n.dimension = 'pages'
    AND n.name = o.service || chr(10) || o.route)`;

const selectFew = `SELECT k.key FROM tag_terms k WHERE k.project_id = $1 AND k.key = ANY($2::text[]) AND k.value IS NULL
  AND k.issues <= ${fewTagRows.issues} AND (SELECT count(*) FROM (SELECT 1 FROM tag_terms v
    WHERE v.project_id = $1 AND v.key = k.key LIMIT ${fewTagRows.values + 1}) few) <= ${fewTagRows.values}`;
const deleteTags =
  "DELETE FROM issue_tags WHERE project_id = $1 AND key = ANY($2::text[]) RETURNING key, value";
const deleteKeys =
  "DELETE FROM issue_tag_keys WHERE project_id = $1 AND key = ANY($2::text[]) RETURNING key";

async function removeTagKeys(query: Query, projectId: ProjectId, names: string[]): Promise<void> {
  const few = (await query<{ key: string }>(selectFew, projectId, names)).map(({ key }) => key);
  if (few.length === 0) return;
  const values = await query<{ key: string; value: string }>(deleteTags, projectId, few);
  const keys = await query<{ key: string }>(deleteKeys, projectId, few);
  await countTerms(query, projectId, { values: [...values], keys: [...keys] }, -1);
}

/** Deletes list entries of freed names. Rows with counts stay until they expire. */
const unlist: { [dimension in string]?: Unlist } = {
  environments: mergeEnvironments,
  services: (query, projectId, names) => query(deleteServices, projectId, names),
  releases: (query, projectId, names) => query(deleteReleases, projectId, names),
  tagKeys: removeTagKeys,
  [listedOnly.routes]: (query, projectId, names) => query(deleteOperations, projectId, names),
  [listedOnly.pages]: (query, projectId, names) => query(deletePages, projectId, names),
};

const issuesIn =
  "SELECT issue_id FROM issue_environments WHERE project_id = $1 AND environment_id = ANY($2::bigint[])";
const inThese = `project_id = $1 AND issue_id IN (${issuesIn}) AND environment_id = ANY($2::bigint[])`;
const addTo = (
  table: string,
  at: string,
) => `INSERT INTO ${table} (project_id, issue_id, ${at}, environment_id, count)
  SELECT project_id, issue_id, ${at}, $3, sum(count)::bigint FROM ${table} WHERE ${inThese} GROUP BY 1, 2, 3
  ON CONFLICT (project_id, issue_id, ${at}, environment_id) DO UPDATE SET count = ${table}.count + excluded.count`;
const countTables = [
  { add: addTo("issue_hours", "hour"), remove: `DELETE FROM issue_hours WHERE ${inThese}` },
  { add: addTo("issue_days", "day"), remove: `DELETE FROM issue_days WHERE ${inThese}` },
];
const selectPlaces = `SELECT p.issue_id, bool_or(o.issue_id IS NOT NULL) AS is_there FROM issue_environments p
  LEFT JOIN issue_environments o ON o.project_id = $1 AND o.issue_id = p.issue_id AND o.environment_id = $3
  WHERE p.project_id = $1 AND p.environment_id = ANY($2::bigint[]) GROUP BY p.issue_id`;
const addSeenIn = `INSERT INTO issue_environments (project_id, environment_id, issue_id, first_seen, last_seen)
  SELECT $1, $3, issue_id, min(first_seen), max(last_seen) FROM issue_environments
  WHERE project_id = $1 AND environment_id = ANY($2::bigint[]) GROUP BY issue_id
  ON CONFLICT (project_id, environment_id, issue_id) DO UPDATE SET
    first_seen = least(issue_environments.first_seen, excluded.first_seen),
    last_seen = greatest(issue_environments.last_seen, excluded.last_seen)`;
const removeFrom = ["issue_environments", "issue_counts"].map(
  (table) => `DELETE FROM ${table} WHERE project_id = $1 AND environment_id = ANY($2::bigint[])`,
);
const removeRows = "DELETE FROM environments WHERE project_id = $1 AND id = ANY($2::bigint[])";

/** Adds data of these environments to "(other)". */
async function mergeEnvironments(
  query: Query,
  projectId: ProjectId,
  names: string[],
): Promise<void> {
  const other = { projectId, name: overflowName };
  const rows = await environmentIds(query, [other]);
  const otherId = rows.get(environmentKey(other))!;
  const found = await query<{ id: number }>(findRows, projectId, names);
  const ids = found.map(({ id }) => id);
  if (ids.length === 0) return;
  for (const { add, remove } of countTables) {
    await query(add, projectId, ids, otherId);
    await query(remove, projectId, ids);
  }
  const places = await query<{ issue_id: number; is_there: boolean }>(
    selectPlaces,
    projectId,
    ids,
    otherId,
  );
  await query(addSeenIn, projectId, ids, otherId);
  const added = places.filter(({ is_there }) => !is_there);
  await countPlaces(
    query,
    projectId,
    added.map(({ issue_id }) => ({ issueId: issue_id, environmentId: otherId })),
  );
  for (const remove of removeFrom) await query(remove, projectId, ids);
  await query(removeRows, projectId, ids);
}

const findRows = "SELECT id FROM environments WHERE project_id = $1 AND name = ANY($2::text[])";
