import type { Query } from "#server/storage/database.ts";
import type { Assignee, IssueStore } from "#server/storage/issues/issue-store.ts";
import { sql, withoutCase } from "#server/storage/sql.ts";

/** Roles that can triage (domain/people/permission.ts). */
export const readAssignable =
  (query: Query): IssueStore["assignable"] =>
  async (projectId) => {
    const rows = await query<Assignee>(
      sql`SELECT u.id, u.name, u.email FROM users u WHERE u.disabled_at IS NULL AND (u.role = 'owner' OR EXISTS (
          SELECT 1 FROM memberships m WHERE m.project_id = ${projectId} AND m.user_id = u.id
            AND m.role IN ('developer', 'admin')))
        ORDER BY ${withoutCase("u.name")}, u.id`,
    );
    return rows.map(({ id, name, email }) => ({ id, name, email }));
  };
