/**
 * Which days' files there should be. `id` is the file's own (`application_id` in its header; 0 in files of older versions): a new
 * file by the name of a lost one does not hide the loss. The rest is of its last check that found it sound.
 */
export const main0022 = `
CREATE TABLE telemetry_files (
  day TEXT NOT NULL,
  id INTEGER NOT NULL,
  bytes INTEGER,
  modified_at REAL,
  checked_at INTEGER,
  PRIMARY KEY (day, id)
) STRICT, WITHOUT ROWID;
`;
