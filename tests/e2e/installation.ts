import { startPostgres } from "#tests/harness/postgres.ts";
import { type Spoor, type SpoorOptions, startSpoor } from "#tests/harness/spoor.ts";
import { startTwoSpoors } from "#tests/harness/two-spoors.ts";

/** How Spoor is installed where a journey goes: what people see must not tell. */
export type Installation = {
  start(options?: SpoorOptions): Promise<Spoor>;
  /** After all that it started are removed. */
  end(): Promise<void>;
};

/**
 * Both ways in which Spoor is run are walked through, and each journey once: by the project without scripts on one process and
 * its folder, by the one with scripts on two processes that share a PostgreSQL behind one address, where nothing that one of them
 * alone remembers is there at the next click. SPOOR_E2E_STORE=sqlite or =postgres sends all of them to one.
 */
export async function installationFor(project: string): Promise<Installation> {
  const store = process.env["SPOOR_E2E_STORE"] ?? (project === "with-js" ? "postgres" : "sqlite");
  if (store === "sqlite") return { start: startSpoor, end: async () => undefined };
  if (store !== "postgres") throw new Error(`SPOOR_E2E_STORE is sqlite or postgres, not ${store}.`);
  const server = await startPostgres();
  return { start: (options) => startTwoSpoors(server, options), end: server.stop };
}
