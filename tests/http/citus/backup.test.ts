import { writeFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Accepted,
  allOnce,
  at,
  comparedWith,
  shownBy,
  startSending,
  waitForAll,
} from "#tests/harness/accounted.ts";
import { type CitusCluster, citusPrograms, startCitus } from "#tests/harness/servers/citus.ts";
import { baseBackupOf, urlOf } from "#tests/harness/servers/postgres.ts";
import { makeOwner, makeProject, type TestProject } from "#tests/harness/project.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";

// Restores a cluster to a restore point from base backups of its nodes and their archived logs.

const archived = "archive";
const archiving = [
  "archive_mode=on",
  `archive_command=mkdir -p ${archived} && cp %p ${archived}/%f`,
];
const restorePoint = "before_upgrade";

let cluster: CitusCluster;
let databaseUrl: string;
let spoor: Spoor;
let project: TestProject;

beforeAll(async () => {
  if (!citusPrograms) return;
  cluster = await startCitus(archiving.flatMap((setting) => ["-c", setting]));
  databaseUrl = await cluster.create("archived");
  spoor = await startSpoor({ environment: { DATABASE_URL: databaseUrl } });
  await makeOwner(spoor);
  project = await makeProject(spoor, "shop");
});
afterAll(async () => {
  await spoor?.remove();
  await cluster?.stop();
});

const sending = () => startSending(spoor, project, { senders: 4, most: 1_000, restMs: 20 });

async function onEachNode(statement: string): Promise<void> {
  for (const { port } of [cluster.coordinator, ...cluster.workers]) {
    const sql = postgres(urlOf(port, "archived"), { max: 1 });
    await sql.unsafe(statement);
    await sql.end();
  }
}

/** Stops all nodes and starts their base backups at the same addresses, as of the restore point. */
async function restore(copies: string[]): Promise<void> {
  const nodes = [cluster.coordinator, ...cluster.workers];
  for (const node of nodes) await node.end("fast");
  for (const [index, node] of nodes.entries()) {
    const folder = copies[index]!;
    writeFileSync(join(folder, "recovery.signal"), "");
    const settings = [
      `restore_command=cp ${join(node.folder, archived)}/%f %p`,
      `recovery_target_name=${restorePoint}`,
      "recovery_target_action=promote",
    ].flatMap((setting) => ["-c", setting]);
    await cluster.restart(node, { folder, settings });
  }
  for (const { port } of nodes) {
    const sql = postgres(urlOf(port, "archived"), { max: 1 });
    const reads = async () => (await sql`SELECT pg_is_in_recovery() AS is_on`)[0]!["is_on"];
    await expect.poll(reads).toBe(false);
    await sql.end();
  }
}

describe.skipIf(!citusPrograms)("a cluster that archives its log", () => {
  test("returns to a restore point with everything stored before it, once", async () => {
    const before = sending();
    const copies: string[] = [];
    for (const node of [cluster.coordinator, ...cluster.workers])
      copies.push(await baseBackupOf(node));
    const kept: Accepted = await before.stop();
    expect(kept.events.length).toBeGreaterThan(20);
    await waitForAll(spoor, project, kept);
    const sql = postgres(databaseUrl, { max: 1 });
    await sql`SELECT citus_create_restore_point(${restorePoint})`;
    await sql.end();
    const later = sending();
    await expect.poll(() => later.accepted.events.length).toBeGreaterThan(20);
    await waitForAll(spoor, project, await later.stop());
    await spoor.remove();
    await onEachNode("SELECT pg_switch_wal()");

    await restore(copies);
    spoor = await startSpoor({ environment: { DATABASE_URL: databaseUrl } });
    const shown = await shownBy(spoor, at(project, spoor));
    expect(comparedWith(kept, shown)).toEqual(allOnce);
    expect(shown.events.length + shown.traces.length, "nothing later").toBe(
      kept.events.length + kept.traces.length,
    );
    const again = startSending(spoor, at(project, spoor), { senders: 1, most: 8 });
    await again.ended;
    await waitForAll(spoor, at(project, spoor), {
      events: [...kept.events, ...again.accepted.events],
      traces: [...kept.traces, ...again.accepted.traces],
    });
  }, 120_000);
});
