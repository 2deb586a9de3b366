import type { DatabaseSync } from "node:sqlite";
import { type Condition, standingCondition, valuesOf, whereOf } from "./issue-filter.ts";
import type { Source } from "./issue-sources.ts";
import type { Place, Stretch } from "./issue-walk.ts";

/** Beyond this many a source counts as large; all large ones are alike. */
const countedUpTo = 20_000;

/**
 * The other way round from `walk`: takes the issues from the narrowest source there is, then sorts what meets the
 * conditions. For filters that let so few through that walking the order would pass by most of the project.
 */
export function gather(
  reader: DatabaseSync,
  sources: Source[],
  stretch: Stretch,
  conditions: Condition[],
  limit: number,
): Place[] {
  const source = narrowest(reader, sources);
  const { projectId, branches, column, from } = stretch;
  const standings = branches.map(standingCondition);
  const all: Condition[] = [
    { sql: "i.project_id = ?", values: [projectId] },
    { sql: `(${standings.map(({ sql }) => `(${sql})`).join(" OR ")})`, values: valuesOf(standings) },
    { sql: `(i.${column}, i.id) < (?, ?)`, values: [from.key, from.id] },
    ...conditions,
  ];
  const sql = `SELECT i.id AS id, i.${column} AS key
    FROM (${source.sql}) s CROSS JOIN issues i NOT INDEXED ON i.id = s.id
    WHERE ${whereOf(all)} ORDER BY key DESC, i.id DESC LIMIT ?`;
  return reader.prepare(sql).all(...source.values, ...valuesOf(all), limit) as Place[];
}

function narrowest(reader: DatabaseSync, sources: Source[]): Source {
  const sized = sources.map((source) => ({ source, size: sizeOf(reader, source) }));
  return sized.reduce((best, each) => (each.size < best.size ? each : best)).source;
}

function sizeOf(reader: DatabaseSync, { sql, values }: Source): number {
  const counted = reader.prepare(`SELECT count(*) AS size FROM (SELECT 1 FROM (${sql}) LIMIT ${countedUpTo})`);
  return (counted.get(...values) as { size: number }).size;
}
