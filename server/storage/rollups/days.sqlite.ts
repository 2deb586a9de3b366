import type { DatabaseSync } from "node:sqlite";
import type { ProjectId } from "#server/domain/ids.ts";
import { bucketStart } from "#server/domain/rollup/tier.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";

type SeenOnDay = {
  projectId: ProjectId;
  at: number;
  service: string;
  environment: number;
  release: number;
};

/** Records once per batch which services ran on which day. Use in a transaction. */
export function addDays(writer: DatabaseSync): (seen: SeenOnDay[]) => void {
  const see = prepare(
    writer,
    "INSERT INTO rollup_days VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
  );
  return (seen) => {
    const known = new Set<string>();
    for (const { projectId, at, service, environment, release } of seen) {
      const row = [projectId, bucketStart("day", at), service, environment, release] as const;
      const name = row.join("\n");
      if (!known.has(name)) see.run(...row);
      known.add(name);
    }
  };
}
