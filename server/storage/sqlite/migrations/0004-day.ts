/**
 * Attachments, numbered by batch like all rows here; `first_chunk` and those after it hold the content, each compressed where
 * `raw_bytes` says how long it was. An event that is deleted takes its files along, and a file its chunks.
 */
export const day0004 = `
CREATE TABLE attachments (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL,
  event_id BLOB NOT NULL,
  digest TEXT NOT NULL,
  received_at INTEGER NOT NULL,
  name TEXT NOT NULL,
  content_type TEXT NOT NULL,
  kind TEXT NOT NULL,
  byte_length INTEGER NOT NULL,
  raster TEXT,
  preview TEXT,
  first_chunk INTEGER NOT NULL,
  chunk_count INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX attachments_by_event ON attachments (project_id, event_id, digest);

CREATE TABLE attachment_chunks (
  id INTEGER PRIMARY KEY,
  raw_bytes INTEGER,
  bytes BLOB NOT NULL
) STRICT;

CREATE TRIGGER event_takes_attachments AFTER DELETE ON events BEGIN
  DELETE FROM attachments WHERE project_id = old.project_id AND event_id = old.event_id;
END;
CREATE TRIGGER attachment_takes_chunks AFTER DELETE ON attachments BEGIN
  DELETE FROM attachment_chunks WHERE id >= old.first_chunk AND id < old.first_chunk + old.chunk_count;
END;
`;
