import { openStore } from "#server/open-store.ts";
import type { Command } from "./command.ts";

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
    const split = done.split > 0 ? ` ${done.split} tables are split over the cluster.` : "";
    return { text: `The database has the format of this version.${split}`, data: done };
  },
};
