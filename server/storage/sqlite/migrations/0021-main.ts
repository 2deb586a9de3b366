/**
 * The names that a project uses, of each kind that has a limit (domain/cardinality), and the first and last UTC day on which each
 * came. Names that are in use when this is made keep their place.
 */
export const main0021 = `
CREATE TABLE names (
  project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  dimension TEXT NOT NULL,
  name TEXT NOT NULL,
  first_on INTEGER NOT NULL,
  last_on INTEGER NOT NULL,
  PRIMARY KEY (project_id, dimension, name)
) STRICT, WITHOUT ROWID;

INSERT INTO names SELECT project_id, 'environments', name, 0, unixepoch() / 86400 FROM environments WHERE name <> '';
INSERT INTO names SELECT project_id, 'releases', version, 0, unixepoch() / 86400 FROM releases;
INSERT INTO names SELECT project_id, 'services', name, 0, unixepoch() / 86400 FROM services;
INSERT INTO names SELECT project_id, 'tagKeys', key, 0, unixepoch() / 86400 FROM tag_terms WHERE value IS NULL;
INSERT INTO names SELECT project_id, 'routes', service || char(10) || kind || char(10) || route, 0, unixepoch() / 86400
  FROM operations WHERE route <> '(other)';
INSERT INTO names SELECT project_id, 'pages', service || char(10) || route, 0, unixepoch() / 86400
  FROM vital_pages WHERE route <> '(other)';
`;
