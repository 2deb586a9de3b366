import {
  bytes,
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

export const rollupTables: Tables = {
  services: {
    rows: "with their project",
    splitBy: "project_id",
    refersTo: {},
    make: sql`
CREATE TABLE services (
  project_id ${toProject},
  name ${text} NOT NULL,
  PRIMARY KEY (project_id, name)
)${withoutRowid};`,
  },
  service_edges: {
    rows: "as long as rollups by hour (`jobs/evictions`)",
    splitBy: "project_id",
    refersTo: {},
    make: sql`
CREATE TABLE service_edges (
  project_id ${toProject},
  hour ${int} NOT NULL,
  caller ${text} NOT NULL,
  callee ${text} NOT NULL,
  count ${int} NOT NULL,
  errors ${int} NOT NULL,
  total_ms ${real} NOT NULL,
  PRIMARY KEY (project_id, hour, caller, callee)
)${withoutRowid};`,
  },
  /** Routes by service, kind, and method. */
  operations: {
    rows: "with their project; 10,000 at most",
    splitBy: "project_id",
    refersTo: {},
    make: sql`
CREATE TABLE operations (
  id ${rowId},
  project_id ${toProject},
  service ${text} NOT NULL,
  kind ${text} NOT NULL,
  route ${text} NOT NULL,
  method ${text} NOT NULL DEFAULT '',
  ${inPostgres("PRIMARY KEY (project_id, id),")}
  UNIQUE (project_id, service, kind, route, method)
)${strict};
CREATE INDEX operations_by_route ON operations (project_id, route);`,
  },
  rollup_releases: {
    rows: "with their project",
    splitBy: "project_id",
    refersTo: {},
    make: sql`
CREATE TABLE rollup_releases (
  id ${rowId},
  project_id ${toProject},
  version ${text} NOT NULL,
  ${inPostgres("PRIMARY KEY (project_id, id),")}
  UNIQUE (project_id, version)
)${strict};`,
  },
  /**
   * All operations of a bucket are one range; one operation over 30 days takes 30 seeks. Tiers 0 to
   * 3: 5 minutes, hour, day, week. Cells: row.ts. Not WITHOUT ROWID in SQLite, which would put rows
   * over 1,000 bytes on a separate page.
   */
  rollups: {
    rows: "400 days, unless set; five minutes 49 hours, hours 35 days (`jobs/evictions`)",
    splitBy: "project_id",
    refersTo: {},
    make: byDialect(
      raw(`
CREATE TABLE rollups (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  tier INTEGER NOT NULL,
  at INTEGER NOT NULL,
  operation_id INTEGER NOT NULL,
  cells BLOB NOT NULL,
  by_release BLOB,
  UNIQUE (project_id, tier, at, operation_id)
) STRICT;`),
      raw(`
CREATE TABLE rollups (
  project_id bigint NOT NULL,
  tier bigint NOT NULL,
  at bigint NOT NULL,
  operation_id bigint NOT NULL,
  cells bytea NOT NULL,
  by_release bytea,
  PRIMARY KEY (project_id, tier, at, operation_id)
);`),
    ),
  },
  /** Filter choices: services, environments, and releases by day. */
  rollup_days: {
    rows: "400 days, unless set; five minutes 49 hours, hours 35 days (`jobs/evictions`)",
    splitBy: "project_id",
    refersTo: {},
    make: sql`
CREATE TABLE rollup_days (
  project_id ${toProject},
  day ${int} NOT NULL,
  service ${text} NOT NULL,
  environment_id ${int} NOT NULL,
  release_id ${int} NOT NULL,
  PRIMARY KEY (project_id, day, service, environment_id, release_id)
)${withoutRowid};`,
  },
  /** Start of complete data in each tier. */
  rollup_tiers: {
    rows: "400 days, unless set; five minutes 49 hours, hours 35 days (`jobs/evictions`)",
    make: sql`
CREATE TABLE rollup_tiers (
  tier ${int} PRIMARY KEY,
  kept_from ${int} NOT NULL
)${strict};`,
  },
  trace_samples: {
    rows: "35 days (`jobs/evictions`)",
    splitBy: "project_id",
    refersTo: {},
    make: sql`
CREATE TABLE trace_samples (
  project_id ${toProject},
  operation_id ${int} NOT NULL,
  class ${int} NOT NULL,
  hour ${int} NOT NULL,
  environment_id ${int} NOT NULL,
  release_id ${int} NOT NULL,
  trace_id ${bytes} NOT NULL,
  span_id ${bytes} NOT NULL,
  score ${real} NOT NULL,
  started_at ${real} NOT NULL,
  duration_ms ${real} NOT NULL,
  failed ${int} NOT NULL,
  PRIMARY KEY (project_id, operation_id, class, hour, environment_id, release_id, trace_id)
)${withoutRowid};
CREATE INDEX trace_samples_by_hour ON trace_samples (project_id, hour);`,
  },
};
