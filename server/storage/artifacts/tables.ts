import {
  bytes,
  idInProject,
  inPostgres,
  inSqlite,
  int,
  strict,
  text,
  withoutRowid,
} from "#server/storage/column-types.ts";
import { sql } from "#server/storage/sql.ts";
import type { Tables } from "#server/storage/table.ts";

export const artifactTables: Tables = {
  /** Chunks of bundles that are being uploaded. */
  chunks: {
    rows: "a day after they were last asked for (`jobs/evictions`)",
    file: "artifacts",
    make: sql`
CREATE TABLE chunks (
  digest ${text} PRIMARY KEY,
  touched_at ${int} NOT NULL,
  bytes ${bytes} NOT NULL
)${strict};
CREATE INDEX chunks_by_age ON chunks (touched_at);
${inPostgres(`ALTER TABLE chunks ALTER COLUMN bytes SET STORAGE EXTERNAL;`)}`,
  },
  bundles: {
    rows: "until removed",
    file: "artifacts",
    make: sql`
CREATE TABLE bundles (
  id ${idInProject},
  project_id ${int} NOT NULL,
  checksum ${text} NOT NULL,
  state ${text} NOT NULL,
  reason ${text},
  release ${text},
  dist ${text},
  uploaded_by ${text} NOT NULL,
  uploaded_at ${int} NOT NULL,
  file_count ${int} NOT NULL DEFAULT 0,
  byte_length ${int} NOT NULL,
  ${inPostgres("PRIMARY KEY (project_id, id),")}
  UNIQUE (project_id, checksum)
)${strict};
CREATE INDEX bundles_by_release ON bundles (project_id, release, id);`,
  },
  /** `content` is a zstd frame. `url` starts with `~/` and is never a path on disk. */
  artifacts: {
    rows: "until removed",
    file: "artifacts",
    make: sql`
CREATE TABLE artifacts (
  id ${idInProject},
  bundle_id ${int} NOT NULL${inSqlite(" REFERENCES bundles ON DELETE CASCADE")},
  project_id ${int} NOT NULL,
  kind ${text} NOT NULL,
  url ${text} NOT NULL,
  debug_id ${text},
  source_map_url ${text},
  byte_length ${int} NOT NULL,
  content ${bytes} NOT NULL${inPostgres(", PRIMARY KEY (project_id, id), FOREIGN KEY (project_id, bundle_id) REFERENCES bundles ON DELETE CASCADE")}
)${strict};
CREATE INDEX artifacts_by_bundle ON artifacts (${inPostgres("project_id, ")}bundle_id);
CREATE INDEX artifacts_by_debug_id ON artifacts (project_id, debug_id) WHERE debug_id IS NOT NULL;
CREATE INDEX artifacts_by_url ON artifacts (project_id, url);
${inPostgres(`ALTER TABLE artifacts ALTER COLUMN content SET STORAGE EXTERNAL;`)}`,
  },
  asset_sightings: {
    rows: "the newest of each project",
    file: "artifacts",
    make: sql`
CREATE TABLE asset_sightings (
  project_id ${int} NOT NULL,
  url ${text} NOT NULL,
  debug_id ${text} NOT NULL,
  release ${text} NOT NULL,
  outcome ${text} NOT NULL,
  frames ${int} NOT NULL,
  last_seen ${int} NOT NULL,
  PRIMARY KEY (project_id, url, debug_id, release)
)${withoutRowid};`,
  },
};
