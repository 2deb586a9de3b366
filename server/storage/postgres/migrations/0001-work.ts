/**
 * Who does what among the processes. `digests`: how far each process's own spool is stored; a batch that ends at or before that
 * is there already. `processes`: how each of them stands. `rates`: what each let in of
 * what is limited, minute by minute; a crash may forget it. `writers`: whoever stores telemetry of a project holds its row
 * meanwhile. `leases`: work that one process does for all. `log_end`: the newest entry of the log of activities, held by who writes one until it is committed, so that
 * its numbers grow in the order of commits.
 */
export const work0001 = `
CREATE TABLE digests (
  process text COLLATE "C" PRIMARY KEY,
  segment bigint NOT NULL,
  position bigint NOT NULL,
  at bigint NOT NULL
);

CREATE TABLE writers (
  project_id bigint PRIMARY KEY
);

CREATE TABLE processes (
  name text COLLATE "C" PRIMARY KEY,
  at bigint NOT NULL,
  stored_up_to bigint NOT NULL,
  waiting_requests bigint NOT NULL,
  waiting_bytes bigint NOT NULL
);

CREATE UNLOGGED TABLE rates (
  process text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  minute bigint NOT NULL,
  units bigint NOT NULL,
  PRIMARY KEY (process, name, minute)
) WITH (fillfactor = 50);

CREATE TABLE leases (
  name text COLLATE "C" PRIMARY KEY,
  holder text COLLATE "C" NOT NULL,
  until bigint NOT NULL
);

CREATE TABLE log_end (
  one bigint PRIMARY KEY CHECK (one = 1),
  last bigint NOT NULL
);
INSERT INTO log_end VALUES (1, 0);

CREATE TABLE telemetry_partitions (
  day date PRIMARY KEY,
  used bigint NOT NULL
);
`;
