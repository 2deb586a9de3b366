import {
  inPostgres,
  int,
  toProject,
  real,
  rowId,
  strict,
  text,
  withoutRowid,
} from "#server/storage/column-types.ts";
import { byDialect, raw, sql } from "#server/storage/sql.ts";
import type { Tables } from "#server/storage/table.ts";

export const vitalTables: Tables = {
  vital_pages: {
    rows: "with their project; 10,000 at most",
    splitBy: "project_id",
    refersTo: {},
    make: sql`
CREATE TABLE vital_pages (
  id ${rowId},
  project_id ${toProject},
  service ${text} NOT NULL,
  route ${text} NOT NULL,
  ${inPostgres("PRIMARY KEY (project_id, id),")}
  UNIQUE (project_id, service, route)
)${strict};`,
  },
  /** A cell per vital, device class, and environment. */
  vital_rollups: {
    rows: "400 days, unless set; five minutes 49 hours, hours 35 days (`jobs/evictions`)",
    splitBy: "project_id",
    refersTo: {},
    make: byDialect(
      raw(`
CREATE TABLE vital_rollups (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  tier INTEGER NOT NULL,
  at INTEGER NOT NULL,
  page_id INTEGER NOT NULL,
  cells BLOB NOT NULL,
  by_release BLOB,
  UNIQUE (project_id, tier, at, page_id)
) STRICT;`),
      raw(`
CREATE TABLE vital_rollups (
  project_id bigint NOT NULL,
  tier bigint NOT NULL,
  at bigint NOT NULL,
  page_id bigint NOT NULL,
  cells bytea NOT NULL,
  by_release bytea,
  PRIMARY KEY (project_id, tier, at, page_id)
);`),
    ),
  },
  /**
   * The last report with each ID, and where it was counted: a later one replaces it. Reports
   * without a route wait for another of their visit.
   */
  vital_reports: {
    rows: "two days (`jobs/evictions`)",
    splitBy: "project_id",
    refersTo: {},
    make: sql`
CREATE TABLE vital_reports (
  project_id ${toProject},
  report_id ${text} NOT NULL,
  vital ${int} NOT NULL,
  value ${real} NOT NULL,
  at ${int} NOT NULL,
  page_id ${int} NOT NULL,
  device ${int} NOT NULL,
  environment_id ${int} NOT NULL,
  release_id ${int} NOT NULL,
  visit ${text},
  has_route ${int} NOT NULL,
  PRIMARY KEY (project_id, report_id, vital)
)${withoutRowid};
CREATE INDEX vital_reports_by_age ON vital_reports (${inPostgres("project_id, ")}at);
CREATE INDEX vital_reports_by_visit ON vital_reports (project_id, visit, has_route) WHERE visit IS NOT NULL;`,
  },
};
