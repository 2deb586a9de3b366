import { readdirSync, readFileSync } from "node:fs";
import postgres from "postgres";
import { pause } from "#tests/harness/spoor.ts";

/** Load of a PostgreSQL server over a period. */
export type DatabaseLoad = {
  cpuMicroseconds: number;
  /**
   * Share of busy moments by what a connection waited for, in percent: `Lock` is another
   * transaction.
   */
  waits: { [kind: string]: number };
};

const lookEveryMs = 50;

/**
 * Follows servers by the process that started each, and the first one's connections by its URL.
 * Without a URL there is no load.
 */
export function followDatabase(
  url: string | undefined,
  pids: number[],
): { end(): Promise<DatabaseLoad> } {
  if (url === undefined) return { end: () => Promise.resolve({ cpuMicroseconds: 0, waits: {} }) };
  const sql = postgres(url, { max: 1 });
  const before = databaseCpu(pids);
  const seen = new Map<string, number>();
  const over = new AbortController();
  let lookingCpu = 0;
  const looking = (async () => {
    const [own] = await sql<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
    while (!over.signal.aborted) {
      const rows = await sql<
        { kind: string }[]
      >`SELECT coalesce(wait_event_type, 'CPU') AS kind FROM pg_stat_activity
        WHERE state = 'active' AND backend_type = 'client backend' AND pid <> pg_backend_pid()`;
      for (const { kind } of rows) seen.set(kind, (seen.get(kind) ?? 0) + 1);
      await pause(lookEveryMs);
    }
    // The cost of sampling grows with connections and is not part of the load.
    lookingCpu = cpuOf(own!.pid);
  })();
  return {
    async end() {
      over.abort();
      await looking;
      const cpuMicroseconds = databaseCpu(pids) - before - lookingCpu;
      await sql.end();
      const all = [...seen.values()].reduce((sum, count) => sum + count, 0);
      const waits = Object.fromEntries(
        [...seen].map(([kind, count]) => [kind, (100 * count) / all]),
      );
      return { cpuMicroseconds, waits };
    },
  };
}

/** CPU of servers, of their processes, and of exited ones. */
export function databaseCpu(pids: number[]): number {
  const stats = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statOf(name) ?? []);
  let microseconds = 0;
  for (const { pid, ppid, own, ended } of stats) {
    if (pids.includes(pid)) microseconds += own + ended;
    else if (pids.includes(ppid)) microseconds += own;
  }
  return microseconds;
}

const microsecondsPerTick = 10_000;

function statOf(name: string) {
  try {
    const fields = readFileSync(`/proc/${name}/stat`, "latin1")
      .split(") ")
      .at(-1)!
      .split(" ")
      .map(Number);
    const [cutime, cstime] = fields.slice(13) as [number, number];
    const ended = (cutime + cstime) * microsecondsPerTick;
    return { pid: Number(name), ppid: fields[1]!, own: cpuOf(name), ended };
  } catch {
    // It has exited since it was listed.
    return undefined;
  }
}

/**
 * CPU of a single-threaded process from the scheduler: ticks of 10 ms would be a tenth of some
 * loads.
 */
const cpuOf = (pid: number | string): number =>
  Number(readFileSync(`/proc/${pid}/schedstat`, "latin1").split(" ")[0]) / 1000;
