import type { Frequency } from "#server/storage/facet-store.ts";
import { likeOf } from "#server/storage/layout/text-glob.ts";
import type { IssueStore } from "#server/storage/store.ts";
import type { Query } from "./database.ts";

/** Keys, and values of one, that are looked at for those of most issues: there may be a million. */
const mostLookedAt = 2_000;

const selectKeys = `SELECT text, issues FROM (SELECT key AS text, issues FROM tag_terms
  WHERE project_id = $1 AND value IS NULL AND issues > 0 ORDER BY key LIMIT ${mostLookedAt}) looked
  WHERE lower(text) LIKE $2 ORDER BY issues DESC, text LIMIT $3`;
const selectValues = `SELECT text, issues FROM (SELECT value AS text, issues FROM tag_terms
  WHERE project_id = $1 AND key = $2 AND value IS NOT NULL AND issues > 0 ORDER BY value LIMIT ${mostLookedAt}) looked
  WHERE lower(text) LIKE $3 ORDER BY issues DESC, text LIMIT $4`;

export const readTerms =
  (query: Query): IssueStore["terms"] =>
  async (projectId, { key, prefix = "", limit }) => {
    const beginning = `${likeOf(prefix.toLowerCase())}%`;
    const rows =
      key === undefined
        ? await query<Frequency>(selectKeys, projectId, beginning, limit)
        : await query<Frequency>(selectValues, projectId, key, beginning, limit);
    return rows.map(({ text, issues }) => ({ text, issues }));
  };
