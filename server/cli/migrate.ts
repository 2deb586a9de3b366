import { openStore } from "#server/open-store.ts";
import type { MigratedDatabase } from "#server/storage/postgres/migrate.ts";
import type { Command } from "./command.ts";

const clusterText = ({ split, cluster }: MigratedDatabase): string =>
  cluster ? ` Citus: ${cluster.tables} distributed tables, ${split} of them new. Workers: ${cluster.workers}.` : "";

/** A server does the same when it starts; by itself it is for databases whose servers may not change tables. */
export const migrate: Command = {
  summary:
    "Make or upgrade the tables. Where the extension Citus is present (through its coordinator), split them by project.",
  options: {},
  async runOnFolder({ config }) {
    const { databaseUrl, dataFolder } = config;
    if (databaseUrl === undefined) {
      const created: string[] = [];
      await (await openStore(config, { onRepaired: (names) => void created.push(...names) })).close();
      const lacked =
        created.length > 0 ? ` It lacked ${created.join(", ")}, which an edited migration makes: created.` : "";
      return { text: `${dataFolder} has the format of this version.${lacked}`, data: { split: 0, created } };
    }
    const { migrateDatabase } = await import("#server/storage/postgres/migrate.ts");
    const done = await migrateDatabase(databaseUrl);
    return { text: `The database has the format of this version.${clusterText(done)}`, data: done };
  },
};
