import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startCollector } from "#tests/harness/servers/otlp-collector.ts";
import { listenTo } from "#tests/harness/requests/live.ts";
import {
  envelopeOf,
  makeOwner,
  makeProject,
  owner,
  sendEnvelope,
  type TestProject,
} from "#tests/harness/project.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { signIn, type Visitor } from "#tests/harness/visitor.ts";

const ana = { email: "ana@example.com", name: "Ana", password: "another long password" };

let spoor: Spoor;
let mira: Visitor;
beforeAll(async () => {
  spoor = await startSpoor();
  await makeOwner(spoor);
  await spoor.run("user", "create", "--email", ana.email, "--password", ana.password);
  mira = await signIn(spoor.url, owner);
});
afterAll(() => spoor.remove());

async function send(project: TestProject, message: string) {
  const event_id = randomUUID().replaceAll("-", "");
  const answer = await sendEnvelope(
    spoor,
    project,
    envelopeOf({ event_id, message, platform: "node" }),
  );
  expect(answer.status).toBe(200);
}

test("a stream sends new issues, others' changes, and event counts", async () => {
  const project = await makeProject(spoor, "told");
  await spoor.run(
    "member",
    "add",
    "--project",
    "told",
    "--email",
    ana.email,
    "--role",
    "developer",
  );
  const second = await signIn(spoor.url, ana);
  await send(project, "first failure");
  const [issue] = await project.waitForIssues(1);
  const id = Number(issue!.id);

  await using list = await listenTo(mira, spoor.url, "/told/live");
  await using page = await listenTo(mira, spoor.url, `/told/live?issue=${id}`);
  expect(list.answer.headers.get("content-type")).toContain("text/event-stream");
  expect(list.answer.headers.get("cache-control")).toContain("no-transform");
  expect(list.answer.headers.get("x-accel-buffering")).toBe("no");
  expect(list.answer.headers.get("content-encoding")).toBeNull();

  await page.until("count", { issue: id, count: 1 });
  await mira.post(`/told/issues/${id}`, { intent: "ignore" });
  await second.post(`/told/issues/${id}`, { intent: "reopen" });
  await list.until("act", { issue: id, what: "changed" });
  await page.until("act", {
    issue: id,
    what: "changed",
    said: `${ana.email.split("@")[0]} reopened this`,
  });
  expect(list.told.filter(({ event }) => event === "act")).toHaveLength(1);

  await send(project, "second failure");
  await list.until("act", { issue: expect.any(Number), what: "new" });
  await send(project, "first failure");
  await page.until("count", { issue: id, count: 2 });
  expect(list.told.map(({ event }) => event)).not.toContain("count");
  expect(JSON.stringify([...list.told, ...page.told])).not.toContain("failure");
});

test("a stream resumes after the last event ID or the page's position", async () => {
  const project = await makeProject(spoor, "resumed");
  await send(project, "one");
  await project.waitForIssues(1);
  const since = await (async () => {
    await using first = await listenTo(mira, spoor.url, "/resumed/live?after=0");
    return (await first.until("act", { issue: expect.any(Number), what: "new" })).id!;
  })();
  await send(project, "two");
  await project.waitForIssues(2);

  for (const [path, headers] of [
    [`/resumed/live?after=${since}`, {}],
    ["/resumed/live?after=0", { "last-event-id": String(since) }],
  ] as const) {
    await using again = await listenTo(mira, spoor.url, path, headers);
    const act = await again.until("act", { issue: expect.any(Number), what: "new" });
    expect(act.id).toBeGreaterThan(since);
    expect(again.told.filter(({ event }) => event === "act")).toHaveLength(1);
  }
});

test("a stream needs read access", async () => {
  await makeProject(spoor, "secret");
  const second = await signIn(spoor.url, ana);
  expect((await fetch(`${spoor.url}/secret/live`)).status).toBe(401);
  expect((await second.get("/secret/live")).status).toBe(404);
  expect((await mira.get("/nowhere/live")).status).toBe(404);
});

test("the number of streams is limited", async () => {
  await makeProject(spoor, "many");
  const streams = await Promise.all(
    Array.from({ length: 20 }, () => listenTo(mira, spoor.url, "/many/live")),
  );
  expect(streams.map(({ answer }) => answer.status)).toEqual(Array(20).fill(200));
  const refused = await mira.get("/many/live");
  expect(refused.status).toBe(503);
  expect((JSON.parse(refused.text) as { detail: string }).detail).toBe(
    "You have 20 live pages open, the maximum.",
  );
  await Promise.all(streams.map((each) => each[Symbol.asyncDispose]()));
  await expect
    .poll(async () => {
      await using one = await listenTo(mira, spoor.url, "/many/live");
      return one.answer.status;
    })
    .toBe(200);
});

test("streams end at shutdown and create no spans", async () => {
  const collector = await startCollector();
  const other = await startSpoor({ environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } });
  await makeOwner(other);
  await makeProject(other, "ending");
  const visitor = await signIn(other.url, owner);
  await using stream = await listenTo(visitor, other.url, "/ending/live");
  await visitor.get("/ending/issues");
  const before = Date.now();
  expect(await other.stop()).toBe(0);
  // Open requests may take ten seconds at shutdown; a blocking stream would use them.
  expect(Date.now() - before).toBeLessThan(8_000);
  await stream.ended;
  const requests = collector.spans.filter(({ kind }) => kind === 2);
  const paths = requests.map(({ attributes }) => attributes["url.path"]);
  expect(paths).toContain("/:project/issues");
  // A request without a route has no path.
  expect(paths.filter((path) => path === undefined || String(path).endsWith("/live"))).toEqual([]);
  await other.remove();
  collector.close();
});
