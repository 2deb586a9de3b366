import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CitusCluster, citusPrograms, startCitus } from "#tests/harness/servers/citus.ts";
import { json, run } from "#tests/harness/command-line.ts";
import {
  envelopeOf,
  makeOwner,
  makeProject,
  owner,
  sendEnvelope,
  type TestProject,
} from "#tests/harness/project.ts";
import { sendTrace } from "#tests/harness/data/send-trace.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { signIn, type Visitor } from "#tests/harness/visitor.ts";

// Runs the program on a coordinator and two workers if the extension is installed
// (`../shared/citus`).

let cluster: CitusCluster;
let databaseUrl: string;
let spoor: Spoor;
let project: TestProject;
let session: Visitor;

beforeAll(async () => {
  if (!citusPrograms) return;
  cluster = await startCitus();
  databaseUrl = await cluster.create("spoor");
  spoor = await startSpoor({ environment: { DATABASE_URL: databaseUrl } });
  await makeOwner(spoor);
  project = await makeProject(spoor, "shop");
  session = await signIn(spoor.url, owner);
});
afterAll(async () => {
  await spoor?.remove();
  await cluster?.stop();
});

const onCluster = describe.skipIf(!citusPrograms);

async function send(event: object): Promise<void> {
  const event_id = randomUUID().replaceAll("-", "");
  const answer = await sendEnvelope(spoor, project, envelopeOf({ event_id, ...event }));
  expect(answer.status).toBe(200);
}

const thrown = (type: string) => ({
  platform: "node",
  exception: {
    values: [
      {
        type,
        value: "gone",
        stacktrace: { frames: [{ function: "pay", filename: "cart.ts", in_app: true }] },
      },
    ],
  },
});

onCluster("a cluster of a coordinator and two workers", () => {
  test("migrate lists distributed tables, and every table has a primary key", async () => {
    const other = await cluster.create("other");
    const first = await run(["migrate", "--json"], spoor.dataFolder, { DATABASE_URL: other });
    expect(first.stderr).toBe("");
    const { split, cluster: made } = json(first) as {
      split: number;
      cluster: { tables: number; workers: number };
    };
    expect(made).toEqual({ tables: split, workers: 2 });
    expect(split).toBeGreaterThan(50);
    const again = await run(["migrate"], spoor.dataFolder, { DATABASE_URL: other });
    expect(again.stdout).toContain(
      `Citus: ${split} distributed tables, 0 of them new. Workers: 2.`,
    );
    const sql = postgres(databaseUrl, { max: 1 });
    const keyless =
      await sql`SELECT relname FROM pg_class c WHERE relnamespace = 'public'::regnamespace
      AND relkind IN ('r', 'p') AND NOT EXISTS (SELECT FROM pg_index WHERE indrelid = c.oid AND indisprimary)`;
    await sql.end();
    expect([...keyless]).toEqual([]);
  });

  test("pages show events and traces, and issues are merged and unmerged", async () => {
    for (const type of ["TypeError", "TypeError", "RangeError"]) await send(thrown(type));
    const [big, small] = (await project.waitForIssues(2, 3)).toSorted((a, b) => b.count - a.count);
    await sendTrace(spoor, project, "GET /cart 0-9 @web server http.route=/cart\n  query 1-2");
    const path = `/shop/issues/${big!.shortId}/merged`;
    await session.post(`/shop/issues/${small!.shortId}`, { intent: "merge", into: big!.shortId });
    await project.waitForIssues(1, 3);
    const page = await session.get(path);
    const [, part] = /name="part" value="([0-9a-f]{32})"/.exec(page.text)!;
    const split = await session.post(path, { intent: "split", part: part! });
    expect(split.status).toBe(303);
    const counts = async () =>
      (await project.issues()).map(({ count }) => count).toSorted((a, b) => a - b);
    await expect.poll(counts).toEqual([1, 2]);
    for (const address of [
      "/",
      "/shop/issues",
      "/shop/traces",
      "/shop/routes",
      `/shop/issues/${small!.shortId}`,
    ])
      expect([address, (await session.get(address)).status]).toEqual([address, 200]);
    expect(spoor.output()).not.toContain('"level":"error"');
  });
});
