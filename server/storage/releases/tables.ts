import {
  idInProject,
  inPostgres,
  inSqlite,
  int,
  toIssue,
  toProject,
  strict,
  text,
  withoutRowid,
} from "#server/storage/column-types.ts";
import { byDialect, raw, sql } from "#server/storage/sql.ts";
import type { Tables } from "#server/storage/table.ts";

export const releaseTables: Tables = {
  releases: {
    rows: "with their project",
    splitBy: "project_id",
    refersTo: {},
    make: sql`
CREATE TABLE releases (
  project_id ${toProject},
  version ${text} NOT NULL,
  first_seen ${int} NOT NULL,
  last_seen ${int} NOT NULL,
  released_at ${int},
  started_at ${int},
  url ${text},
  ref ${text},
  PRIMARY KEY (project_id, version)
)${withoutRowid};
${inSqlite("CREATE INDEX releases_by_age ON releases (project_id, first_seen);")}
${inPostgres(`CREATE INDEX releases_by_age ON releases (project_id, first_seen, version);`)}`,
  },
  release_commits: {
    rows: "with their project",
    splitBy: "project_id",
    refersTo: {},
    make: sql`
CREATE TABLE release_commits (
  project_id ${int} NOT NULL,
  version ${text} NOT NULL,
  position ${int} NOT NULL,
  commit_id ${text} NOT NULL,
  details ${text} NOT NULL,
  PRIMARY KEY (project_id, version, position),
  FOREIGN KEY (project_id, version) REFERENCES releases ON DELETE CASCADE
)${withoutRowid};`,
  },
  deploys: {
    rows: "with their project",
    splitBy: "project_id",
    refersTo: {},
    make: sql`
CREATE TABLE deploys (
  id ${idInProject},
  project_id ${int} NOT NULL,
  version ${text} NOT NULL,
  environment ${text} NOT NULL,
  name ${text},
  url ${text},
  started_at ${int},
  finished_at ${int} NOT NULL,
  ${inPostgres("PRIMARY KEY (project_id, id),")}
  FOREIGN KEY (project_id, version) REFERENCES releases ON DELETE CASCADE
)${strict};
CREATE INDEX deploys_by_release ON deploys (project_id, version);
CREATE INDEX deploys_by_time ON deploys (project_id, finished_at);`,
  },
  release_hours: {
    rows: "as long as rollups (`jobs/evictions`)",
    splitBy: "project_id",
    refersTo: {},
    make: sql`
CREATE TABLE release_hours (
  project_id ${toProject},
  hour ${int} NOT NULL,
  version ${text} NOT NULL,
  environment ${text} NOT NULL,
  sessions ${int} NOT NULL,
  crashed ${int} NOT NULL,
  errored ${int} NOT NULL,
  abnormal ${int} NOT NULL,
  PRIMARY KEY (project_id, hour, version, environment)
)${withoutRowid};`,
  },
  release_users: {
    rows: "as long as rollups (`jobs/evictions`)",
    splitBy: "project_id",
    refersTo: {},
    make: sql`
CREATE TABLE release_users (
  project_id ${toProject},
  day ${int} NOT NULL,
  version ${text} NOT NULL,
  environment ${text} NOT NULL,
  user_hash ${text} NOT NULL,
  crashed ${int} NOT NULL,
  PRIMARY KEY (project_id, day, version, environment, user_hash)
)${withoutRowid};`,
  },
  /**
   * `relation`: `regressed` in the release, `resolved` in it, or `resolved-after` it (in the next
   * one).
   */
  release_issues: {
    rows: "with their issue",
    splitBy: "project_id",
    refersTo: { issue: { onMerge: { union: "version, relation" }, onDelete: "delete" } },
    make: sql`
CREATE TABLE release_issues (
  project_id ${toProject},
  version ${text} NOT NULL,
  relation ${text} NOT NULL,
  issue_id ${toIssue},
  ${inPostgres("FOREIGN KEY (project_id, issue_id) REFERENCES issues ON DELETE CASCADE,")}
  PRIMARY KEY (project_id, version, relation, issue_id)
)${withoutRowid};
CREATE INDEX release_issues_by_issue ON release_issues (${inPostgres("project_id, ")}issue_id);`,
  },
  /** A log of releases in the order of their first data. */
  release_sightings: {
    rows: "with their project",
    splitBy: "project_id",
    refersTo: {},
    make: byDialect(
      raw(`
CREATE TABLE release_sightings (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  version TEXT NOT NULL,
  at INTEGER NOT NULL,
  UNIQUE (project_id, version)
) STRICT;`),
      raw(`
CREATE TABLE release_sightings (
  project_id bigint NOT NULL,
  id bigint NOT NULL,
  version text COLLATE "C" NOT NULL,
  at bigint NOT NULL,
  PRIMARY KEY (project_id, version)
);
CREATE INDEX release_sightings_in_order ON release_sightings (id);`),
    ),
  },
  /** Counted sessions, so that none counts twice. */
  sessions_heard: {
    rows: "as long as `release_hours`",
    splitBy: "project_id",
    refersTo: {},
    isMoved: false,
    make: inPostgres(`
CREATE TABLE sessions_heard (
  project_id bigint NOT NULL,
  sid text COLLATE "C" NOT NULL,
  heard_at bigint NOT NULL,
  started_at bigint NOT NULL,
  is_counted bigint NOT NULL,
  crashed bigint NOT NULL,
  errored bigint NOT NULL,
  abnormal bigint NOT NULL,
  revisions text COLLATE "C" NOT NULL,
  PRIMARY KEY (project_id, sid)
);
CREATE INDEX sessions_heard_by_time ON sessions_heard (project_id, heard_at);`),
  },
};
