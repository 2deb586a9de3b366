/**
 * Traces. `id` is project × 2^32 + its running number in this file (`trace-ids.ts`), so that the rows of a project lie
 * together in order of arrival. `batch` is the last one that changed the row; `traces_before` holds what the rows that
 * the last batch changed were before it, because it may yet turn out lost. No index names the project with the trace
 * id: the row's own id, which ends every index entry, does.
 */
export const day0002 = `
CREATE TABLE traces (
  id INTEGER PRIMARY KEY,
  batch INTEGER NOT NULL,
  trace_id BLOB NOT NULL,
  shape_id INTEGER NOT NULL,
  received_at INTEGER NOT NULL,
  root_span_id BLOB NOT NULL,
  root_started_at REAL,
  started_at REAL NOT NULL,
  ended_at REAL NOT NULL,
  span_count INTEGER NOT NULL,
  error_count INTEGER NOT NULL,
  pack INTEGER NOT NULL,
  offset INTEGER NOT NULL,
  length INTEGER NOT NULL
) STRICT;
CREATE INDEX traces_by_trace_id ON traces (trace_id);

CREATE TABLE traces_before (
  id INTEGER PRIMARY KEY,
  batch INTEGER NOT NULL,
  trace_id BLOB NOT NULL,
  shape_id INTEGER NOT NULL,
  received_at INTEGER NOT NULL,
  root_span_id BLOB NOT NULL,
  root_started_at REAL,
  started_at REAL NOT NULL,
  ended_at REAL NOT NULL,
  span_count INTEGER NOT NULL,
  error_count INTEGER NOT NULL,
  pack INTEGER NOT NULL,
  offset INTEGER NOT NULL,
  length INTEGER NOT NULL,
  changed_by INTEGER NOT NULL
) STRICT;

-- What many traces say alike: names, services, environment, release.
CREATE TABLE trace_shapes (
  id INTEGER PRIMARY KEY,
  hash INTEGER NOT NULL,
  environment TEXT,
  words TEXT NOT NULL,
  shape TEXT NOT NULL
) STRICT;
CREATE INDEX trace_shapes_by_hash ON trace_shapes (hash);

-- When the traces of 4,096 running numbers began: the list passes over what lies outside its time.
CREATE TABLE trace_zones (
  zone INTEGER PRIMARY KEY,
  first_start REAL NOT NULL,
  last_start REAL NOT NULL
) STRICT;

CREATE TABLE span_packs (
  id INTEGER PRIMARY KEY,
  raw_bytes INTEGER NOT NULL,
  frame BLOB NOT NULL
) STRICT;

-- Where the later parts of traces lie; a trace's first is in its row.
CREATE TABLE trace_parts (
  trace INTEGER NOT NULL,
  pack INTEGER NOT NULL,
  offset INTEGER NOT NULL,
  length INTEGER NOT NULL,
  PRIMARY KEY (trace, pack, offset)
) STRICT, WITHOUT ROWID;

CREATE TABLE trace_keys (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL,
  key TEXT NOT NULL,
  UNIQUE (project_id, key)
) STRICT;

CREATE TABLE trace_terms (
  id INTEGER PRIMARY KEY,
  key_id INTEGER NOT NULL,
  value TEXT NOT NULL,
  UNIQUE (key_id, value)
) STRICT;

-- Which traces have which terms: by batch as they come, then folded into runs (trace-fold.ts). And what lies in packs
-- that are worth gathering by then (trace-gather.ts).
CREATE TABLE trace_batches (
  batch INTEGER PRIMARY KEY,
  postings BLOB NOT NULL,
  small_parts TEXT NOT NULL
) STRICT;

CREATE TABLE postings (
  run INTEGER NOT NULL,
  term INTEGER NOT NULL,
  traces BLOB NOT NULL,
  PRIMARY KEY (run, term)
) STRICT, WITHOUT ROWID;
`;
