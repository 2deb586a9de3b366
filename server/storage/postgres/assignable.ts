import type { Assignee, TriageReads } from "#server/storage/triage-store.ts";
import type { Query } from "./database.ts";

/** The roles that may triage (domain/people/permission.ts). */
const select = `SELECT u.id, u.name, u.email FROM users u WHERE u.disabled_at IS NULL AND (u.role = 'owner' OR EXISTS (
    SELECT 1 FROM memberships m WHERE m.project_id = $1 AND m.user_id = u.id AND m.role IN ('developer', 'admin')))
  ORDER BY lower(u.name), u.id`;

export const readAssignable =
  (query: Query): TriageReads["assignable"] =>
  async (projectId) =>
    (await query<Assignee>(select, projectId)).map(({ id, name, email }) => ({ id, name, email }));
