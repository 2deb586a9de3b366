import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeOwner, makeProject, sendEnvelope, type TestProject } from "#tests/harness/project.ts";
import { readSession, recordedSessions, replay } from "#tests/harness/data/recorded.ts";
import {
  callReleases,
  readReleases,
  type ReleaseJson,
  sendSessions,
} from "#tests/harness/data/releases.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";

let spoor: Spoor;
let project: TestProject;
let projects = 0;

beforeAll(async () => {
  spoor = await startSpoor();
  await makeOwner(spoor);
});
afterAll(() => spoor.remove());

const newProject = async () => (project = await makeProject(spoor, `sessions-${++projects}`));
const hourMs = 3_600_000;
const web = { release: "web@1.2.3", environment: "production" };

/** The release's counts after processing, which a last session of another release marks. */
async function healthOf(version = web.release, search = ""): Promise<ReleaseJson["sessions"]> {
  const sentinel = `sentinel@${randomUUID()}`;
  await sendSessions(spoor, project, [
    { init: true, status: "ok", release: sentinel, environment: "production" },
  ]);
  const read = () => readReleases(project, search);
  await expect.poll(async () => (await read()).map((each) => each.version)).toContain(sentinel);
  return (await read()).find((each) => each.version === version)?.sessions ?? null;
}

describe("updates", () => {
  test("duplicates in any order form one session with its crash", async () => {
    await newProject();
    const sid = randomUUID();
    const started = Date.now() - hourMs;
    const update = (status: string, at: number, errors = 0) => ({
      ...web,
      sid,
      did: "7",
      init: at === 0,
      status,
      errors,
      started,
      timestamp: started + at,
    });
    await sendSessions(spoor, project, [update("exited", 900, 1)]);
    await sendSessions(spoor, project, [update("unhandled", 500, 1), update("ok", 0)]);
    await sendSessions(spoor, project, [update("ok", 0), update("unhandled", 500, 1)]);
    expect(await healthOf()).toMatchObject({
      count: 1,
      crashed: 1,
      errored: 1,
      users: 1,
      crashedUsers: 1,
    });
  });

  test("statuses count by environment, and users once", async () => {
    await newProject();
    const of = (status: string, did: string, environment = "production", errors = 0) => ({
      init: true,
      release: web.release,
      status,
      did,
      environment,
      errors,
    });
    await sendSessions(spoor, project, [
      of("crashed", "ida", "production", 1),
      of("exited", "ida"),
      of("exited", "bo", "production", 2),
      of("errored", "eve"),
      of("abnormal", "bo"),
      of("ok", "ida", "staging"),
    ]);
    const sums = { crashed: 1, errored: 3, abnormal: 1, users: 3, crashedUsers: 1 };
    expect(await healthOf()).toMatchObject({ count: 6, ...sums });
    expect(await healthOf(web.release, "?environment=staging")).toMatchObject({
      count: 1,
      crashed: 0,
      users: 1,
    });
  });

  test("an aggregate counts its number of sessions", async () => {
    await newProject();
    const started = new Date(Date.now() - hourMs).toISOString();
    const aggregates = [
      { started, exited: 40, errored: 3, crashed: 2 },
      { started, exited: 5, did: "ida", abnormal: 1 },
    ];
    const body = JSON.stringify({ aggregates, attrs: web });
    expect((await sendEnvelope(spoor, project, `{}\n{"type":"sessions"}\n${body}\n`)).status).toBe(
      200,
    );
    expect(await healthOf()).toMatchObject({
      count: 51,
      crashed: 2,
      errored: 5,
      abnormal: 1,
      users: 1,
    });
  });

  test("a session belongs to its start hour unless its clock is wrong", async () => {
    await newProject();
    const now = Date.now();
    const at = (started: number) => ({ ...web, init: true, status: "exited", started });
    await sendSessions(spoor, project, [
      at(now - 50 * hourMs),
      at(now - 50 * 24 * hourMs),
      at(now + 50 * hourMs),
    ]);
    expect((await healthOf(web.release, "?since=24h"))?.count).toBe(2);
    expect((await healthOf(web.release, "?since=7d"))?.count).toBe(3);
  });

  test("a session without a release counts in totals only; an empty one is invalid", async () => {
    await newProject();
    await sendSessions(spoor, project, [
      { ...web, init: true, status: "ok" },
      { init: true, status: "ok" },
      { ...web, init: true, status: "dancing" },
    ]);
    expect((await healthOf())?.count).toBe(1);
    const releases = await readReleases(project);
    expect(releases.map(({ version }) => version)).not.toContain("");
    expect(releases.find(({ version }) => version === web.release)!.adoption).toMatchObject({
      of: "sessions",
      part: 1,
      whole: 3,
      now: null,
    });
  });

  test("a kill counts nothing twice", async () => {
    await newProject();
    const sid = randomUUID();
    const first = { ...web, sid, init: true, status: "ok", timestamp: Date.now() };
    await sendSessions(spoor, project, [first]);
    expect((await healthOf())?.count).toBe(1);
    await spoor.kill();
    spoor = await spoor.restart();
    project = {
      ...project,
      get: (path) =>
        fetch(`${spoor.url}/${project.slug}${path}`, {
          headers: { authorization: `Bearer ${project.token}` },
        }),
    };
    const crash = {
      ...web,
      sid,
      init: false,
      status: "crashed",
      errors: 1,
      started: first.timestamp,
    };
    await sendSessions(spoor, project, [crash]);
    expect(await healthOf()).toMatchObject({ count: 1, crashed: 1, errored: 1 });
  });
});

