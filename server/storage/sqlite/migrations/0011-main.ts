/**
 * From tags to the issues that have them, so that a search by tag reads what it shows. `tag_terms` holds each key (its value
 * is null) and each value of a project once, with the number of its issues; `issue_terms` the issues of each. Triggers
 * keep both beside `issue_tags`, written once for each new value in an issue and never for an event.
 * The indexes of the list carry two more of the columns that it filters by.
 */
export const main0011 = `
CREATE TABLE tag_terms (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  key TEXT NOT NULL,
  value TEXT,
  issues INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX tag_terms_by_value ON tag_terms (project_id, key, value) WHERE value IS NOT NULL;
CREATE UNIQUE INDEX tag_terms_by_key ON tag_terms (project_id, key) WHERE value IS NULL;

CREATE TABLE issue_terms (
  term_id INTEGER NOT NULL REFERENCES tag_terms ON DELETE CASCADE,
  issue_id INTEGER NOT NULL,
  PRIMARY KEY (term_id, issue_id)
) STRICT, WITHOUT ROWID;

INSERT INTO tag_terms (project_id, key, value, issues)
  SELECT i.project_id, t.key, t.value, count(*) FROM issue_tags t JOIN issues i ON i.id = t.issue_id GROUP BY 1, 2, 3;
INSERT INTO issue_terms (term_id, issue_id)
  SELECT n.id, t.issue_id FROM issue_tags t JOIN issues i ON i.id = t.issue_id
  JOIN tag_terms n ON n.project_id = i.project_id AND n.key = t.key AND n.value = t.value ORDER BY 1, 2;
INSERT INTO tag_terms (project_id, key, issues)
  SELECT i.project_id, k.key, count(*) FROM issue_tag_keys k JOIN issues i ON i.id = k.issue_id GROUP BY 1, 2;
INSERT INTO issue_terms (term_id, issue_id)
  SELECT n.id, k.issue_id FROM issue_tag_keys k JOIN issues i ON i.id = k.issue_id
  JOIN tag_terms n ON n.project_id = i.project_id AND n.key = k.key AND n.value IS NULL ORDER BY 1, 2;

CREATE TRIGGER issue_gets_value AFTER INSERT ON issue_tags BEGIN
  INSERT INTO tag_terms (project_id, key, value, issues)
    SELECT project_id, new.key, new.value, 1 FROM issues WHERE id = new.issue_id
    ON CONFLICT (project_id, key, value) WHERE value IS NOT NULL DO UPDATE SET issues = issues + 1;
  INSERT INTO issue_terms (term_id, issue_id)
    SELECT n.id, i.id FROM issues i JOIN tag_terms n ON n.project_id = i.project_id AND n.key = new.key AND n.value = new.value
    WHERE i.id = new.issue_id;
END;

CREATE TRIGGER issue_gets_key AFTER INSERT ON issue_tag_keys BEGIN
  INSERT INTO tag_terms (project_id, key, issues)
    SELECT project_id, new.key, 1 FROM issues WHERE id = new.issue_id
    ON CONFLICT (project_id, key) WHERE value IS NULL DO UPDATE SET issues = issues + 1;
  INSERT INTO issue_terms (term_id, issue_id)
    SELECT n.id, i.id FROM issues i JOIN tag_terms n ON n.project_id = i.project_id AND n.key = new.key AND n.value IS NULL
    WHERE i.id = new.issue_id;
END;

-- A term that no issue has any more goes, and its last row of issue_terms with it.
CREATE TRIGGER term_loses_issue AFTER DELETE ON issue_terms BEGIN
  UPDATE tag_terms SET issues = issues - 1 WHERE id = old.term_id;
  DELETE FROM tag_terms WHERE id = old.term_id AND issues <= 0;
END;

CREATE TRIGGER issue_loses_value AFTER DELETE ON issue_tags BEGIN
  DELETE FROM issue_terms WHERE issue_id = old.issue_id AND term_id = (
    SELECT n.id FROM issues i JOIN tag_terms n ON n.project_id = i.project_id AND n.key = old.key AND n.value = old.value
    WHERE i.id = old.issue_id);
END;

CREATE TRIGGER issue_loses_key AFTER DELETE ON issue_tag_keys BEGIN
  DELETE FROM issue_terms WHERE issue_id = old.issue_id AND term_id = (
    SELECT n.id FROM issues i JOIN tag_terms n ON n.project_id = i.project_id AND n.key = old.key AND n.value IS NULL
    WHERE i.id = old.issue_id);
END;

-- Rows that go by foreign key find their issue gone already, and no way to their terms.
CREATE TRIGGER issue_takes_tags_along BEFORE DELETE ON issues BEGIN
  DELETE FROM issue_tags WHERE issue_id = old.id;
  DELETE FROM issue_tag_keys WHERE issue_id = old.id;
END;

DROP INDEX issues_by_last_seen;
DROP INDEX issues_by_first_seen;
DROP INDEX issues_by_event_count;
DROP INDEX issues_by_user_count;
DROP INDEX issues_by_standing;
CREATE INDEX issues_by_last_seen ON issues (project_id, state, last_seen, id, substate, level, unhandled, assignee_id, first_seen);
CREATE INDEX issues_by_first_seen ON issues (project_id, state, first_seen, id, substate, level, unhandled, assignee_id, last_seen);
CREATE INDEX issues_by_event_count
  ON issues (project_id, state, event_count, id, substate, level, unhandled, assignee_id, first_seen, last_seen);
CREATE INDEX issues_by_user_count
  ON issues (project_id, state, user_count, id, substate, level, unhandled, assignee_id, first_seen, last_seen);
CREATE INDEX issues_by_standing ON issues (project_id, state, substate, level, unhandled, assignee_id);
CREATE INDEX issues_by_culprit ON issues (project_id, culprit);

-- Of one person, or of the whole project where it has no user_id; one of the latter may be what the list begins with.
CREATE TABLE saved_searches (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES projects ON DELETE CASCADE,
  user_id INTEGER REFERENCES users ON DELETE CASCADE,
  name TEXT NOT NULL,
  query TEXT NOT NULL,
  sort TEXT NOT NULL,
  is_default INTEGER NOT NULL DEFAULT 0 CHECK (is_default = 0 OR user_id IS NULL)
) STRICT;
CREATE UNIQUE INDEX saved_searches_by_name ON saved_searches (project_id, ifnull(user_id, 0), name);
CREATE INDEX saved_searches_by_user ON saved_searches (user_id) WHERE user_id IS NOT NULL;
CREATE UNIQUE INDEX saved_searches_default ON saved_searches (project_id) WHERE is_default = 1;
`;
