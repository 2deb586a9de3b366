/**
 * Since events go by when they happened, an issue's first event may be older than the issue: new issues are counted by when they
 * were created. And which event names it, so that of several at one time the same one does wherever they arrive first.
 */
export const eventTimes0008 = `
ALTER TABLE issues ADD COLUMN created_at bigint NOT NULL DEFAULT 0;
ALTER TABLE issues ADD COLUMN newest_event bytea;
UPDATE issues SET created_at = first_seen;
CREATE INDEX issues_by_creation ON issues (project_id, created_at);
`;
