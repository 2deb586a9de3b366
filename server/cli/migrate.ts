import { openStore } from "#server/open-store.ts";
import type { Command } from "./command.ts";

/** A server does the same when it starts; by itself it is for databases whose servers may not change tables. */
export const migrate: Command = {
  summary:
    "Make or upgrade the tables. Where the extension Citus is present (through its coordinator), split them by project.",
  options: {},
  async runOnFolder({ config }) {
    await (await openStore(config)).close();
    const where = config.databaseUrl === undefined ? config.dataFolder : "The database";
    return { text: `${where} has the format of this version.`, data: { ok: true } };
  },
};
