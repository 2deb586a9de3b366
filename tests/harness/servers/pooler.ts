import { spawn, spawnSync } from "node:child_process";
import { chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { postgresProgram } from "../../set-up.js";
import { freePort } from "#tests/harness/free-port.ts";
import { postgresOwner } from "./postgres.ts";
import { pause } from "#tests/harness/spoor.ts";

/** PgBouncer in front of a test's own server. */
export type Pooler = { url: (database: string) => string; stop(): Promise<void> };

/** Uses transaction mode and few server sessions, so that clients share them often. */
export async function startPooler(serverPort: number, user: string): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), "spoor-pooler-"));
  const port = await freePort();
  const file = join(folder, "pgbouncer.ini");
  writeFileSync(join(folder, "users.txt"), `"${user}" ""\n`);
  writeFileSync(file, settingsOf({ serverPort, port, folder }));
  const owner = postgresOwner();
  if (owner.uid !== undefined)
    for (const path of [folder, file]) chownSync(path, owner.uid, owner.gid!);
  const child = spawn("pgbouncer", ["-q", file], { ...owner, cwd: folder, stdio: "ignore" });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  for (let tries = 0; tries < 100 && child.exitCode === null && !answers(port); tries++)
    await pause(50);
  return {
    url: (database) => `postgres://${user}@127.0.0.1:${port}/${database}`,
    async stop() {
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}

const settingsOf = ({
  serverPort,
  port,
  folder,
}: {
  serverPort: number;
  port: number;
  folder: string;
}) => `
[databases]
* = host=127.0.0.1 port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, "users.txt")}
pool_mode = transaction
default_pool_size = 6
max_client_conn = 200
`;

const answers = (port: number) =>
  spawnSync(postgresProgram("pg_isready"), ["-q", "-h", "127.0.0.1", "-p", String(port)]).status ===
  0;
