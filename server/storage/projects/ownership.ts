import { type Database, firstOf } from "#server/storage/database.ts";
import { sql } from "#server/storage/sql.ts";
import type { OwnershipStore } from "./ownership-store.ts";

type OwnershipRow = { rules: string; auto_assign: number };

export function ownershipStore({ query }: Database): OwnershipStore {
  return {
    async read(projectId) {
      const select = sql`SELECT rules, auto_assign FROM ownership WHERE project_id = ${projectId}`;
      const row = await firstOf(query<OwnershipRow>(select));
      return row && { rules: row.rules, autoAssign: row.auto_assign === 1 };
    },
    write: async (projectId, { rules, autoAssign }) =>
      void (await query(sql`INSERT INTO ownership (project_id, rules, auto_assign)
        VALUES (${projectId}, ${rules}, ${Number(autoAssign)})
        ON CONFLICT (project_id) DO UPDATE SET rules = excluded.rules, auto_assign = excluded.auto_assign`)),
  };
}
