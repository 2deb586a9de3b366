import type { LeaseStore } from "#server/storage/processes/lease-store.ts";
import type { Database } from "#server/storage/postgres/database.ts";

const take = `INSERT INTO leases (name, holder, until) VALUES ($1, $2, $4)
  ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
  WHERE leases.holder = excluded.holder OR leases.until <= $3 RETURNING name`;

/**
 * Rows instead of advisory locks, which end with a connection and exist on one cluster node only.
 */
export function leaseStore({ query }: Database): LeaseStore {
  return {
    take: async (name, { holder, now, until }) =>
      (await query(take, name, holder, now, until)).length > 0,
    giveBack: async (name, holder) =>
      void (await query("DELETE FROM leases WHERE name = $1 AND holder = $2", name, holder)),
  };
}
