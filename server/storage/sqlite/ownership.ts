import type { OwnershipStore } from "#server/storage/ownership-store.ts";
import type { Connections } from "./connections.ts";
import { prepare } from "./statement.ts";
import type { Write } from "./writing.ts";

export function ownershipStore({ reader, writer }: Connections, write: Write): OwnershipStore {
  const read = prepare<{ rules: string; auto_assign: number }>(
    reader,
    "SELECT rules, auto_assign FROM ownership WHERE project_id = ?",
  );
  const upsert = prepare(
    writer,
    `INSERT INTO ownership (project_id, rules, auto_assign) VALUES (?, ?, ?)
      ON CONFLICT DO UPDATE SET rules = excluded.rules, auto_assign = excluded.auto_assign`,
  );
  return {
    async read(projectId) {
      const row = read.get(projectId);
      return row && { rules: row.rules, autoAssign: row.auto_assign === 1 };
    },
    write: (projectId, { rules, autoAssign }) => write(() => void upsert.run(projectId, rules, autoAssign ? 1 : 0)),
  };
}
