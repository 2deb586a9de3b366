import {
  id,
  inPostgres,
  inSqlite,
  int,
  strict,
  text,
  withoutRowid,
} from "#server/storage/column-types.ts";
import { sql } from "#server/storage/sql.ts";
import type { Tables } from "#server/storage/table.ts";

export const projectTables: Tables = {
  /**
   * A deleted project keeps its row, under a slug that can't be typed, until all of its data is
   * deleted, because data in progress still refers to it.
   */
  projects: {
    rows: "until removed, or with their project",
    make: sql`
CREATE TABLE projects (
  id ${id},
  slug ${text} NOT NULL UNIQUE,
  name ${text} NOT NULL,
  platform ${text} NOT NULL,
  prefix ${text} NOT NULL,
  created_at ${int} NOT NULL,
  first_event_at ${int},
  ${inSqlite("last_number INTEGER NOT NULL DEFAULT 0,")}
  settings ${text} NOT NULL DEFAULT '{}',
  deleting_at ${int}
)${strict};`,
  },
  keys: {
    rows: "until removed, or with their project",
    make: sql`
CREATE TABLE keys (
  public_key ${text} PRIMARY KEY,
  project_id ${int} NOT NULL REFERENCES projects ON DELETE CASCADE,
  label ${text} NOT NULL,
  created_at ${int} NOT NULL,
  revoked_at ${int},
  allowed_origins ${text} NOT NULL DEFAULT '[]',
  events_per_minute ${int},
  last_used_at ${int}
)${withoutRowid};
CREATE INDEX keys_by_project ON keys (project_id);`,
  },
  /**
   * Personal, or the project's if `user_id` is null; one of the latter may be the list's default.
   */
  saved_searches: {
    rows: "until removed, or with their issue or project",
    make: sql`
CREATE TABLE saved_searches (
  id ${id},
  project_id ${int} NOT NULL REFERENCES projects ON DELETE CASCADE,
  user_id ${int} REFERENCES users ON DELETE CASCADE,
  name ${text} NOT NULL,
  query ${text} NOT NULL,
  sort ${text} NOT NULL,
  is_default ${int} NOT NULL DEFAULT 0 CHECK (is_default = 0 OR user_id IS NULL)
)${strict};
${inSqlite("CREATE UNIQUE INDEX saved_searches_by_name ON saved_searches (project_id, ifnull(user_id, 0), name);")}
${inPostgres(`CREATE UNIQUE INDEX saved_searches_by_name ON saved_searches (project_id, coalesce(user_id, 0), name);`)}
CREATE INDEX saved_searches_by_user ON saved_searches (user_id) WHERE user_id IS NOT NULL;
CREATE UNIQUE INDEX saved_searches_default ON saved_searches (project_id) WHERE is_default = 1;`,
  },
  /** Share links of an issue or a trace. One of the two columns is set. */
  shares: {
    rows: "until removed, or with their issue or project",
    refersTo: { issue: { onMerge: "move", onDelete: "delete" } },
    make: sql`
CREATE TABLE shares (
  id ${id},
  token_hash ${text} NOT NULL UNIQUE,
  project_id ${int} NOT NULL REFERENCES projects ON DELETE CASCADE,
  issue_id ${int}${inSqlite(" REFERENCES issues ON DELETE CASCADE")},
  trace_id ${text},
  made_by ${int} REFERENCES users ON DELETE SET NULL,
  created_at ${int} NOT NULL,
  expires_at ${int},
  CHECK ((issue_id IS NULL) <> (trace_id IS NULL))
)${strict};
CREATE INDEX shares_by_project ON shares (project_id, id);
CREATE INDEX shares_by_issue ON shares (issue_id) WHERE issue_id IS NOT NULL;
CREATE INDEX shares_by_person ON shares (made_by) WHERE made_by IS NOT NULL;`,
  },
  ownership: {
    rows: "until removed, or with their project",
    make: sql`
CREATE TABLE ownership (
  project_id ${int} PRIMARY KEY REFERENCES projects ON DELETE CASCADE,
  rules ${text} NOT NULL,
  auto_assign ${int} NOT NULL
)${strict};`,
  },
};
