import { randomUUID } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  makeOwner,
  makeProject,
  owner,
  sendEnvelope,
  type TestProject,
} from "#tests/harness/project.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { signIn, type Visitor } from "#tests/harness/visitor.ts";

/**
 * A DSN is public, so a stranger may send any name; tests check what is stored. `npm run bench` has
 * full-size runs.
 */
let spoor: Spoor;
let project: TestProject;
let session: Visitor;
beforeAll(async () => {
  spoor = await startSpoor({
    environment: { SPOOR_MAX_ENVIRONMENTS: "20", SPOOR_MAX_NEW_ISSUES_PER_HOUR: "100" },
  });
  await makeOwner(spoor);
  session = await signIn(spoor.url, owner);
  project = await makeProject(spoor, "attacked");
});
afterAll(() => spoor.remove());

const newId = () => randomUUID().replaceAll("-", "");
const eventItem = (event: object) =>
  `{"type":"event"}\n${JSON.stringify({ event_id: newId(), ...event })}\n`;

async function sendAll(events: object[]): Promise<void> {
  for (let at = 0; at < events.length; at += 50) {
    const answers = await Promise.all(
      events
        .slice(at, at + 50)
        .map((event) => sendEnvelope(spoor, project, `{}\n${eventItem(event)}`)),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  }
}

function count(sql: string): number {
  using database = new DatabaseSync(join(spoor.dataFolder, "spoor.db"), { readOnly: true });
  return (database.prepare(`SELECT count(*) AS count FROM ${sql}`).get() as { count: number })
    .count;
}

function sum(column: string, table: string): number {
  using database = new DatabaseSync(join(spoor.dataFolder, "spoor.db"), { readOnly: true });
  return (database.prepare(`SELECT sum(${column}) AS sum FROM ${table}`).get() as { sum: number })
    .sum;
}

async function kept(events: number): Promise<void> {
  const sum = async () => (await project.issues()).reduce((all, issue) => all + issue.count, 0);
  await expect.poll(sum, { timeout: 60_000, interval: 250 }).toBe(events);
}

test("500 events with 200 new tag keys each store 500 keys and all events in full", async () => {
  const tagsOf = (at: number) =>
    Object.fromEntries(Array.from({ length: 200 }, (_, key) => [`k${at}-${key}`, "v"]));
  await sendAll(Array.from({ length: 500 }, (_, at) => ({ message: "tags", tags: tagsOf(at) })));
  await kept(500);
  expect(count("issue_tag_keys")).toBeLessThanOrEqual(500);
  expect(count("issue_tags")).toBeLessThanOrEqual(500);
  expect(count("tag_terms")).toBeLessThanOrEqual(1_000);
  const [issue] = await project.issues();
  const event = await project.latestEvent(issue!);
  expect(Object.keys((event.raw as { tags: object }).tags)).toHaveLength(200);
});

test("600 environments store the configured limit and one for the rest", async () => {
  await sendAll(
    Array.from({ length: 600 }, (_, at) => ({ message: "tags", environment: `attack-${at}` })),
  );
  await kept(1_100);
  expect(count("environments WHERE name <> ''")).toBe(21);
  expect(count("issue_environments")).toBeLessThanOrEqual(22);
  const { text: page } = await session.get("/attacked/issues");
  expect(page.length).toBeLessThan(150_000);
  expect(page).toMatch(
    /Limits exceeded in the last 24 hours: [^.]*environments[^.]*\. Events are stored in full\./,
  );
  const others = await project.issues("");
  expect(others).toHaveLength(1);
});

test("800 distinct errors create 100 issues and share one more", async () => {
  const errorOf = (at: number) => ({ fingerprint: [`made up ${at}`], message: `made up ${at}` });
  await sendAll(Array.from({ length: 800 }, (_, at) => errorOf(at)));
  const events = () => sum("event_count", "issues");
  await expect.poll(events, { timeout: 60_000, interval: 250 }).toBe(1_900);
  expect(count("issues")).toBe(101);
  expect(count("fingerprints")).toBe(101);
  expect(count("issues WHERE type = 'Too many distinct issues' AND event_count = 701")).toBe(1);
});

test("Usage shows which limits were exceeded and how often", async () => {
  const said = async () => (await session.get("/attacked/settings/intake")).text;
  await expect.poll(said).toContain("environments");
  const page = await said();
  for (const reason of ["tag keys", "environments", "new issues per hour"])
    expect(page).toContain(reason);
});
