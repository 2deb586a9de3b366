/**
 * What sampling has done to the traces of a file. `thinning` says up to which row it is decided which ones stay; running
 * numbers up to there are never given again, for the index goes on naming those that are gone. `thinned` counts them by
 * the hour of their receipt: the ledger in spoor.db is brought to this, and not the other way round (trace-thin.ts).
 */
export const day0003 = `
CREATE TABLE thinning (
  project_id INTEGER PRIMARY KEY,
  decided INTEGER NOT NULL
) STRICT;

CREATE TABLE thinned (
  project_id INTEGER NOT NULL,
  hour INTEGER NOT NULL,
  traces INTEGER NOT NULL,
  spans INTEGER NOT NULL,
  PRIMARY KEY (project_id, hour)
) STRICT, WITHOUT ROWID;
`;
