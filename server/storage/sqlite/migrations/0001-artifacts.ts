/**
 * What build tools upload. Chunks are parts of bundles that are on their way, and go a day after nobody asked for them;
 * a file's content is a zstd frame. `url` begins with `~/` and never names a place on disk.
 */
export const artifacts0001 = `
CREATE TABLE chunks (
  digest TEXT PRIMARY KEY,
  touched_at INTEGER NOT NULL,
  bytes BLOB NOT NULL
) STRICT;
CREATE INDEX chunks_by_age ON chunks (touched_at);

CREATE TABLE bundles (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL,
  checksum TEXT NOT NULL,
  state TEXT NOT NULL,
  reason TEXT,
  release TEXT,
  dist TEXT,
  uploaded_by TEXT NOT NULL,
  uploaded_at INTEGER NOT NULL,
  file_count INTEGER NOT NULL DEFAULT 0,
  byte_length INTEGER NOT NULL,
  UNIQUE (project_id, checksum)
) STRICT;
CREATE INDEX bundles_by_release ON bundles (project_id, release, id);

CREATE TABLE artifacts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  bundle_id INTEGER NOT NULL REFERENCES bundles ON DELETE CASCADE,
  project_id INTEGER NOT NULL,
  kind TEXT NOT NULL,
  url TEXT NOT NULL,
  debug_id TEXT,
  source_map_url TEXT,
  byte_length INTEGER NOT NULL,
  content BLOB NOT NULL
) STRICT;
CREATE INDEX artifacts_by_bundle ON artifacts (bundle_id);
CREATE INDEX artifacts_by_debug_id ON artifacts (project_id, debug_id) WHERE debug_id IS NOT NULL;
CREATE INDEX artifacts_by_url ON artifacts (project_id, url);

CREATE TABLE asset_sightings (
  project_id INTEGER NOT NULL,
  url TEXT NOT NULL,
  debug_id TEXT NOT NULL,
  release TEXT NOT NULL,
  outcome TEXT NOT NULL,
  frames INTEGER NOT NULL,
  last_seen INTEGER NOT NULL,
  PRIMARY KEY (project_id, url, debug_id, release)
) STRICT, WITHOUT ROWID;
`;
