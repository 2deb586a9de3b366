import {
  fill,
  inPostgres,
  int,
  toProject,
  rowId,
  strict,
  text,
  withoutRowid,
} from "#server/storage/column-types.ts";
import { sql } from "#server/storage/sql.ts";
import type { Tables } from "#server/storage/table.ts";

export const nameTables: Tables = {
  environments: {
    rows: "with their project",
    splitBy: "project_id",
    refersTo: {},
    make: sql`
CREATE TABLE environments (
  id ${rowId},
  project_id ${toProject},
  name ${text} NOT NULL,
  ${inPostgres("PRIMARY KEY (project_id, id),")}
  UNIQUE (project_id, name)
)${strict};`,
  },
  /**
   * Names that a project uses, of each kind with a limit (domain/cardinality), with their first and
   * last UTC day.
   */
  names: {
    rows: "with their project; once a kind of name is nearly full, unused ones are freed (`jobs/free-names`)",
    splitBy: "project_id",
    refersTo: {},
    make: sql`
CREATE TABLE names (
  project_id ${toProject},
  dimension ${text} NOT NULL,
  name ${text} NOT NULL,
  first_on ${int} NOT NULL,
  last_on ${int} NOT NULL,
  PRIMARY KEY (project_id, dimension, name)
)${withoutRowid}${fill(70)};`,
  },
};
