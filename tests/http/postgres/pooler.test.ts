import { rm } from "node:fs/promises";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startSending, waitForAll } from "#tests/harness/accounted.ts";
import { type Pooler, startPooler } from "#tests/harness/servers/pooler.ts";
import {
  newCluster,
  type PostgresServer,
  startServer,
  urlOf,
} from "#tests/harness/servers/postgres.ts";
import { makeOwner, makeProject } from "#tests/harness/project.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { hasPooler } from "../../set-up.js";

// In transaction mode a pooler gives each transaction any free server session.

let server: PostgresServer;
let pooler: Pooler | undefined;
let spoor: Spoor | undefined;

beforeAll(async () => {
  if (!hasPooler()) return;
  server = await startServer(newCluster(), ["-c", "fsync=off"]);
  const admin = postgres(urlOf(server.port, "postgres"), { max: 1 });
  await admin.unsafe("CREATE DATABASE spoor");
  await admin.end();
  pooler = await startPooler(server.port, "spoor");
});
afterAll(async () => {
  await spoor?.remove();
  await pooler?.stop();
  await server?.end("immediate");
  if (server) await rm(server.folder, { recursive: true, force: true });
});

test.skipIf(!hasPooler())(
  "acknowledged data is stored through PgBouncer in transaction mode",
  async () => {
    spoor = await startSpoor({ environment: { DATABASE_URL: pooler!.url("spoor") } });
    await makeOwner(spoor);
    const project = await makeProject(spoor, "pooled");
    const sending = startSending(spoor, project, { senders: 6, most: 60 });
    await sending.ended;
    const accepted = await sending.stop();
    expect([...sending.statuses]).toEqual([200]);
    await waitForAll(spoor, project, accepted);
    const page = await project.get("/traces.json");
    expect(page.status, "what threads read with a limit of time").toBe(200);
    expect(spoor.output()).not.toMatch(/prepared statement|could not be stored|"level":"error"/);
    const ready = async () => (await fetch(`${spoor!.url}/readyz`)).json();
    await expect.poll(ready).toMatchObject({ status: "ready", waiting: { requests: 0 } });
  },
);
