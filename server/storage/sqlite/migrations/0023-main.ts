/** Requests that `spoor replay` took in, by the SHA-256 of what the spool had: none is taken in twice. */
export const main0023 = `
CREATE TABLE replayed (
  digest TEXT PRIMARY KEY,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`;
