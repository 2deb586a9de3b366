import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { json, type Outcome, run } from "#tests/harness/command-line.ts";
import {
  copyOf,
  newCluster,
  type PostgresServer,
  startServer,
  urlOf,
} from "#tests/harness/servers/postgres.ts";
import { startSpoor } from "#tests/harness/spoor.ts";

// Messages to operators when PostgreSQL is running but unusable.

let server: PostgresServer;
let dataFolder: string;
let admin: postgres.Sql;

beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), "spoor-start-"));
  server = await startServer(newCluster(), ["-c", "fsync=off"]);
  admin = postgres(urlOf(server.port, "postgres"), { max: 1 });
});
afterAll(async () => {
  await admin.end();
  await server.end("immediate");
  for (const folder of [server.folder, dataFolder])
    await rm(folder, { recursive: true, force: true });
});

async function newDatabase(name: string): Promise<string> {
  await admin.unsafe(`CREATE DATABASE ${name}`);
  return urlOf(server.port, name);
}

const spoor = (word: string, url: string): Promise<Outcome> =>
  run([word], dataFolder, { DATABASE_URL: url });

async function change(url: string, ...statements: string[]): Promise<void> {
  const sql = postgres(url, { max: 1 });
  for (const statement of statements) await sql.unsafe(statement);
  await sql.end();
}

test("a failed migration names the table, the statement, and the database's detail", async () => {
  const url = await newDatabase("failing");
  // Tables of another application.
  await change(url, "CREATE DOMAIN alert_rules AS text");
  const { code, stderr } = await spoor("migrate", url);
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /Migration \d+ failed at table alert_rules\. PostgreSQL responded \(42710\)/,
  );
  expect(stderr).toContain("so you must use a name that doesn't conflict with any existing type.");
  expect(stderr).toContain("Statement: CREATE TABLE alert_rules ( id bigint");
  expect(stderr).toContain("Nothing was changed.");
});

test("a server without TLS is named when the URL requires it", async () => {
  const url = `${await newDatabase("plain")}?sslmode=require`;
  const { code, stdout } = await spoor("doctor", url);
  expect([code, stdout]).toEqual([
    1,
    expect.stringMatching(/does not support TLS.*sslmode=require/),
  ]);
  await expect(startSpoor({ environment: { DATABASE_URL: url } })).rejects.toThrow(
    /does not support TLS/,
  );
});

test("doctor reports a read-only replica; of two hosts the writable one is used", async () => {
  const url = await newDatabase("followed");
  expect((await spoor("migrate", url)).code).toBe(0);
  const replica = await startServer(copyOf(server, "follower"), ["-c", "hot_standby=on"]);
  try {
    const ofReplica = urlOf(replica.port, "followed");
    const { code, stdout, stderr } = await run(["doctor", "--json"], dataFolder, {
      DATABASE_URL: ofReplica,
    });
    expect([code, stderr]).toEqual([1, ""]);
    expect(json({ code, stdout, stderr })["findings"]).toContainEqual({
      check: "database",
      ok: false,
      detail: `PostgreSQL at 127.0.0.1:${replica.port}/followed. The database doesn't accept writes, because it is a read-only replica. Set DATABASE_URL to the primary, or to both hosts.`,
    });
    const both = `postgres://spoor@127.0.0.1:${replica.port},127.0.0.1:${server.port}/followed`;
    expect(
      (await spoor("doctor", both)).stdout,
      "after a fail-over the first host may be the replica",
    ).toContain(`ok   database: PostgreSQL at 127.0.0.1:${replica.port},`);
  } finally {
    await replica.end("immediate");
    await rm(replica.folder, { recursive: true, force: true });
  }
});

test("time limits of a database role do not interrupt Spoor", async () => {
  const url = await newDatabase("hurried");
  await change(
    url,
    "ALTER DATABASE hurried SET statement_timeout = '1ms'",
    "ALTER DATABASE hurried SET lock_timeout = '1ms'",
  );
  expect((await spoor("migrate", url)).stderr).toBe("");
  expect((await spoor("doctor", url)).code).toBe(0);
});
