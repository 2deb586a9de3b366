import type { DatabaseSync } from "node:sqlite";
import type { Assignee, TriageReads } from "#server/storage/triage-store.ts";
import { prepare } from "./statement.ts";

/** The roles that may triage (domain/people/permission.ts). */
const select = `SELECT u.id, u.name, u.email FROM users u WHERE u.disabled_at IS NULL AND (u.role = 'owner' OR EXISTS (
    SELECT 1 FROM memberships m WHERE m.project_id = ? AND m.user_id = u.id AND m.role IN ('developer', 'admin')))
  ORDER BY u.name COLLATE NOCASE, u.id`;

export function readAssignable(reader: DatabaseSync): TriageReads["assignable"] {
  const all = prepare<Assignee>(reader, select);
  return async (projectId) => all.all(projectId).map(({ id, name, email }) => ({ id, name, email }));
}
