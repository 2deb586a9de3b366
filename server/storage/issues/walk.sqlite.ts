import type { DatabaseSync } from "node:sqlite";
import {
  type Condition,
  statusCondition,
  valuesOf,
  whereOf,
} from "#server/storage/issue-search/filter.sqlite.ts";
import type { Branch } from "#server/storage/issues/stored-status.ts";
import type { Place, Stretch } from "#server/storage/issues/stretch.ts";

/** Matching issues of the range, in order. Reads only the index if the conditions allow. */
export function walk(
  reader: DatabaseSync,
  stretch: Stretch,
  conditions: Condition[],
  limit: number,
): Place[] {
  const { sql, values } = branches(stretch, conditions);
  return reader
    .prepare(`${sql} ORDER BY key DESC, id DESC LIMIT ?`)
    .all(...values, limit) as Place[];
}

/**
 * Result of these steps. `floor`: where they ended if neither the page is full nor the range at its
 * end.
 */
export function walkSteps(
  reader: DatabaseSync,
  stretch: Stretch,
  conditions: Condition[],
  limit: number,
  steps: number,
): { places: Place[]; floor?: Place } {
  const floor = stepsInto(reader, stretch, steps);
  const places = walk(reader, { ...stretch, to: floor ?? stretch.to }, conditions, limit);
  return floor && places.length < limit ? { places, floor } : { places };
}

/**
 * The position this many steps into the range, regardless of matches; undefined if it ends earlier.
 */
function stepsInto(reader: DatabaseSync, stretch: Stretch, steps: number): Place | undefined {
  const { sql, values } = branches(stretch, []);
  const statement = reader.prepare(`${sql} ORDER BY key DESC, id DESC LIMIT 1 OFFSET ?`);
  return statement.get(...values, steps) as Place | undefined;
}

// SQLite merges the branches while walking, because each is ordered.
function branches(stretch: Stretch, conditions: Condition[]): Condition {
  const each = stretch.branches.map((branch) => oneBranch(stretch, branch, conditions));
  return { sql: each.map(({ sql }) => sql).join(" UNION ALL "), values: valuesOf(each) };
}

function oneBranch(
  { projectId, column, from, to }: Stretch,
  branch: Branch,
  conditions: Condition[],
): Condition {
  const within: Condition[] = [
    { sql: "i.project_id = ?", values: [projectId] },
    statusCondition(branch),
    { sql: `(i.${column}, i.id) < (?, ?)`, values: [from.key, from.id] },
    { sql: `(i.${column}, i.id) >= (?, ?)`, values: [to.key, to.id] },
    ...conditions,
  ];
  const sql = `SELECT i.id AS id, i.${column} AS key FROM issues i INDEXED BY issues_by_${column} WHERE ${whereOf(within)}`;
  return { sql, values: valuesOf(within) };
}
