/**
 * Alert rules. `alert_firings` holds what each has told of that is still true. `release_sightings` is a log: releases in the order
 * in which their first telemetry came, whoever announced them before. Those known by now are told to nobody.
 */
export const main0015 = `
CREATE TABLE alert_rules (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  name TEXT NOT NULL,
  condition TEXT NOT NULL,
  filter TEXT NOT NULL,
  environment TEXT NOT NULL,
  channels TEXT NOT NULL,
  pace TEXT NOT NULL,
  muted_until INTEGER,
  created_at INTEGER NOT NULL,
  created_by INTEGER REFERENCES users ON DELETE SET NULL,
  since INTEGER NOT NULL,
  last_fired_at INTEGER
) STRICT;
CREATE INDEX alert_rules_by_project ON alert_rules (project_id);
CREATE INDEX alert_rules_by_user ON alert_rules (created_by) WHERE created_by IS NOT NULL;

CREATE TABLE alert_firings (
  rule_id INTEGER NOT NULL REFERENCES alert_rules ON DELETE CASCADE,
  subject TEXT NOT NULL,
  from_at INTEGER NOT NULL,
  told_at INTEGER NOT NULL,
  PRIMARY KEY (rule_id, subject)
) STRICT, WITHOUT ROWID;

CREATE TABLE release_sightings (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  version TEXT NOT NULL,
  at INTEGER NOT NULL,
  UNIQUE (project_id, version)
) STRICT;
INSERT INTO release_sightings (project_id, version, at) SELECT project_id, version, first_seen FROM releases;

INSERT INTO followers (name, position) VALUES
  ('alerts', coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'activities'), 0)),
  ('alerts: releases', coalesce((SELECT max(id) FROM release_sightings), 0));
`;
