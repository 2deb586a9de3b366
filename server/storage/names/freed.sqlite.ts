import type { DatabaseSync } from "node:sqlite";
import { type Dimension, overflowName } from "#server/domain/cardinality/limits.ts";
import {
  fewTagRows,
  type FreedNames,
  listedOnly,
  type NameStore,
} from "#server/storage/names/name-store.ts";
import { ensureEnvironment } from "./environments.sqlite.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";
import type { Write } from "#server/storage/sqlite/writing.ts";

/** Names per transaction: a few milliseconds, during which the digest waits. */
const slice = 20;

const selectUnused = `SELECT name FROM names WHERE project_id = ?1 AND dimension = ?2
  AND (last_on < ?3 OR (first_on = last_on AND last_on < ?4)) LIMIT ${slice}`;

/**
 * In slices, releasing the write lock in between. One name at a time: triggers maintain the
 * counters, which PostgreSQL changes by statement for a whole slice.
 */
export function freeNames(writer: DatabaseSync, write: Write): NameStore["free"] {
  const unused = prepare<{ name: string }>(writer, selectUnused);
  const remove = prepare(
    writer,
    "DELETE FROM names WHERE project_id = ? AND dimension = ? AND name = ?",
  );
  const keepListed = prepare(
    writer,
    "UPDATE OR REPLACE names SET dimension = ?4 WHERE project_id = ?1 AND dimension = ?2 AND name = ?3",
  );
  const unlist = unlistNames(writer);

  function freeSlice({ projectId, dimension, unseenSince, onceBefore }: FreedNames): number {
    const names = unused.all(projectId, dimension, unseenSince, onceBefore).map(({ name }) => name);
    for (const name of names) {
      unlist[dimension]?.(projectId, name);
      if (dimension === "routes" || dimension === "pages")
        keepListed.run(projectId, dimension, name, listedOnly[dimension]);
      else remove.run(projectId, dimension, name);
    }
    return names.length;
  }

  return async (freed) => {
    for (let total = 0; ;) {
      const now = await write(() => freeSlice(freed));
      total += now;
      if (now < slice) return total;
    }
  };
}

type Unlist = (projectId: number, name: string) => void;

/** Deletes list entries of a freed name. Rows with counts stay until they expire. */
function unlistNames(writer: DatabaseSync): { [dimension in string]?: Unlist } {
  const service = prepare(writer, "DELETE FROM services WHERE project_id = ? AND name = ?");
  const release = prepare(writer, deleteRelease);
  return {
    environments: mergeEnvironment(writer),
    services: (projectId, name) => void service.run(projectId, name),
    releases: (projectId, name) => void release.run(projectId, name),
    tagKeys: removeTagKey(writer),
    [listedOnly.routes]: removeListed(writer, "operations", "routes", [
      "service",
      "kind",
      "route",
      "method",
    ]),
    [listedOnly.pages]: removeListed(writer, "vital_pages", "pages", ["service", "route"]),
  };
}

/** Their rollups have expired. Keeps the newest row, because SQLite would reuse its number. */
function removeListed(
  writer: DatabaseSync,
  table: string,
  dimension: Dimension,
  columns: string[],
): Unlist {
  const isUsed = prepare(
    writer,
    `SELECT 1 FROM names WHERE project_id = ? AND dimension = '${dimension}' AND name = ?`,
  );
  const remove = prepare(
    writer,
    `DELETE FROM ${table} WHERE project_id = ? AND (${columns.join()}) = (${columns.map(() => "?").join()})
      AND id < (SELECT max(id) FROM ${table})`,
  );
  return (projectId, name) => {
    const parts = name.split("\n");
    // Without a method, the last part is empty.
    if (!isUsed.get(projectId, name))
      remove.run(projectId, ...columns.map((_, at) => parts[at] ?? ""));
  };
}

const ofKey = "project_id = ?1 AND key = ?2";
const selectIssues = `SELECT t.issue_id FROM tag_terms n JOIN issue_terms t ON t.term_id = n.id
  WHERE n.project_id = ?1 AND n.key = ?2 AND n.value IS NULL AND n.issues <= ${fewTagRows.issues}
    AND (SELECT count(*) FROM (SELECT 1 FROM tag_terms WHERE ${ofKey} LIMIT ${fewTagRows.values + 1})) <= ${fewTagRows.values}`;

/** Triggers also delete it from the terms. */
function removeTagKey(writer: DatabaseSync): Unlist {
  const issues = prepare<{ issue_id: number }>(writer, selectIssues);
  const removes = ["issue_tags", "issue_tag_keys"].map((table) =>
    prepare(writer, `DELETE FROM ${table} WHERE issue_id = ? AND key = ?`),
  );
  return (projectId, key) => {
    for (const { issue_id } of issues.all(projectId, key))
      for (const remove of removes) remove.run(issue_id, key);
  };
}

/** A release with data entered by a person is kept. */
const deleteRelease = `DELETE FROM releases WHERE project_id = ?1 AND version = ?2 AND released_at IS NULL AND url IS NULL
  AND ref IS NULL AND NOT EXISTS (SELECT 1 FROM release_commits WHERE project_id = ?1 AND version = ?2)
  AND NOT EXISTS (SELECT 1 FROM deploys WHERE project_id = ?1 AND version = ?2)`;

const issuesIn = "SELECT issue_id FROM issue_environments WHERE environment_id = ?2";
const addTo = (
  table: string,
  at: string,
) => `INSERT INTO ${table} (issue_id, ${at}, environment_id, count)
  SELECT issue_id, ${at}, ?1, count FROM ${table} WHERE issue_id IN (${issuesIn}) AND environment_id = ?2
  ON CONFLICT DO UPDATE SET count = count + excluded.count`;
const removeFrom = (table: string) =>
  `DELETE FROM ${table} WHERE issue_id IN (${issuesIn.replace("?2", "?1")}) AND environment_id = ?1`;
const addSeenIn = `INSERT INTO issue_environments (environment_id, issue_id, first_seen, last_seen)
  SELECT ?1, issue_id, first_seen, last_seen FROM issue_environments WHERE environment_id = ?2
  ON CONFLICT DO UPDATE SET first_seen = min(first_seen, excluded.first_seen), last_seen = max(last_seen, excluded.last_seen)`;
const find = `SELECT id FROM environments WHERE project_id = ? AND name = ?
  AND id < (SELECT max(id) FROM environments)`;

/**
 * Adds data of the environment to "(other)". Keeps the newest row, because SQLite would reuse its
 * number.
 */
function mergeEnvironment(writer: DatabaseSync): Unlist {
  const ensure = ensureEnvironment(writer);
  const row = prepare<{ id: number }>(writer, find);
  const adds = [addTo("issue_hours", "hour"), addTo("issue_days", "day"), addSeenIn];
  const removes = [removeFrom("issue_hours"), removeFrom("issue_days")];
  const [adding, removing] = [adds, removes].map((all) => all.map((sql) => prepare(writer, sql)));
  const unsee = prepare(writer, "DELETE FROM issue_environments WHERE environment_id = ?");
  const remove = prepare(writer, "DELETE FROM environments WHERE id = ?");
  return (projectId, name) => {
    const other = ensure(projectId, overflowName);
    const id = row.get(projectId, name)?.id;
    if (id === undefined) return;
    for (const add of adding!) add.run(other, id);
    for (const each of [...removing!, unsee, remove]) each.run(id);
  };
}
