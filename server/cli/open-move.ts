import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { writeKeyFile } from "#server/start/key-file.ts";
import type { Side } from "#server/move/move.ts";
import { processName } from "#server/start/process-name.ts";
import { keySetting } from "#server/start/secret.ts";
import type { ProcessStore } from "#server/storage/processes/process-store.ts";
import { openPostgresMove, type PostgresMove } from "#server/storage/move/move.postgres.ts";
import { makeFolder } from "#server/storage/sqlite/make-folder.ts";
import { openSqliteMove } from "#server/storage/move/move.sqlite.ts";

/** With a key in the environment, both sides already have the same one. */
type Keys = { areMoved: boolean };

type DatabaseSide = Omit<Side, "store"> & { store: PostgresMove };

/** `folder` is the other side: the database stores its spool's position under its name. */
export async function openDatabaseSide(
  url: string,
  folder: string,
  keys: Keys,
): Promise<DatabaseSide> {
  const store = await openPostgresMove(url, processName(folder));
  const own = async () => {
    const key = await store.settings.get(keySetting);
    return key === undefined ? undefined : Buffer.from(key, "base64");
  };
  return {
    name: withoutPassword(url),
    store,
    readKey: async () => (keys.areMoved ? own() : undefined),
    // A database may have created a key before setup, but nothing is sealed with it.
    async writeKey(key) {
      await store.settings.set(keySetting, Buffer.from(key).toString("base64"));
      return undefined;
    },
    whyNotNow: (role) => whyNotNow(store.processes, withoutPassword(url), role),
  };
}

/** A process seen this recently may still be running. */
const aliveMs = 15_000;

async function whyNotNow(
  processes: ProcessStore,
  name: string,
  role: "source" | "target",
): Promise<string | undefined> {
  const [all, now] = [await processes.list(0), Date.now()];
  const alive = all.find(({ at }) => at >= now - aliveMs);
  if (alive)
    return (
      `A server used ${name} ${Math.round((now - alive.at) / 1_000)} seconds ago (${alive.name}). ` +
      "Stop all servers, wait 15 seconds, and try again."
    );
  const waiting =
    role === "source" ? all.find(({ waitingRequests }) => waitingRequests > 0) : undefined;
  return (
    waiting &&
    `${waiting.waitingRequests} requests are queued in the spool of ${waiting.name}. Start that server and wait until they are stored.`
  );
}

export async function openFolderSide(
  folder: string,
  keys: Keys,
  onDamagedDay: (day: string) => void,
): Promise<Side> {
  makeFolder(folder);
  const path = join(folder, "secret.key");
  const own = () => (existsSync(path) ? readFileSync(path) : undefined);
  return {
    name: resolve(folder),
    store: await openSqliteMove(folder, onDamagedDay),
    readKey: async () => (keys.areMoved ? own() : undefined),
    async writeKey(key) {
      const there = own();
      if (there && !there.equals(key))
        return `${path} is the key of another Spoor instance. Move the key elsewhere, or choose another folder.`;
      if (!there) writeKeyFile(folder, key);
      return undefined;
    },
    // A move holds its lock.
    whyNotNow: async () => undefined,
  };
}

/**
 * The address may contain several hosts, which URL parsers reject, and a password, also in the
 * query.
 */
const withoutPassword = (url: string): string =>
  url.replace(/\?.*$/, "").replace(/\/\/[^/]*@/, "//");
