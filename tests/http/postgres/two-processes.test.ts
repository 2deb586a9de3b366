import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AlertCondition } from "#server/domain/alert/rule.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import { type Alerts, openAlerts } from "#tests/harness/data/alerts.ts";
import { comment } from "#tests/harness/data/comment.ts";
import { listenTo } from "#tests/harness/requests/live.ts";
import { advanceTime } from "#tests/harness/faults/passing-time.ts";
import { startPostgres, type TestPostgres } from "#tests/harness/servers/postgres.ts";
import {
  envelopeOf,
  makeOwner,
  makeProject,
  owner,
  sendEnvelope,
  type TestProject,
} from "#tests/harness/project.ts";
import { type ReleaseJson, type SentSession, sendSessions } from "#tests/harness/data/releases.ts";
import { type Receiver, startReceiver } from "#tests/harness/servers/receiver.ts";
import type { Spoor } from "#tests/harness/spoor.ts";
import { startTwoSpoors, type TwoSpoors } from "#tests/harness/two-spoors.ts";
import { slowdown } from "#tests/harness/faults/slowdown.ts";
import { bundleArchive } from "#tests/harness/data/upload-bundle.ts";
import { signIn, type Visitor } from "#tests/harness/visitor.ts";

// Processes share their changes, and scheduled work happens once. For limits see limits.test.ts.

const hourMs = 3_600_000;

let server: TestPostgres;
let spoor: TwoSpoors;
let one: Spoor;
let other: Spoor;
let receiver: Receiver;
let project: TestProject;
let session: Visitor;
let alerts: Alerts;
beforeAll(async () => {
  [server, receiver] = await Promise.all([
    startPostgres(),
    startReceiver((_, response) => response.end()),
  ]);
  spoor = await startTwoSpoors(server, { environment: { SPOOR_ALLOW_PRIVATE: "127.0.0.1/32" } });
  [one, other] = spoor.both;
  await makeOwner(spoor);
  project = await makeProject(spoor, "shop");
  session = await signIn(spoor.url, owner);
  alerts = await openAlerts(spoor, project);
});
afterAll(async () => {
  await alerts.store.close();
  await spoor.remove();
  await receiver.close();
  await server.stop();
});

const send = (to: Spoor, event: object, from = project) =>
  sendEnvelope(to, from, envelopeOf({ event_id: randomUUID().replaceAll("-", ""), ...event }));

/** A rule that calls its own path at the receiver, also for past events found later. */
async function ruleThatCalls(path: string, when: AlertCondition, filter = ""): Promise<void> {
  const rule = await alerts.makeRule([alerts.webhook(receiver.url + path)]);
  await alerts.store.alerts.change({ ...rule, when, filter, since: 0 });
}

/** Creates an issue in that process and waits for its notification. */
async function notifyOfIssue(to: Spoor, word: string): Promise<void> {
  await ruleThatCalls(`/${word}`, { kind: "issue-new" }, word);
  expect((await send(to, { message: `It is ${word}` })).status).toBe(200);
  await receiver.callsTo(`/${word}`);
}

/** Creates a monitor with a single check-in and waits for its notification. */
async function notifyOfMissed(
  to: Spoor,
  slug: string,
  [every, unit]: [string, string],
  passMs: number,
): Promise<void> {
  await ruleThatCalls(`/${slug}`, { kind: "check-in", monitor: slug });
  const schedule = { kind: "interval", expression: "", every, unit, timeZone: "UTC" };
  const bounds = {
    marginMinutes: "5",
    maxRuntimeMinutes: "30",
    failureThreshold: "1",
    recoveryThreshold: "1",
  };
  const form = { name: slug, slug, ...schedule, ...bounds, intent: "save" };
  expect((await session.post("/shop/monitors/new", form)).status).toBe(303);
  await fetch(`${to.url}/api/${project.id}/cron/${slug}/${project.publicKey}/?status=ok`);
  const read = async () =>
    (await (await project.get(`/monitors/${slug}.json`)).json()) as { state: string };
  await expect.poll(async () => (await read()).state).toBe("ok");
  await advanceTime(spoor, passMs);
  await receiver.callsTo(`/${slug}`);
  expect(await read()).toMatchObject({ state: "missed", incidents: [{ what: "missed" }] });
}

test("a key revoked in one process stops in the other within two seconds", async () => {
  const made = await session.post("/shop/settings/keys", { label: "Web" });
  const publicKey = made.location!.split("/").at(-1)!;
  const status = async (to: Spoor) =>
    (await send(to, { message: "keyed" }, { ...project, publicKey })).status;
  expect([await status(one), await status(other)]).toEqual([200, 200]);
  const revoked = await fetch(
    `${one.url}/shop/settings/keys/${publicKey}`,
    posted({ intent: "revoke" }),
  );
  expect(revoked.status).toBe(303);
  await expect.poll(() => status(other), { timeout: 2_000 * slowdown() }).toBe(403);
});

