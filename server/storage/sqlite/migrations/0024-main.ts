/** Requests of one route are told apart by their method; rows from before it was known have none. */
export const main0024 = `
CREATE TABLE operations_with_method (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  service TEXT NOT NULL,
  kind TEXT NOT NULL,
  route TEXT NOT NULL,
  method TEXT NOT NULL DEFAULT '',
  UNIQUE (project_id, service, kind, route, method)
) STRICT;
INSERT INTO operations_with_method (id, project_id, service, kind, route)
  SELECT id, project_id, service, kind, route FROM operations;
DROP TABLE operations;
ALTER TABLE operations_with_method RENAME TO operations;
CREATE INDEX operations_by_route ON operations (project_id, route);
`;
