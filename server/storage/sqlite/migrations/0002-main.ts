/** Which services of a project have been seen, and how often one called another, by the hour. */
export const main0002 = `
CREATE TABLE services (
  project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  name TEXT NOT NULL,
  PRIMARY KEY (project_id, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE service_edges (
  project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  hour INTEGER NOT NULL,
  caller TEXT NOT NULL,
  callee TEXT NOT NULL,
  count INTEGER NOT NULL,
  errors INTEGER NOT NULL,
  total_ms REAL NOT NULL,
  PRIMARY KEY (project_id, hour, caller, callee)
) STRICT, WITHOUT ROWID;
`;
