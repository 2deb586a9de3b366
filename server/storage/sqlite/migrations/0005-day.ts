/**
 * How far thinning events by worth has come, and what it has removed by the hour of receipt: the ledger in spoor.db is
 * brought to this (event-thin.ts). A row in `event_thinning` means that it has begun.
 */
export const day0005 = `
CREATE TABLE event_thinning (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  decided INTEGER NOT NULL,
  ended INTEGER NOT NULL
) STRICT;

CREATE TABLE thinned_events (
  project_id INTEGER NOT NULL,
  hour INTEGER NOT NULL,
  events INTEGER NOT NULL,
  PRIMARY KEY (project_id, hour)
) STRICT, WITHOUT ROWID;
`;
