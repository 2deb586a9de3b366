import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CitusCluster, citusPrograms, startCitus } from "#tests/harness/servers/citus.ts";
import { run } from "#tests/harness/command-line.ts";
import { fillProject } from "#tests/harness/data/filled-project.ts";
import { makeOwner, makeProject } from "#tests/harness/project.ts";
import { sendRouteLoad } from "#tests/harness/data/route-load.ts";
import { startSpoor } from "#tests/harness/spoor.ts";
import { postgresProgram } from "../../set-up.js";

// Moves an installation from a folder to a cluster and back, and restores it from a coordinator
// dump.

let folder: string;
let cluster: CitusCluster;
let databaseUrl: string;
let exported: string;
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  if (!citusPrograms) return;
  folder = await mkdtemp(join(tmpdir(), "spoor-citus-"));
  cluster = await startCitus();
  databaseUrl = await cluster.create("moved");
  const spoor = await startSpoor({ dataFolder: at("first") });
  await makeOwner(spoor);
  const shop = await makeProject(spoor, "shop");
  await fillProject(spoor, shop);
  await sendRouteLoad(spoor, shop, { requests: 50, hours: 1, withChildren: true });
  await spoor.stop();
  exported = await exportOf(at("first"));
});
afterAll(async () => {
  await cluster?.stop();
  if (folder) await rm(folder, { recursive: true });
});

/** The project's export without its time of writing. */
async function exportOf(dataFolder: string, url?: string): Promise<string> {
  const file = at(`${crypto.randomUUID()}.ndjson`);
  const outcome = await run(
    ["export", file, "--project", "shop"],
    dataFolder,
    url ? { DATABASE_URL: url } : {},
  );
  expect(outcome).toMatchObject({ code: 0, stderr: "" });
  return (await readFile(file, "utf8")).replace(/"exportedAt":\d+/, "");
}

const move = (from: string, to: string) => run(["move", "--from", from, "--to", to], folder);

describe.skipIf(!citusPrograms)("on a Citus cluster", () => {
  test("a folder moves to the distributed cluster and back to another folder", async () => {
    expect(await move(at("first"), databaseUrl)).toMatchObject({ code: 0 });
    const sql = postgres(databaseUrl, { max: 1 });
    const [split] = await sql<
      { tables: number }[]
    >`SELECT count(*)::int AS tables FROM citus_tables`;
    await sql.end();
    expect(split!.tables).toBeGreaterThan(50);
    expect(await exportOf(at("first"), databaseUrl)).toBe(exported);
    expect(await move(databaseUrl, at("second"))).toMatchObject({ code: 0 });
    expect(await exportOf(at("second"))).toBe(exported);
  }, 120_000);

  test("a coordinator dump has all rows, and migrate redistributes them", async () => {
    const restored = await cluster.create("restored");
    const dump = at("cluster.dump");
    execFileSync(postgresProgram("pg_dump"), ["--format=custom", `--file=${dump}`, databaseUrl]);
    execFileSync(postgresProgram("pg_restore"), [
      "--no-owner",
      "--exit-on-error",
      `--dbname=${restored}`,
      dump,
    ]);
    const migrated = await run(["migrate"], at("first"), { DATABASE_URL: restored });
    expect(migrated.stdout).toMatch(
      /Citus: (\d+) distributed tables, \1 of them new\. Workers: 2\.$/m,
    );
    const sql = postgres(restored, { max: 1 });
    const [left] = await sql<
      { bytes: number }[]
    >`SELECT sum(pg_relation_size(logicalrelid))::int AS bytes FROM pg_dist_partition`;
    await sql.end();
    expect(left!.bytes, "rows that moved to workers, on the coordinator").toBe(0);
    expect(await exportOf(at("first"), restored)).toBe(exported);
  }, 120_000);
});
