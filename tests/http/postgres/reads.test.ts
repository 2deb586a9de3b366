import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startPostgres, type TestPostgres } from "#tests/harness/servers/postgres.ts";
import {
  envelopeOf,
  makeOwner,
  makeProject,
  sendEnvelope,
  type TestProject,
} from "#tests/harness/project.ts";
import { signedIn } from "#tests/harness/people/signed-in.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";

// Lists that pages read in threads (`server/threads/read-threads.ts`) from a database.

let server: TestPostgres;
let sql: postgres.Sql;
let spoor: Spoor;
let project: TestProject;
let issue: { id: string; shortId: string };
let read: (path: string) => Promise<Response>;

beforeAll(async () => {
  server = await startPostgres();
  const url = await server.create();
  sql = postgres(url, { max: 1, onnotice: () => undefined });
  spoor = await startSpoor({
    environment: { DATABASE_URL: url, SPOOR_READ_SECONDS: "5", OTEL_SDK_DISABLED: "true" },
  });
  await makeOwner(spoor);
  project = await makeProject(spoor, "shop");
  const tags = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`key_${n}`, "x"]));
  await sendEnvelope(
    spoor,
    project,
    envelopeOf({ event_id: "a".repeat(32), message: "cart is empty", tags }),
  );
  issue = (await project.waitForIssues(1))[0]!;
  read = await signedIn(spoor);
});
afterAll(async () => {
  await sql.end();
  await spoor.remove();
  await server.stop();
});

test("lists read in threads work with a database", async () => {
  const tabs = [
    "",
    "/events",
    "/tags",
    "/tags?query=KEY_59",
    "/activity",
    "/grouping",
    "/merged",
    "/similar",
  ];
  const pages = [
    "issues",
    "feedback",
    "routes",
    "traces",
    "releases",
    "vitals",
    "monitors",
    "alerts",
    ...tabs.map((tab) => `issues/${issue.shortId}${tab}`),
  ];
  const statuses: [string, number][] = [];
  // One by one: on a busy machine, all at once take longer than a read may.
  for (const page of pages) statuses.push([page, (await read(`/shop/${page}`)).status]);
  expect(statuses).toEqual(pages.map((page) => [page, 200]));
  const found = await (await read(`/shop/issues/${issue.shortId}/tags?query=KEY_59`)).text();
  expect([found.includes("key_59"), found.includes("key_58")]).toEqual([true, false]);
});

test("a slow query ends with a message and is canceled in the database", async () => {
  await slowServices(project.id);
  const begun = performance.now();
  const slow = read("/shop/traces");
  await expect.poll(slowStatements, { interval: 50 }).toBeGreaterThan(0);
  expect((await read("/shop/issues")).status).toBe(200);
  const answer = await slow;
  expect(performance.now() - begun).toBeLessThan(20_000);
  expect(answer.status).toBe(503);
  expect((await answer.text()).includes("This view took too long")).toBe(true);
  await expect.poll(slowStatements).toBe(0);
  expect((await read(`/shop/issues/${issue.shortId}/tags`)).status).toBe(200);
  expect(spoor.output()).toContain("A page read timed out and was canceled.");
});

/** Reading the project's services takes a minute. */
async function slowServices(projectId: number): Promise<void> {
  await sql.unsafe(`ALTER TABLE services RENAME TO kept_services;
    CREATE VIEW services AS SELECT ${projectId}::bigint AS project_id, 'slow'::text AS name FROM pg_sleep(60)`);
}

async function slowStatements(): Promise<number> {
  const [row] = await sql<{ count: number }[]>`SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE wait_event = 'PgSleep' AND datname = current_database()`;
  return row!.count;
}
