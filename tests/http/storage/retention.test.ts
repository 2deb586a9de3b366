import { readdirSync } from "node:fs";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Project } from "#server/domain/project/project.ts";
import {
  daysOfRules,
  defaultLimits,
  forEachRule,
  retentionFields,
} from "#server/domain/retention/limits.ts";
import { openSqliteStore } from "#server/storage/sqlite/open.ts";
import { makeOwner, makeProject, owner, type TestProject } from "#tests/harness/project.ts";
import { pause, type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { dayMs, digestSamples, eventIdOf } from "#tests/storage/sample.ts";
import { digestTraces, traceIdOf } from "#tests/storage/traces/trace-sample.ts";

// Retention is set by plain forms, previewed, and explained where data has expired.

let spoor: Spoor;
let project: TestProject;
let cookie: string;
const page = "/settings/storage";

beforeAll(async () => {
  spoor = await startSpoor();
  await makeOwner(spoor);
  project = await makeProject(spoor, "shop");
  await fillTenDays();
  cookie = await signIn(owner);
});
afterAll(() => spoor.remove());

/** As after running for a while: an event and a trace on each of the last ten days. */
async function fillTenDays(): Promise<void> {
  const store = await openSqliteStore(spoor.dataFolder);
  const kept = (await store.projects.bySlug("shop")) as Project;
  const samples = Array.from({ length: 10 }, (_, n) => ({
    issue: "a",
    name: `${n}`,
    at: Date.now() - n * dayMs,
  }));
  await digestSamples(store, kept, samples);
  await digestTraces(
    store,
    kept.id,
    samples.map(({ name, at }) => ({ trace: name, at })),
  );
  await store.retention.measure(Date.now());
  await store.close();
}

async function signIn(person: { email: string; password: string }): Promise<string> {
  const body = new URLSearchParams(person);
  const answer = await fetch(`${spoor.url}/login`, { method: "POST", redirect: "manual", body });
  return answer.headers.get("set-cookie")!.split(";", 1)[0]!;
}

const read = async (at: string, as = cookie) => {
  const answer = await fetch(spoor.url + at, { headers: { cookie: as } });
  return { status: answer.status, html: (await answer.text()).replaceAll("<!-- -->", "") };
};

async function post(at: string, fields: Record<string, string>, as = cookie) {
  const body = new URLSearchParams(fields);
  const answer = await fetch(spoor.url + at, {
    method: "POST",
    redirect: "manual",
    headers: { cookie: as },
    body,
  });
  return {
    status: answer.status,
    to: answer.headers.get("location"),
    html: (await answer.text()).replaceAll("<!-- -->", ""),
  };
}

const listedIn = (html: string) =>
  [...html.matchAll(/<a[^>]*href="[^"]*\/events\/([0-9a-f]{32})"/g)].map(([, id]) => id);

const limits = { ...forEachRule((field) => String(defaultLimits[field])), size: "" };
/** As set by the tests. */
const sixDays = daysOfRules({ ...defaultLimits, eventDays: 6 });
const days = () =>
  readdirSync(join(spoor.dataFolder, "telemetry")).filter((name) => name.endsWith(".db")).length;

async function until(isSo: () => boolean): Promise<void> {
  for (const deadline = Date.now() + 15_000; !isSo() && Date.now() < deadline;) await pause(100);
}

test("the storage page shows usage, the trend, and the next expiration", async () => {
  const { status, html } = await read(page);
  expect(status).toBe(200);
  const text = html.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
  expect(html).toMatch(/aria-label="10 days since \w{3} \d+, at most \d+ KiB each/);
  expect(text).toMatch(
    /The data of \w{3} \d+ +expires next, in 22 days: .* with 1 event and 1 trace/,
  );
  expect(text).toMatch(/Growth: \d+ KiB per day/);
  expect(text).toMatch(/Storage by project Project Events .* shop /);
  expect(text).toContain("No data deleted yet");
});

test("invalid limits are returned at their fields with their values", async () => {
  const invalid = { ...forEachRule(() => "0"), rollupDays: "401", size: "a lot" };
  const wrong = await post(page, invalid);
  expect(wrong.status).toBe(422);
  for (const field of retentionFields)
    expect(wrong.html).toMatch(
      new RegExp(`id="${field}-error">(?:<svg.*?</svg> )?Enter a whole number from 1 to 400`),
    );
  expect(wrong.html).toContain("Enter a number of GiB");
  expect(wrong.html).toContain('value="a lot"');
  expect(days()).toBe(10);
});

test("deletions are previewed, and nothing is deleted before confirmation", async () => {
  const narrow = { ...limits, eventDays: "6" };
  for (const intent of ["preview", "save"]) {
    const shown = await post(page, { ...narrow, intent });
    expect(shown.status).toBe(200);
    expect(shown.html).toMatch(/This deletes 3 days now: \d+ KiB, 3 events and 3 traces/);
    expect(shown.html).toContain("Save and delete 3 days");
    expect(shown.html).toMatch(/name="eventDays"[^>]*value="6"|value="6"[^>]*name="eventDays"/);
  }
  expect((await post(page, { ...limits, intent: "preview" })).html).toContain(
    "Nothing would be deleted now",
  );
  const { html } = await post(page, { ...limits, rollupDays: "90", intent: "save" });
  expect(html).toContain("Metrics older than 90 days will be deleted");
  expect(days()).toBe(10);
  const saved = await post(page, { ...narrow, intent: "drop" });
  expect([saved.status, saved.to]).toEqual([303, `${page}?saved`]);
  await until(() => days() === 7);
  expect(days()).toBe(7);
  expect((await read(page)).html).toContain("Expired");
  expect((await read("/settings/audit")).html).toContain(`${sixDays}, no size limit`);
});

test("pages and JSON say that older data expired, and retained data stays complete", async () => {
  const gone = eventIdOf("9");
  const issue = (await project.issues())[0]!;
  expect(issue.count).toBe(10);
  const event = await read(`/shop/issues/${issue.shortId}/events/${gone}`);
  expect(event.status).toBe(404);
  expect(event.html).toContain("Events are kept for 6 days, and older ones were deleted");
  const asData = await project.get(`/issues/${issue.shortId}/events/${gone}.json`);
  expect([asData.status, await asData.text()]).toEqual([
    404,
    expect.stringContaining("kept for 6 days"),
  ]);
  const list = (await read(`/shop/issues/${issue.shortId}/events`)).html;
  expect(list).toContain("Older ones have expired");
  expect(listedIn(list)).toEqual(["0", "1", "2", "3", "4", "5", "6"].map(eventIdOf));
  const trace = await read(`/shop/traces/${traceIdOf("9")}`);
  expect([trace.status, trace.html]).toEqual([
    404,
    expect.stringContaining("traces are kept for 6 days"),
  ]);
  expect((await read(`/shop/events/${gone}/attachments/1`)).status).toBe(404);
  const never = randomUUID().replaceAll("-", "");
  expect((await read(`/shop/issues/${issue.shortId}/events/${never}`)).status).toBe(404);
});

test("a project may retain less than the instance, set by its admins", async () => {
  const vera = { email: "vera@example.com", password: "correct horse battery" };
  await spoor.run("user", "create", "--email", vera.email, "--password", vera.password);
  await spoor.run("member", "add", "--project", "shop", "--email", vera.email, "--role", "admin");
  const asAdmin = await signIn(vera);
  expect((await read(page, asAdmin)).status).toBe(403);
  expect((await post(page, { ...limits, intent: "drop" }, asAdmin)).status).toBe(403);
  const path = "/shop/settings/retention";
  expect((await read(path, asAdmin)).html).toContain("Instance retention is 6 days");
  expect((await post(path, { eventDays: "1000" }, asAdmin)).status).toBe(422);
  expect((await post(path, { eventDays: "2" }, asAdmin)).status).toBe(303);
  const kept = async () => listedIn((await read("/shop/issues/1/events")).html).length;
  for (const deadline = Date.now() + 15_000; (await kept()) > 3 && Date.now() < deadline;)
    await pause(100);
  expect(await kept()).toBe(3);
  expect(days()).toBe(7);
});

test("doctor prints sizes and retention", async () => {
  const { findings } = (await spoor.run("doctor")) as {
    findings: { check: string; ok: boolean; detail: string }[];
  };
  expect(findings.find(({ check }) => check === "retention")).toMatchObject({
    ok: true,
    detail: expect.stringMatching(
      new RegExp(`^${sixDays}, no size limit; \\d+ days? uses? [\\d.]+ [KM]iB$`),
    ),
  });
});
