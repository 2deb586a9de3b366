import {
  date,
  id,
  inPostgres,
  inSqlite,
  int,
  strict,
  text,
  withoutRowid,
} from "#server/storage/column-types.ts";
import { byDialect, raw, sql } from "#server/storage/sql.ts";
import type { Tables } from "#server/storage/table.ts";

export const retentionTables: Tables = {
  /** Measured size of each day. */
  telemetry_days: {
    rows: "with their day",
    isMoved: false,
    make: sql`
CREATE TABLE telemetry_days (
  day ${date} PRIMARY KEY,
  measured_at ${int} NOT NULL,
  file_bytes ${int} NOT NULL,
  event_bytes ${int} NOT NULL,
  trace_bytes ${int} NOT NULL,
  attachment_bytes ${int} NOT NULL,
  thinned ${int} NOT NULL
)${withoutRowid};`,
  },
  telemetry_shares: {
    rows: "with their day",
    isMoved: false,
    make: sql`
CREATE TABLE telemetry_shares (
  project_id ${int} NOT NULL REFERENCES projects ON DELETE CASCADE,
  day ${date} NOT NULL,
  events ${int} NOT NULL,
  traces ${int} NOT NULL,
  attachment_bytes ${int} NOT NULL,
  PRIMARY KEY (project_id, day)
)${withoutRowid};`,
  },
  /** Days with partitions; `used` is 1 after the first write. */
  telemetry_partitions: {
    rows: "with their day",
    isMoved: false,
    make: inPostgres(`
CREATE TABLE telemetry_partitions (
  day date PRIMARY KEY,
  used bigint NOT NULL
);`),
  },
  /**
   * A deletion is recorded first (`ended_at` is null until it is done), so that it is completed
   * after a crash.
   */
  retention_acts: {
    rows: "as long as rollups by day (`jobs/evictions`)",
    make: sql`
CREATE TABLE retention_acts (
  id ${id},
  at ${int} NOT NULL,
  kind ${text} NOT NULL,
  day ${date} NOT NULL,
  bytes ${int} NOT NULL,
  events ${int} NOT NULL,
  traces ${int} NOT NULL,
  ended_at ${int}
)${strict};
CREATE INDEX retention_acts_open ON retention_acts (day) WHERE ended_at IS NULL;`,
  },
  /** Progress of downsampling a day's events. In SQLite, a row means that it has started. */
  event_thinning: {
    rows: "30 days, unless set; the day is deleted as a whole (`jobs/retain`), or downsampled near a limit of size",
    file: "day",
    splitBy: "project_id",
    refersTo: {},
    make: byDialect(
      raw(`
CREATE TABLE event_thinning (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  decided INTEGER NOT NULL,
  ended INTEGER NOT NULL
) STRICT;`),
      raw(`
CREATE TABLE event_thinning (
  day date NOT NULL,
  project_id bigint NOT NULL,
  decided bigint NOT NULL,
  events bigint NOT NULL,
  PRIMARY KEY (project_id, day)
);`),
    ),
  },
  /** Downsampled events, by hour of receipt: the outcomes in spoor.db are updated to this. */
  thinned_events: {
    rows: "30 days, unless set; the day is deleted as a whole (`jobs/retain`), or downsampled near a limit of size",
    file: "day",
    make: inSqlite(`
CREATE TABLE thinned_events (
  project_id INTEGER NOT NULL,
  hour INTEGER NOT NULL,
  events INTEGER NOT NULL,
  PRIMARY KEY (project_id, hour)
) STRICT, WITHOUT ROWID;`),
  },
  /**
   * Number of the last trace processed by sampling. Numbers up to it are never reused: the index
   * still contains those that were deleted.
   */
  thinning: {
    rows: "30 days, unless set; the day is deleted as a whole (`jobs/retain`), or downsampled near a limit of size",
    file: "day",
    splitBy: "lane",
    make: byDialect(
      raw(`
CREATE TABLE thinning (
  project_id INTEGER PRIMARY KEY,
  decided INTEGER NOT NULL
) STRICT;`),
      raw(`
CREATE TABLE thinning (
  lane bigint NOT NULL,
  day date NOT NULL,
  decided integer NOT NULL,
  PRIMARY KEY (lane, day)
);`),
    ),
  },
  /** Traces removed by sampling, by hour of receipt. */
  thinned: {
    rows: "30 days, unless set; the day is deleted as a whole (`jobs/retain`), or downsampled near a limit of size",
    file: "day",
    make: inSqlite(`
CREATE TABLE thinned (
  project_id INTEGER NOT NULL,
  hour INTEGER NOT NULL,
  traces INTEGER NOT NULL,
  spans INTEGER NOT NULL,
  PRIMARY KEY (project_id, hour)
) STRICT, WITHOUT ROWID;`),
  },
};