describe("session data", () => {
  test("supports a version with special characters, encoded or not", async () => {
    await newProject();
    const version = "shop/web@1.2.3+build 7";
    await callReleases(spoor, "POST", "", {
      version,
      projects: [project.slug],
      commits: [{ id: "abc", message: "m" }],
    });
    for (const path of [encodeURIComponent(version), "shop/web%401.2.3%2Bbuild%207"]) {
      const answer = await project.get(`/releases/${path}.json`);
      expect(await answer.json()).toMatchObject({
        version,
        sessions: null,
        commits: [{ id: "abc" }],
        routes: { compared: 0 },
      });
    }
    expect((await project.get("/releases/nobody.json")).status).toBe(404);
  });

  test("is paged", async () => {
    await newProject();
    for (const version of ["web@1", "web@2", "api@1"])
      await callReleases(spoor, "POST", "", { version, projects: [project.slug] });
    const first = (await (await project.get("/releases.json?limit=2")).json()) as {
      releases: ReleaseJson[];
      next: string;
    };
    expect(first.releases.map(({ version }) => version)).toEqual(["api@1", "web@2"]);
    const rest = await readReleases(project, `?limit=2&cursor=${encodeURIComponent(first.next)}`);
    expect(rest.map(({ version }) => version)).toEqual(["web@1"]);
    expect(
      first.releases.map(({ previous }) => previous),
      "of the same package",
    ).toEqual([null, "web@1"]);
  });
});

const recorded = [
  { sdk: "sdk-browser-11.11.0", count: 1, crashed: 1, errored: 1, users: 1 },
  { sdk: "sdk-browser-11.11.0-tunnel", count: 1, crashed: 1, errored: 1, users: 1 },
  { sdk: "sdk-node-11.11.0", count: 2, crashed: 0, errored: 0, users: 1 },
  { sdk: "sdk-node-10.75.2", count: 1, crashed: 0, errored: 1, users: 0 },
].filter(({ sdk }) => recordedSessions.includes(sdk));
if (recorded.length === 0)
  console.log("Skipped: recordings of SDKs (../shared/captures) are not on this machine.");

describe.skipIf(recorded.length === 0)("sessions of real SDKs", () => {
  test.each(recorded)("from $sdk are counted once", async ({ sdk, ...expected }) => {
    await newProject();
    for (let time = 0; time < 2; time++)
      for (const { request, body } of readSession(sdk)) await replay(spoor, project, request, body);
    expect(await healthOf(web.release, "?since=30d")).toMatchObject(expected);
  });
});
