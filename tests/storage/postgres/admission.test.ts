import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import postgres from "postgres";
import { diskCauseOf } from "#server/domain/health/disk-cause.ts";
import { openPostgresStore } from "#server/storage/postgres/open.ts";
import type { OpenedStore } from "#server/storage/store.ts";
import {
  newCluster,
  type PostgresServer,
  startServer,
  urlOf,
} from "#tests/harness/servers/postgres.ts";

let folder: string;
let server: PostgresServer;
let port: number;

beforeAll(async () => {
  folder = newCluster();
  server = await startServer(folder, ["-c", "fsync=off"]);
  port = server.port;
});
afterAll(async () => {
  await server.end("immediate");
  await rm(folder, { recursive: true });
});

async function database(name: string): Promise<string> {
  const admin = postgres(urlOf(port, "postgres"), { max: 1 });
  await admin.unsafe(`CREATE DATABASE ${name}`);
  await admin.end();
  return urlOf(port, name);
}

const late = { check: async () => undefined };
const open = (url: string): Promise<OpenedStore> =>
  openPostgresStore(url, { process: "p", connections: 2, late });

async function makeProject({ projects }: OpenedStore, slug: string) {
  const names = { slug, name: slug, platform: "node", prefix: "P", createdAt: 5 };
  const made = await projects.create({ ...names, publicKey: slug.padStart(32, "0") });
  if (made === "taken") throw new Error("It is taken.");
  return made;
}

test("lists active keys with their projects, and reports when nothing changed", async () => {
  const store = await open(await database("listed"));
  const { senders, byKey, answers } = store.admission!;
  await answers();
  const empty = await senders(10);
  expect(empty).toMatchObject({ keys: [], projects: [] });
  const [shop, gone] = [await makeProject(store, "shop"), await makeProject(store, "gone")];
  const key = {
    projectId: shop.id,
    publicKey: "b".repeat(32),
    label: "Web",
    createdAt: 9,
    allowedOrigins: ["x.example"],
  };
  await store.keys.create({ ...key, eventsPerMinute: 7 });
  const found = (await senders(10, empty!.mark))!;
  expect(found.keys.map(({ label }) => label).toSorted()).toEqual(["Default", "Default", "Web"]);
  expect(await senders(10, found.mark), "nothing changed").toBeUndefined();
  await store.keys.used([{ publicKey: key.publicKey, at: 50 }]);
  expect(await senders(10, found.mark), "times of use are no change").toBeUndefined();
  expect((await senders(1))!.keys, "the key used last comes first").toMatchObject([
    { publicKey: key.publicKey },
  ]);
  expect(await byKey(key.publicKey)).toMatchObject({
    key: { eventsPerMinute: 7 },
    project: { slug: "shop" },
  });

  let { mark } = found;
  async function differs(): Promise<void> {
    const next = (await senders(10, mark))!;
    expect(next.mark).not.toBe(mark);
    mark = next.mark;
  }
  await store.projects.changeSettings(shop.id, { quotas: { eventsPerDay: 3 } });
  await differs();
  await store.keys.change(key, { label: "Web", allowedOrigins: ["y.example"] });
  await differs();
  await store.keys.revoke(key, 60);
  await differs();
  await store.deletions.begin(gone.id, { at: 70 });
  await differs();
  expect(await senders(10)).toMatchObject({
    keys: [{ projectId: shop.id }],
    projects: [{ slug: "shop" }],
  });
  await store.close();
});

test("opens during an outage and migrates the database before the first statement", async () => {
  const url = await database("late");
  await server.end("fast");
  const store = await open(url);
  const failed = await store.projects.list().catch((error: unknown) => error);
  expect(diskCauseOf(failed)).toBe("away");
  await expect(
    openPostgresStore(url, { process: "p", connections: 1 }),
    "others wait for it",
  ).rejects.toThrow();
  server = await startServer(folder, ["-c", "fsync=off"], port);
  expect(await store.projects.list()).toEqual([]);
  expect(await makeProject(store, "shop")).toMatchObject({ slug: "shop" });
  await store.admission!.answers();
  await store.close();
}, 60_000);

test("sends nothing to a newer or refused database once it answers", async () => {
  const url = await database("newer");
  const first = await open(url);
  await first.close();
  const sql = postgres(url, { max: 1 });
  await sql.unsafe("UPDATE schema_version SET version = version + 1");
  await sql.end();
  await server.end("fast");
  const store = await open(url);
  const check = () => Promise.reject(new Error("It is the half of a move."));
  const refused = await openPostgresStore(urlOf(port, "late"), {
    process: "p",
    connections: 1,
    late: { check },
  });
  server = await startServer(folder, ["-c", "fsync=off"], port);
  await expect(store.projects.list()).rejects.toThrow("newer");
  await expect(store.admission!.answers()).rejects.toThrow("newer");
  await expect(refused.projects.list()).rejects.toThrow("half of a move");
  await Promise.all([store.close(), refused.close()]);
}, 60_000);
