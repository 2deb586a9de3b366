import {
  fill,
  inPostgres,
  inSqlite,
  int,
  toIssue,
  toProject,
  rowId,
  strict,
  text,
  withoutRowid,
} from "#server/storage/column-types.ts";
import { sql } from "#server/storage/sql.ts";
import type { Tables } from "#server/storage/table.ts";

export const tagTables: Tables = {
  /**
   * `uncounted`: events with a value after the last that is counted separately (tags.sqlite.ts).
   */
  issue_tag_keys: {
    rows: "with their issue",
    splitBy: "project_id",
    // `distinct_values` is counted again after a merge (`grouping/merge-rows.ts`).
    refersTo: {
      issue: {
        onMerge: { sum: { distinct_values: "sum", uncounted: "sum" }, by: "key" },
        onDelete: "delete",
      },
    },
    make: sql`
CREATE TABLE issue_tag_keys (
  ${inPostgres("project_id bigint NOT NULL,")}
  issue_id ${toIssue},
  key ${text} NOT NULL,
  distinct_values ${int} NOT NULL,
  uncounted ${int} NOT NULL,
  PRIMARY KEY (${inPostgres("project_id, ")}issue_id, key)
)${withoutRowid};
${inPostgres(`CREATE INDEX issue_tag_keys_by_key ON issue_tag_keys (project_id, key, issue_id);`)}
${inSqlite(`CREATE TRIGGER issue_gets_key AFTER INSERT ON issue_tag_keys BEGIN
  INSERT INTO tag_terms (project_id, key, issues)
    SELECT project_id, new.key, 1 FROM issues WHERE id = new.issue_id
    ON CONFLICT (project_id, key) WHERE value IS NULL DO UPDATE SET issues = issues + 1;
  INSERT INTO issue_terms (term_id, issue_id)
    SELECT n.id, i.id FROM issues i JOIN tag_terms n ON n.project_id = i.project_id AND n.key = new.key AND n.value IS NULL
    WHERE i.id = new.issue_id;
END;`)}
${inSqlite(`CREATE TRIGGER issue_loses_key AFTER DELETE ON issue_tag_keys BEGIN
  DELETE FROM issue_terms WHERE issue_id = old.issue_id AND term_id = (
    SELECT n.id FROM issues i JOIN tag_terms n ON n.project_id = i.project_id AND n.key = old.key AND n.value IS NULL
    WHERE i.id = old.issue_id);
END;`)}`,
  },
  issue_tags: {
    rows: "with their issue; values of a tag are counted up to 1,000 an issue",
    splitBy: "project_id",
    refersTo: {
      issue: {
        onMerge: { sum: { count: "sum", last_seen: "max" }, by: "key, value" },
        onDelete: "delete",
      },
    },
    make: sql`
CREATE TABLE issue_tags (
  ${inPostgres("project_id bigint NOT NULL,")}
  issue_id ${toIssue},
  key ${text} NOT NULL,
  value ${text} NOT NULL,
  count ${int} NOT NULL,
  last_seen ${int} NOT NULL,
  PRIMARY KEY (${inPostgres("project_id, ")}issue_id, key, value)
)${withoutRowid}${fill(70)};
${inPostgres(`CREATE INDEX issue_tags_by_value ON issue_tags (project_id, key, value, issue_id);`)}
${inSqlite(`CREATE TRIGGER issue_gets_value AFTER INSERT ON issue_tags BEGIN
  INSERT INTO tag_terms (project_id, key, value, issues)
    SELECT project_id, new.key, new.value, 1 FROM issues WHERE id = new.issue_id
    ON CONFLICT (project_id, key, value) WHERE value IS NOT NULL DO UPDATE SET issues = issues + 1;
  INSERT INTO issue_terms (term_id, issue_id)
    SELECT n.id, i.id FROM issues i JOIN tag_terms n ON n.project_id = i.project_id AND n.key = new.key AND n.value = new.value
    WHERE i.id = new.issue_id;
END;`)}
${inSqlite(`CREATE TRIGGER issue_loses_value AFTER DELETE ON issue_tags BEGIN
  DELETE FROM issue_terms WHERE issue_id = old.issue_id AND term_id = (
    SELECT n.id FROM issues i JOIN tag_terms n ON n.project_id = i.project_id AND n.key = old.key AND n.value = old.value
    WHERE i.id = old.issue_id);
END;`)}`,
  },
  /**
   * Each key (with value null) and each value in a project, with its number of issues. Maintained
   * by triggers in SQLite, by statements in PostgreSQL, where a cluster needs `id`: it moves tables
   * by primary key.
   */
  tag_terms: {
    rows: "with their project",
    splitBy: "project_id",
    refersTo: {},
    isMoved: false,
    make: sql`
CREATE TABLE tag_terms (
  id ${rowId},
  project_id ${toProject},
  key ${text} NOT NULL,
  value ${text},
  issues ${int} NOT NULL${inPostgres(", PRIMARY KEY (project_id, id)")}
)${strict}${fill(70)};
CREATE UNIQUE INDEX tag_terms_by_value ON tag_terms (project_id, key, value) WHERE value IS NOT NULL;
CREATE UNIQUE INDEX tag_terms_by_key ON tag_terms (project_id, key) WHERE value IS NULL;`,
  },
  /** The issues of each term, so that a tag search reads only its results. */
  issue_terms: {
    rows: "with their issue",
    isMoved: false,
    make: inSqlite(`
CREATE TABLE issue_terms (
  term_id INTEGER NOT NULL REFERENCES tag_terms ON DELETE CASCADE,
  issue_id INTEGER NOT NULL,
  PRIMARY KEY (term_id, issue_id)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER term_loses_issue AFTER DELETE ON issue_terms BEGIN
  UPDATE tag_terms SET issues = issues - 1 WHERE id = old.term_id;
  DELETE FROM tag_terms WHERE id = old.term_id AND issues <= 0;
END;`),
  },
};
