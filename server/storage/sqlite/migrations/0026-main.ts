/**
 * Since events go by when they happened, an issue's first event may be older than the issue: new issues are counted by when they
 * were created. And which event names it, so that of several at one time the same one does wherever they arrive first.
 */
export const main0026 = `
ALTER TABLE issues ADD COLUMN created_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE issues ADD COLUMN newest_event BLOB;
UPDATE issues SET created_at = first_seen;
CREATE INDEX issues_by_creation ON issues (project_id, created_at);
`;
