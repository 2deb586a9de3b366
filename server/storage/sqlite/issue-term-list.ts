import type { DatabaseSync } from "node:sqlite";
import type { Frequency } from "#server/storage/facet-store.ts";
import type { IssueStore } from "#server/storage/store.ts";
import { prepare } from "./statement.ts";

/** Keys, and values of one, that are looked at for those of most issues: there may be a million. */
const mostLookedAt = 2_000;

const selectKeys = `SELECT text, issues FROM (SELECT key AS text, issues FROM tag_terms
  WHERE project_id = ? AND value IS NULL ORDER BY key LIMIT ${mostLookedAt})
  WHERE lower(text) GLOB ? ORDER BY issues DESC, text LIMIT ?`;
const selectValues = `SELECT text, issues FROM (SELECT value AS text, issues FROM tag_terms
  WHERE project_id = ? AND key = ? AND value IS NOT NULL LIMIT ${mostLookedAt})
  WHERE lower(text) GLOB ? ORDER BY issues DESC, text LIMIT ?`;

export function readTerms(reader: DatabaseSync): IssueStore["terms"] {
  const keys = prepare<Frequency>(reader, selectKeys);
  const values = prepare<Frequency>(reader, selectValues);
  return async (projectId, { key, prefix = "", limit }) => {
    const beginning = `${prefix.toLowerCase().replaceAll(/[*?[]/g, "[$&]")}*`;
    const rows =
      key === undefined ? keys.all(projectId, beginning, limit) : values.all(projectId, key, beginning, limit);
    return rows.map(({ text, issues }) => ({ text, issues }));
  };
}
