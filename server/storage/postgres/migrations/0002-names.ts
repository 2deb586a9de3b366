/**
 * The names that a project uses, of each kind that has a limit (domain/cardinality), and the first and last UTC day on which each
 * came. Names that are in use when this is made keep their place.
 */
const today = "extract(epoch FROM clock_timestamp())::bigint / 86400";
const insert = "INSERT INTO names (project_id, dimension, name, first_on, last_on)";

export const names0002 = `
CREATE TABLE names (
  project_id bigint NOT NULL,
  dimension text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  first_on bigint NOT NULL,
  last_on bigint NOT NULL,
  PRIMARY KEY (project_id, dimension, name)
) WITH (fillfactor = 70);

${insert} SELECT project_id, 'environments', name, 0, ${today} FROM environments WHERE name <> '';
${insert} SELECT project_id, 'releases', version, 0, ${today} FROM releases;
${insert} SELECT project_id, 'services', name, 0, ${today} FROM services;
${insert} SELECT project_id, 'tagKeys', key, 0, ${today} FROM tag_terms WHERE value IS NULL;
${insert} SELECT project_id, 'routes', service || chr(10) || kind || chr(10) || route, 0, ${today}
  FROM operations WHERE route <> '(other)';
${insert} SELECT project_id, 'pages', service || chr(10) || route, 0, ${today}
  FROM vital_pages WHERE route <> '(other)';
`;
