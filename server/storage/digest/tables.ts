import { inPostgres, inSqlite, int, text, withoutRowid } from "#server/storage/column-types.ts";
import { sql } from "#server/storage/sql.ts";
import type { Tables } from "#server/storage/table.ts";

export const digestTables: Tables = {
  /** A process that stores a project's telemetry locks its row until it commits. */
  writers: {
    rows: "with their project",
    isMoved: false,
    make: inPostgres(`
CREATE TABLE writers (
  project_id bigint PRIMARY KEY
);`),
  },
  /**
   * How far each process has stored its spool, by project: one project may have to wait while
   * others continue.
   */
  project_cursors: {
    rows: "with their project",
    isMoved: false,
    make: inPostgres(`
CREATE TABLE project_cursors (
  project_id bigint NOT NULL,
  process text COLLATE "C" NOT NULL,
  segment bigint NOT NULL,
  position bigint NOT NULL,
  PRIMARY KEY (project_id, process)
) WITH (fillfactor = 50);`),
  },
  /** The last batch, and its end position in the spool. */
  digest: {
    rows: "a few rows",
    isMoved: false,
    make: inSqlite(`
CREATE TABLE digest (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  batch INTEGER NOT NULL,
  segment INTEGER,
  position INTEGER
) STRICT;
INSERT INTO digest (only, batch) VALUES (1, 0);`),
  },
  /**
   * How far each process has stored its whole spool. A batch that ends at or before that is stored
   * already.
   */
  digests: {
    rows: "a row for each process",
    isMoved: false,
    make: inPostgres(`
CREATE TABLE digests (
  process text COLLATE "C" PRIMARY KEY,
  segment bigint NOT NULL,
  position bigint NOT NULL,
  at bigint NOT NULL
);`),
  },
  /** Requests stored by `spoor replay`, by the SHA-256 of their bytes. None is stored twice. */
  replayed: {
    rows: "forever: a row for each request",
    make: sql`
CREATE TABLE replayed (
  digest ${text} PRIMARY KEY,
  at ${int} NOT NULL
)${withoutRowid};`,
  },
};
