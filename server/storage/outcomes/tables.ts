import { int, text, withoutRowid } from "#server/storage/column-types.ts";
import { sql } from "#server/storage/sql.ts";
import type { Tables } from "#server/storage/table.ts";

export const outcomeTables: Tables = {
  ledger: {
    rows: "as long as rollups by day (`jobs/evictions`)",
    splitBy: "project_id",
    refersTo: {},
    make: sql`
CREATE TABLE ledger (
  project_id ${int} NOT NULL,
  hour ${int} NOT NULL,
  outcome ${text} NOT NULL,
  category ${text} NOT NULL,
  reason ${text} NOT NULL,
  quantity ${int} NOT NULL,
  PRIMARY KEY (project_id, hour, outcome, category, reason)
)${withoutRowid};`,
  },
};
