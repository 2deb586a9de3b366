import type { OwnershipStore } from "#server/storage/ownership-store.ts";
import type { Database } from "./database.ts";

const select = "SELECT rules, auto_assign FROM ownership WHERE project_id = $1";
const upsert = `INSERT INTO ownership (project_id, rules, auto_assign) VALUES ($1, $2, $3)
  ON CONFLICT (project_id) DO UPDATE SET rules = excluded.rules, auto_assign = excluded.auto_assign`;

export function ownershipStore({ query }: Database): OwnershipStore {
  return {
    async read(projectId) {
      const [row] = await query<{ rules: string; auto_assign: number }>(select, projectId);
      return row && { rules: row.rules, autoAssign: row.auto_assign === 1 };
    },
    write: async (projectId, { rules, autoAssign }) => void (await query(upsert, projectId, rules, Number(autoAssign))),
  };
}
