import { startPostgres } from "#tests/harness/servers/postgres.ts";
import { type Spoor, type SpoorOptions, startSpoor } from "#tests/harness/spoor.ts";
import { startTwoSpoors } from "#tests/harness/two-spoors.ts";

/** How a journey's instance is installed. Pages must not depend on it. */
export type Installation = {
  start(options?: SpoorOptions): Promise<Spoor>;
  /** Call after all of its instances are removed. */
  end(): Promise<void>;
};

/**
 * Journeys cover both kinds of installation. Those without scripts use one process and its data
 * folder. Those with scripts use two processes that share a PostgreSQL database behind one address,
 * so that a page that relies on the memory of one process fails at the next click.
 * SPOOR_E2E_STORE=sqlite or =postgres selects one kind for all journeys.
 */
export async function installationFor(project: string): Promise<Installation> {
  const store = process.env["SPOOR_E2E_STORE"] ?? (project === "with-js" ? "postgres" : "sqlite");
  if (store === "sqlite") return { start: startSpoor, end: async () => undefined };
  if (store !== "postgres") throw new Error(`SPOOR_E2E_STORE is sqlite or postgres, not ${store}.`);
  const server = await startPostgres();
  return { start: (options) => startTwoSpoors(server, options), end: server.stop };
}
