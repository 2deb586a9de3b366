import type { ProjectId } from "#server/domain/ids.ts";
import type { ProcessStatus, ProcessStore } from "#server/storage/processes/process-store.ts";
import type { Database } from "#server/storage/postgres/database.ts";

type ProcessRow = {
  name: string;
  at: number;
  stored_up_to: number;
  waiting_requests: number;
  waiting_bytes: number;
  held_back: string;
};

// Sent once a second and repeated, so it needs no durability: its commit is asynchronous.
const report = `INSERT INTO processes (name, at, stored_up_to, waiting_requests, waiting_bytes, held_back)
  VALUES ($1, $2, $3, $4, $5, $7)
  ON CONFLICT (name) DO UPDATE SET at = excluded.at, stored_up_to = excluded.stored_up_to,
    waiting_requests = excluded.waiting_requests, waiting_bytes = excluded.waiting_bytes, held_back = excluded.held_back
  RETURNING (SELECT count(*) FROM processes WHERE name <> $1 AND at >= $6) AS others,
    set_config('synchronous_commit', 'off', true) AS unflushed`;
const select = `SELECT name, at, stored_up_to, waiting_requests, waiting_bytes, held_back FROM processes WHERE at >= $1 ORDER BY name`;

export function processStore({ query }: Database): ProcessStore {
  return {
    async report({ name, at, storedUpTo, waitingRequests, waitingBytes, heldBack }, heardSince) {
      const told = [name, at, storedUpTo, waitingRequests, waitingBytes, heardSince] as const;
      return (await query<{ others: number }>(report, ...told, JSON.stringify(heldBack)))[0]!
        .others;
    },
    list: async (since) => (await query<ProcessRow>(select, since)).map(storedStatusOf),
    forget: async (name) => void (await query("DELETE FROM processes WHERE name = $1", name)),
    evict: async (before) => void (await query("DELETE FROM processes WHERE at < $1", before)),
  };
}

function storedStatusOf({
  name,
  at,
  stored_up_to,
  waiting_requests,
  waiting_bytes,
  held_back,
}: ProcessRow): ProcessStatus {
  return {
    name,
    at,
    storedUpTo: stored_up_to,
    waitingRequests: waiting_requests,
    waitingBytes: waiting_bytes,
    heldBack: JSON.parse(held_back) as ProjectId[],
  };
}
