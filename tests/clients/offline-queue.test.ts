import { spawn } from "node:child_process";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startPostgres, type TestPostgres } from "#tests/harness/servers/postgres.ts";
import {
  type EventJson,
  type IssueJson,
  makeOwner,
  makeProject,
  type TestProject,
} from "#tests/harness/project.ts";
import { signedIn } from "#tests/harness/people/signed-in.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { waitForTrace } from "#tests/harness/data/traces.ts";

const program = fileURLToPath(new URL("programs/offline-queue.mjs", import.meta.url));
const dayMs = 86_400_000;

type Seen = IssueJson & { firstSeen: string; lastSeen: string; lastRelease: string };
type SeenRelease = { version: string; firstSeen: string };
type Event = EventJson & { newer: string | null; attachments: { name: string }[] };

const queued = {
  old: { DAYS_AGO: "3", SAYS: "stock of cart 1 is negative", RELEASE: "4b825dc642cb" },
  new: { DAYS_AGO: "1", SAYS: "stock of cart 2 is negative", RELEASE: "e69de29bb2d1" },
  between: { DAYS_AGO: "2", SAYS: "stock of cart 3 is negative", RELEASE: "9daeafb9864c" },
};

let folder: string;
let postgres: TestPostgres;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "spoor-queue-"));
  const fill = ([name, said]: [string, Record<string, string>]) =>
    runProgram({ DSN: "http://public@127.0.0.1:9/1", QUEUE: join(folder, name), ...said });
  [postgres] = await Promise.all([startPostgres(), ...Object.entries(queued).map(fill)]);
});
afterAll(() => Promise.all([postgres?.stop(), rm(folder, { recursive: true })]));

// Three machines were offline on three days. Their queues are sent today, newest first.
describe.each(["SQLite", "PostgreSQL"])("@sentry/node's offline transport, %s", (engine) => {
  let spoor: Spoor;
  let project: TestProject;
  let issue: Seen;
  let page: (path: string) => Promise<string>;
  beforeAll(async () => {
    const environment: Record<string, string> = {};
    if (engine === "PostgreSQL") environment["DATABASE_URL"] = await postgres.create();
    spoor = await startSpoor({ environment });
    await makeOwner(spoor);
    const get = await signedIn(spoor);
    page = async (path) => (await get(path)).text();
    project = await makeProject(spoor, "shop");
    await send("new");
    await project.waitForIssues(1, 1);
    await send("old");
    [issue] = (await project.waitForIssues(1, 2)) as [Seen];
  });
  afterAll(() => spoor?.remove());

  /** Sends a copy of a machine's queue, as sending empties it. */
  async function send(name: keyof typeof queued): Promise<void> {
    const copy = join(folder, `${name} ${engine}`);
    await copyFile(join(folder, name), copy);
    await runProgram({ DSN: project.dsn, QUEUE: copy });
  }

  const daysAgo = (time: string) => Math.round((Date.now() - Date.parse(time)) / dayMs);
  const eventOf = async (which: string) =>
    (await (await project.get(`/issues/${issue.id}/events/${which}.json`)).json()) as Event;
  const minuteOf = (time: string) => time.slice(0, 16);

  test("each error counts on its day and in releases", async () => {
    expect([daysAgo(issue.firstSeen), daysAgo(issue.lastSeen)]).toEqual([3, 1]);
    expect(issue).toMatchObject({ value: "stock of cart 2 is negative", count: 2 });
    expect(issue).toMatchObject({ firstRelease: "4b825dc642cb", lastRelease: "e69de29bb2d1" });
    const [latest, oldest] = [await eventOf("latest"), await eventOf("oldest")];
    expect([latest.timestamp, oldest.timestamp]).toEqual([issue.lastSeen, issue.firstSeen]);
    expect(oldest.newer).toBe(latest.eventId);
    expect(daysAgo(oldest.receivedAt)).toBe(0);
    expect(oldest.attachments.map(({ name }) => name)).toEqual(["cart.txt"]);
  });

  test("a release is first seen at its first error", async () => {
    const { releases } = (await (await project.get("/releases.json")).json()) as {
      releases: SeenRelease[];
    };
    expect(releases.map(({ version, firstSeen }) => [version, daysAgo(firstSeen)])).toEqual([
      ["e69de29bb2d1", 1],
      ["4b825dc642cb", 3],
    ]);
    // Its session started a moment before.
    const aheadMs = Date.parse(issue.firstSeen) - Date.parse(releases[1]!.firstSeen);
    expect(aheadMs).toBeGreaterThanOrEqual(0);
    expect(aheadMs).toBeLessThan(60_000);
    const first = async (version: string) =>
      (await project.issues(`first-release:${version}`)).length;
    expect([await first("latest"), await first("4b825dc642cb")]).toEqual([0, 1]);
  });

  test("issue, event list, event, and trace show the same time", async () => {
    const { eventId, timestamp, traceId } = await eventOf("oldest");
    const time = `dateTime="${timestamp}"`;
    for (const path of ["", "/events", `/events/${eventId}`])
      expect((await page(`/shop/issues/${issue.shortId}${path}`)).includes(time), path).toBe(true);
    const trace = await waitForTrace(project, traceId!, 1);
    expect(minuteOf(trace.spans[0]!.startedAt)).toBe(minuteOf(timestamp));
    expect(trace.issues.map(({ id }) => id)).toEqual([issue.id]);
  });

  test("the trend has each error on its day", async () => {
    expect(await page("/shop/issues?since=30d")).toContain(
      "30 days: 2 events, at most 1 in one day",
    );
    expect(await page(`/shop/issues/${issue.shortId}?since=24h`)).toContain("24 hours: no events");
  });

  test("time searches find the issue by event time", async () => {
    const found = async (query: string) => (await project.issues(query)).length;
    expect(await found("last-seen:-12h")).toBe(0);
    expect(await found("first-seen:+2d last-seen:-2d")).toBe(1);
  });

  test("a queue sent twice counts once", async () => {
    await send("old");
    await send("between");
    // By the third error the first has occurred again.
    const [after] = (await project.waitForIssues(1, 3)) as [Seen];
    expect(after).toMatchObject({ value: "stock of cart 2 is negative", lastSeen: issue.lastSeen });
  });
});

function runProgram(environment: Record<string, string>): Promise<void> {
  const env = { PATH: process.env.PATH, ...environment };
  const child = spawn(process.execPath, [program], { env, stdio: "ignore" });
  return new Promise((resolve) => child.on("exit", () => resolve()));
}
