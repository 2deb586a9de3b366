import type { Query } from "#server/storage/database.ts";
import type { Frequency } from "#server/storage/issue-search/facet-store.ts";
import { globOf, likeOf } from "#server/storage/issue-search/text-glob.ts";
import { byDialect, raw, type Sql, sql } from "#server/storage/sql.ts";
import type { IssueStore } from "#server/storage/issues/issue-store.ts";

/** Number of keys or values read to find those of most issues: there may be a million. */
const mostLookedAt = raw(2_000);

const begins = (prefix: string): Sql =>
  byDialect(
    sql`lower(text) GLOB ${`${globOf(prefix)}*`}`,
    sql`lower(text) LIKE ${`${likeOf(prefix)}%`}`,
  );

export const readTerms =
  (query: Query): IssueStore["terms"] =>
  async (projectId, { key, prefix = "", limit }) => {
    const looked =
      key === undefined
        ? sql`SELECT key AS text, issues FROM tag_terms
            WHERE project_id = ${projectId} AND issues > 0 AND value IS NULL ORDER BY key LIMIT ${mostLookedAt}`
        : sql`SELECT value AS text, issues FROM tag_terms
            WHERE project_id = ${projectId} AND issues > 0 AND key = ${key} AND value IS NOT NULL
            ORDER BY value LIMIT ${mostLookedAt}`;
    const rows = await query<Frequency>(
      sql`SELECT text, issues FROM (${looked}) looked WHERE ${begins(prefix.toLowerCase())}
        ORDER BY issues DESC, text LIMIT ${limit}`,
    );
    return rows.map(({ text, issues }) => ({ text, issues }));
  };
