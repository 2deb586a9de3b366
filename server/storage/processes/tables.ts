import { inPostgres } from "#server/storage/column-types.ts";
import type { Tables } from "#server/storage/table.ts";

export const processTables: Tables = {
  /** Locks for work of one transaction at a time (`Locks`); `last`: the last ID of a log. */
  turns: {
    rows: "a few rows",
    isMoved: false,
    make: inPostgres(`
CREATE TABLE turns (
  name text COLLATE "C" PRIMARY KEY,
  last bigint NOT NULL
);`),
  },
  /** The last reported status of each process. `held_back`: IDs of projects as JSON. */
  processes: {
    rows: "a day after its process last reported",
    isMoved: false,
    make: inPostgres(`
CREATE TABLE processes (
  name text COLLATE "C" PRIMARY KEY,
  at bigint NOT NULL,
  stored_up_to bigint NOT NULL,
  waiting_requests bigint NOT NULL,
  waiting_bytes bigint NOT NULL,
  held_back text COLLATE "C" NOT NULL DEFAULT '[]'
);`),
  },
  /** Units that each process accepted, by minute; a crash may lose them. */
  rates: {
    rows: "minutes",
    isMoved: false,
    make: inPostgres(`
CREATE UNLOGGED TABLE rates (
  process text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  minute bigint NOT NULL,
  units bigint NOT NULL,
  PRIMARY KEY (process, name, minute)
) WITH (fillfactor = 50);`),
  },
  /** Work that one process does for all. */
  leases: {
    rows: "until released",
    isMoved: false,
    make: inPostgres(`
CREATE TABLE leases (
  name text COLLATE "C" PRIMARY KEY,
  holder text COLLATE "C" NOT NULL,
  until bigint NOT NULL
);`),
  },
};
