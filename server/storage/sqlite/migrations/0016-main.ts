/**
 * What reaches people. A message is one or more notices of a lane: a rule, or a person in a project; `urgent` ones are tests,
 * which pace does not hold up. `deliveries.lease_until`: until then somebody is sending it. `receiver` groups what one slow
 * receiver may hold up; `since`: from when its day of tries counts.
 */
export const main0016 = `
ALTER TABLE notices ADD COLUMN urgent INTEGER NOT NULL DEFAULT 0;
DROP INDEX notices_unplanned;
CREATE INDEX notices_waiting ON notices (recipient, project_id, urgent, id, at) WHERE planned_at IS NULL;

CREATE TABLE messages (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  rule_id INTEGER REFERENCES alert_rules ON DELETE CASCADE,
  user_id INTEGER REFERENCES users ON DELETE CASCADE,
  urgent INTEGER NOT NULL,
  at INTEGER NOT NULL,
  message TEXT NOT NULL
) STRICT;
CREATE INDEX messages_by_project ON messages (project_id);
CREATE INDEX messages_by_rule ON messages (rule_id, at) WHERE rule_id IS NOT NULL;
CREATE INDEX messages_by_user ON messages (user_id, project_id, at) WHERE user_id IS NOT NULL;
CREATE INDEX messages_by_age ON messages (at);

CREATE TABLE deliveries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  message INTEGER NOT NULL REFERENCES messages ON DELETE CASCADE,
  message_id TEXT NOT NULL UNIQUE,
  project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  rule_id INTEGER REFERENCES alert_rules ON DELETE CASCADE,
  user_id INTEGER REFERENCES users ON DELETE CASCADE,
  target TEXT NOT NULL,
  receiver TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'pending',
  tries INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  since INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  ended_at INTEGER,
  lease_until INTEGER,
  answer TEXT
) STRICT;
CREATE INDEX deliveries_open ON deliveries (due_at) WHERE ended_at IS NULL;
CREATE INDEX deliveries_by_message ON deliveries (message);
CREATE INDEX deliveries_by_project ON deliveries (project_id);
CREATE INDEX deliveries_by_rule ON deliveries (rule_id, id) WHERE rule_id IS NOT NULL;
CREATE INDEX deliveries_by_user ON deliveries (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX deliveries_by_state ON deliveries (state, id);
`;
