/**
 * Ids carry the number of the batch that wrote them (`batch-ids.ts`): what a lost batch left behind is a range.
 * No foreign key from event to pack: both are written together and never one by one.
 */
export const day0001 = `
CREATE TABLE packs (
  id INTEGER PRIMARY KEY,
  raw_bytes INTEGER NOT NULL,
  frame BLOB NOT NULL
) STRICT;

CREATE TABLE events (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL,
  event_id BLOB NOT NULL,
  issue_id INTEGER NOT NULL,
  received_at INTEGER NOT NULL,
  timestamp INTEGER NOT NULL,
  level INTEGER NOT NULL,
  richness REAL NOT NULL,
  pack_id INTEGER NOT NULL,
  offset INTEGER NOT NULL,
  length INTEGER NOT NULL,
  hash TEXT NOT NULL,
  title TEXT NOT NULL,
  environment TEXT,
  release TEXT,
  user TEXT,
  trace_id TEXT,
  tags TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX events_by_event_id ON events (project_id, event_id);
CREATE INDEX events_by_issue ON events (issue_id, received_at, event_id);
CREATE INDEX events_by_trace ON events (trace_id) WHERE trace_id IS NOT NULL;
`;
