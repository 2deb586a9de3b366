import type { DatabaseSync } from "node:sqlite";
import {
  type Condition,
  statusCondition,
  valuesOf,
  whereOf,
} from "#server/storage/issue-search/filter.sqlite.ts";
import type { Source } from "#server/storage/issue-search/sources.sqlite.ts";
import type { Place, Stretch } from "#server/storage/issues/stretch.ts";

/**
 * The reverse of `walk`: takes issues from a source, then sorts the matching ones. For filters so
 * selective that walking in order would skip most of the project.
 */
export function gather(
  reader: DatabaseSync,
  source: Source,
  stretch: Stretch,
  conditions: Condition[],
  limit: number,
): Place[] {
  const { projectId, branches, column, from } = stretch;
  const standings = branches.map(statusCondition);
  const all: Condition[] = [
    { sql: "i.project_id = ?", values: [projectId] },
    {
      sql: `(${standings.map(({ sql }) => `(${sql})`).join(" OR ")})`,
      values: valuesOf(standings),
    },
    { sql: `(i.${column}, i.id) < (?, ?)`, values: [from.key, from.id] },
    ...conditions,
  ];
  const sql = `SELECT i.id AS id, i.${column} AS key
    FROM (${source.sql}) s CROSS JOIN issues i NOT INDEXED ON i.id = s.id
    WHERE ${whereOf(all)} ORDER BY key DESC, i.id DESC LIMIT ?`;
  return reader.prepare(sql).all(...source.values, ...valuesOf(all), limit) as Place[];
}

/** The smallest source. Counting stops at `upTo`; sources that reach it count as equal. */
export function narrowest(
  reader: DatabaseSync,
  sources: Source[],
  upTo: number,
): Source & { size: number } {
  const sized = sources.map((source) => ({ ...source, size: sizeOf(reader, source, upTo) }));
  return sized.reduce((best, each) => (each.size < best.size ? each : best));
}

function sizeOf(reader: DatabaseSync, { sql, values }: Source, upTo: number): number {
  const counted = reader.prepare(`SELECT count(*) AS size FROM (SELECT 1 FROM (${sql}) LIMIT ?)`);
  return (counted.get(...values, upTo) as { size: number }).size;
}
