import { openStore } from "#server/start/open-store.ts";
import type { MigratedDatabase } from "#server/storage/postgres/migrate.ts";
import type { Command } from "./command.ts";

const clusterText = ({ split, cluster }: MigratedDatabase): string =>
  cluster
    ? ` Citus: ${cluster.tables} distributed tables, ${split} of them new. Workers: ${cluster.workers}.${cluster.workers > 0 ? "" : noWorkers}`
    : "";

const noWorkers =
  " All rows are on the coordinator: add workers with citus_add_node, then move rows to them with citus_rebalance_start.";

/**
 * A server does the same when it starts. The separate command is for databases whose servers may
 * not change tables.
 */
export const migrate: Command = {
  summary: "Create or upgrade the database tables. On Citus, also distribute them by project.",
  options: {},
  async runOnFolder({ config }) {
    const { databaseUrl, dataFolder } = config;
    if (databaseUrl === undefined) {
      await (await openStore(config)).close();
      return { text: `${dataFolder} is up to date with this version.`, data: { split: 0 } };
    }
    const { migrateDatabase } = await import("#server/storage/postgres/migrate.ts");
    const done = await migrateDatabase(databaseUrl);
    return {
      text: `The database is up to date with this version.${clusterText(done)}`,
      data: done,
    };
  },
};