function posted(form: Record<string, string>): RequestInit {
  const cookie = [...session.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return {
    method: "POST",
    redirect: "manual",
    headers: { cookie },
    body: new URLSearchParams(form),
  };
}

test("a comment in one process appears in the other's stream and page at once", async () => {
  const ana = { email: "ana@example.com", password: "another long password" };
  await spoor.run("user", "create", "--email", ana.email, "--password", ana.password);
  await spoor.run(
    "member",
    "add",
    "--project",
    "shop",
    "--email",
    ana.email,
    "--role",
    "developer",
  );
  expect((await send(one, { message: "discussed" })).status).toBe(200);
  await expect.poll(async () => (await project.issues("discussed")).length).toBe(1);
  const issue = (await project.issues("discussed"))[0]!;
  const reader = await signIn(other.url, ana);
  await using page = await listenTo(reader, other.url, `/shop/live?issue=${issue.id}`);
  await comment(one, project, issue.shortId, "It is the **cart**.");
  expect((await reader.get(`/shop/issues/${issue.shortId}/activity`)).main).toContain(
    "<strong>cart</strong>",
  );
  await page.until("act", {
    issue: Number(issue.id),
    what: "changed",
    said: `${owner.email.split("@")[0]} commented`,
  });
});

test("the storage page lists a killed process for days, whatever its last heartbeat reported", async () => {
  const { processes } = alerts.store;
  const at = Date.now() - 24 * hourMs;
  const heldBack = [project.id as ProjectId];
  const idle = { at, storedUpTo: at, heldBack, waitingRequests: 0, waitingBytes: 0 };
  await processes.report({ name: "killed-yesterday", ...idle }, at);
  expect(await processes.list(at)).toContainEqual({ name: "killed-yesterday", ...idle });
  const page = (await session.get("/settings/storage")).text.replaceAll(/<[^>]*>/g, " ");
  await processes.forget("killed-yesterday");
  expect(page).toMatch(/killed-y\s+Not responding\s+Restart it to process its queue\./);
  expect(page.match(/\s+Running\s+/g)).toHaveLength(2);
});

test("a session updated through both processes counts once, as crashed", async () => {
  const update = (to: Spoor, session: Partial<SentSession>) =>
    sendSessions(to, project, [{ sid, status: "ok", started, release: "web@2", ...session }]);
  const [sid, started] = [randomUUID(), Date.now()];
  await update(one, { init: true });
  await update(other, { errors: 1 });
  await update(one, { errors: 2 });
  await update(other, { status: "crashed", errors: 2 });
  const read = async () =>
    (await (await project.get("/releases/web@2.json")).json()) as Partial<ReleaseJson>;
  const counts = { count: 1, errored: 1, crashed: 1 };
  await expect.poll(async () => (await read()).sessions).toMatchObject(counts);
  await update(one, { status: "exited", errors: 2 });
  await update(other, { sid: randomUUID(), init: true });
  await expect.poll(async () => (await read()).sessions?.count).toBe(2);
  expect((await read()).sessions).toMatchObject({ ...counts, count: 2 });
});

test("a source map uploaded in chunks to both processes is assembled once", async () => {
  const debugId = randomUUID();
  const url = "https://shop.example/assets/a.js";
  const frames = [{ filename: url, function: "Rd", lineno: 1, colno: 1, in_app: true }];
  const exception = { values: [{ type: "TypeError", value: "mapped", stacktrace: { frames } }] };
  const debug_meta = { images: [{ type: "sourcemap", code_file: url, debug_id: debugId }] };
  const bytes = bundleArchive({ "a.js.map": { type: "source_map", debugId, content: sourceMap } });
  const half = bytes.byteLength >> 1;
  const pieces = [bytes.subarray(0, half), bytes.subarray(half)];
  const { token } = await spoor.run(
    "token",
    "create",
    "--user",
    owner.email,
    "--scopes",
    "release:write",
  );
  const post = (to: Spoor, path: string, body: BodyInit) =>
    fetch(`${to.url}/api/0/organizations/spoor/${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${String(token)}` },
      body,
    });
  for (const [at, piece] of pieces.entries()) {
    const form = new FormData();
    form.append("file", new Blob([piece as BlobPart]), sha1(piece));
    expect((await post(spoor.both[at]!, "chunk-upload/", form)).status).toBeLessThan(300);
  }
  const request = JSON.stringify({
    checksum: sha1(bytes),
    chunks: pieces.map(sha1),
    projects: ["shop"],
  });
  const answers = await Promise.all(
    spoor.both.map((each) => post(each, "artifactbundle/assemble/", request)),
  );
  const states = await Promise.all(
    answers.map(async (answer) => ((await answer.json()) as { state: string }).state),
  );
  expect(states).toEqual(["ok", "ok"]);
  for (const each of spoor.both)
    expect((await send(each, { platform: "javascript", exception, debug_meta })).status).toBe(200);
  await expect.poll(async () => (await project.issues("mapped"))[0]?.count).toBe(2);
  const [issue] = await project.issues("mapped");
  expect((await project.latestEvent(issue!)).exceptions[0]!.frames[0]).toMatchObject({
    file: "src/cart.ts",
    line: 3,
  });
});

const sha1 = (bytes: Uint8Array) => createHash("sha1").update(bytes).digest("hex");
const sourceMap = JSON.stringify({
  version: 3,
  sources: ["../src/cart.ts"],
  names: [],
  mappings: "AAEE",
  sourcesContent: [
    "// what a cart costs\nexport function total(lines) {\n  throw new TypeError('no price');\n}\n",
  ],
});

test("one process runs scheduled jobs until the other takes over", async () => {
  await notifyOfIssue(other, "apricot");
  await notifyOfMissed(other, "backup", ["1", "day"], 25 * hourMs);
  await one.stop();
  await notifyOfIssue(spoor, "blackberry");
  await notifyOfMissed(spoor, "cleaning", ["1", "hour"], 1.2 * hourMs);
  const paths = receiver.calls.map(({ path }) => path);
  expect(paths).toEqual(["/apricot", "/backup", "/blackberry", "/cleaning"]);
});
