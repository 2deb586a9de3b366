import { byDialect, raw } from "#server/storage/sql.ts";
import type { Tables } from "#server/storage/table.ts";

export const traceSearchTables: Tables = {
  /**
   * Start times of the traces of 4,096 running numbers: the list skips those outside its time
   * range.
   */
  trace_zones: {
    rows: "30 days, unless set; the day is deleted as a whole (`jobs/retain`), or downsampled near a limit of size",
    file: "day",
    splitBy: "lane",
    make: byDialect(
      raw(`
CREATE TABLE trace_zones (
  zone INTEGER PRIMARY KEY,
  first_start REAL NOT NULL,
  last_start REAL NOT NULL
) STRICT;`),
      raw(`
CREATE TABLE trace_zones (
  lane bigint NOT NULL,
  first_start double precision NOT NULL,
  last_start double precision NOT NULL,
  day date NOT NULL,
  zone integer NOT NULL,
  PRIMARY KEY (lane, day, zone)
);`),
    ),
  },
  trace_keys: {
    rows: "30 days, unless set; the day is deleted as a whole (`jobs/retain`), or downsampled near a limit of size",
    file: "day",
    splitBy: "lane",
    make: byDialect(
      raw(`
CREATE TABLE trace_keys (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL,
  key TEXT NOT NULL,
  UNIQUE (project_id, key)
) STRICT;`),
      raw(`
CREATE TABLE trace_keys (
  lane bigint NOT NULL,
  day date NOT NULL,
  id integer NOT NULL,
  key text COLLATE "C" NOT NULL,
  UNIQUE (lane, day, key),
  PRIMARY KEY (lane, day, id)
);`),
    ),
  },
  trace_terms: {
    rows: "30 days, unless set; the day is deleted as a whole (`jobs/retain`), or downsampled near a limit of size",
    file: "day",
    splitBy: "lane",
    make: byDialect(
      raw(`
CREATE TABLE trace_terms (
  id INTEGER PRIMARY KEY,
  key_id INTEGER NOT NULL,
  value TEXT NOT NULL,
  UNIQUE (key_id, value)
) STRICT;`),
      raw(`
CREATE TABLE trace_terms (
  lane bigint NOT NULL,
  day date NOT NULL,
  id integer NOT NULL,
  key_id integer NOT NULL,
  value text COLLATE "C" NOT NULL,
  UNIQUE (lane, day, key_id, value),
  PRIMARY KEY (lane, day, id)
) PARTITION BY LIST (day);`),
    ),
  },
  /**
   * Postings by batch; later folded into runs (fold.sqlite.ts). `small_parts`: small parts to be
   * gathered then (gather.sqlite.ts).
   */
  trace_batches: {
    rows: "30 days, unless set; the day is deleted as a whole (`jobs/retain`), or downsampled near a limit of size",
    file: "day",
    splitBy: "lane",
    make: byDialect(
      raw(`
CREATE TABLE trace_batches (
  batch INTEGER PRIMARY KEY,
  postings BLOB NOT NULL,
  small_parts TEXT NOT NULL
) STRICT;`),
      raw(`
CREATE TABLE trace_batches (
  lane bigint NOT NULL,
  day date NOT NULL,
  batch integer NOT NULL,
  postings bytea NOT NULL,
  small_parts text COLLATE "C" NOT NULL,
  PRIMARY KEY (lane, day, batch)
) PARTITION BY LIST (day);
ALTER TABLE trace_batches ALTER COLUMN postings SET STORAGE EXTERNAL;`),
    ),
  },
  postings: {
    rows: "30 days, unless set; the day is deleted as a whole (`jobs/retain`), or downsampled near a limit of size",
    file: "day",
    splitBy: "lane",
    make: byDialect(
      raw(`
CREATE TABLE postings (
  run INTEGER NOT NULL,
  term INTEGER NOT NULL,
  traces BLOB NOT NULL,
  PRIMARY KEY (run, term)
) STRICT, WITHOUT ROWID;`),
      raw(`
CREATE TABLE postings (
  lane bigint NOT NULL,
  day date NOT NULL,
  term integer NOT NULL,
  run integer NOT NULL,
  traces bytea NOT NULL,
  PRIMARY KEY (lane, day, term, run)
) PARTITION BY LIST (day);
ALTER TABLE postings ALTER COLUMN traces SET STORAGE EXTERNAL;`),
    ),
  },
};
