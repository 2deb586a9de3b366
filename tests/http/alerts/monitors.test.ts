import { afterAll, beforeAll, expect, test } from "vitest";
import { advanceTime } from "#tests/harness/faults/passing-time.ts";
import {
  makeOwner,
  makeProject,
  owner,
  sendEnvelope,
  type TestProject,
} from "#tests/harness/project.ts";
import { sendTrace } from "#tests/harness/data/send-trace.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { signIn, type Visitor } from "#tests/harness/visitor.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

type CheckInJson = {
  status: string;
  durationMs: number | null;
  environment: string;
  slots: number;
  traceId: string | null;
};
type MonitorJson = {
  state: string;
  schedule: object;
  marginMinutes: number;
  environments: { environment: string; state: string; nextExpected: string | null }[];
  checkIns: CheckInJson[];
  incidents: { what: string }[];
};

let spoor: Spoor;
let session: Visitor;
let project: TestProject;
beforeAll(async () => {
  spoor = await startSpoor();
  await makeOwner(spoor);
  session = await signIn(spoor.url, owner);
  project = await makeProject(spoor, "jobs");
});
afterAll(() => spoor.remove());

const form = {
  name: "Nightly backup",
  slug: "",
  kind: "interval",
  expression: "",
  every: "1",
  unit: "hour",
  timeZone: "UTC",
  marginMinutes: "5",
  maxRuntimeMinutes: "30",
  failureThreshold: "1",
  recoveryThreshold: "1",
};
const make = (fields: Partial<typeof form> & { intent?: string }) =>
  session.post("/jobs/monitors/new", { ...form, intent: "save", ...fields });

const checkIn = (slug: string, query: string, init: RequestInit = {}) =>
  fetch(`${spoor.url}/api/${project.id}/cron/${slug}/${project.publicKey}/?${query}`, init);

async function read(slug: string): Promise<MonitorJson> {
  return (await (await project.get(`/monitors/${slug}.json`)).json()) as MonitorJson;
}

/** Waits until the monitor is in the expected state. */
const soon = (slug: string, seen: (monitor: MonitorJson) => unknown) =>
  expect.poll(async () => seen(await read(slug)), { interval: 150 });
const statuses = ({ checkIns }: MonitorJson) => checkIns.map(({ status }) => status);
const told = ({ incidents }: MonitorJson) => incidents.map(({ what }) => what);

const reportOf = (slug: string, fields: object) =>
  `{}\n{"type":"check_in"}\n${JSON.stringify({ monitor_slug: slug, ...fields })}\n`;

test("an invalid schedule is explained, and the form previews runs", async () => {
  const wrong = await make({ kind: "crontab", expression: "61 * * * *" });
  expect(wrong.status).toBe(422);
  expect(wrong.main).toMatch(/id="expression-error">(?:<svg.*?<\/svg> )?[^<]*minute/);
  expect(wrong.main).toContain('value="61 * * * *"');
  expect((await make({ timeZone: "Mars/Olympus" })).main).toMatch(
    /id="timeZone-error">(?:<svg.*?<\/svg> )?Unknown time zone/,
  );
  const preview = await make({
    kind: "crontab",
    expression: "30 2 * * *",
    timeZone: "Asia/Tokyo",
    intent: "preview",
  });
  expect(preview.status).toBe(200);
  expect(preview.main.match(/<time [^>]*>\w{3}, \w{3} \d+, 02:30<\/time>/g)).toHaveLength(5);
  expect(preview.main).toContain("17:30");
  const made = await make({});
  expect([made.status, made.location]).toEqual([303, "/jobs/monitors/nightly-backup"]);
  expect((await make({})).status).toBe(409);
});

test("a job reports its start and result by URL", async () => {
  expect(await read("nightly-backup")).toMatchObject({ state: "waiting", checkIns: [] });
  expect((await checkIn("nightly-backup", "status=in_progress")).status).toBe(200);
  await soon("nightly-backup", statuses).toEqual(["in_progress"]);
  expect(
    (await checkIn("nightly-backup", "status=ok&duration=1.5", { method: "POST" })).status,
  ).toBe(200);
  await soon("nightly-backup", ({ checkIns }) => checkIns).toMatchObject([
    { status: "ok", durationMs: 1500 },
  ]);
  expect((await read("nightly-backup")).environments).toMatchObject([
    { environment: "production", state: "ok" },
  ]);
  const refused = await checkIn("nightly-backup", "status=fine");
  expect([refused.status, await refused.text()]).toEqual([
    400,
    expect.stringContaining("?status=ok"),
  ]);
});

test("a missing check-in is missed, a slow one times out, and recovery notifies", async () => {
  await advanceTime(spoor, hourMs + 4 * minuteMs);
  await soon("nightly-backup", ({ state }) => state).toBe("late");
  await advanceTime(spoor, 2 * minuteMs);
  await soon("nightly-backup", statuses).toEqual(["missed", "ok"]);
  expect((await read("nightly-backup")).state).toBe("missed");
  await checkIn("nightly-backup", "status=ok");
  await soon("nightly-backup", told).toEqual(["recovered", "missed"]);
  await checkIn("nightly-backup", "status=in_progress");
  await soon("nightly-backup", ({ checkIns }) => checkIns[0]!.status).toBe("in_progress");
  await advanceTime(spoor, 31 * minuteMs);
  await soon("nightly-backup", ({ checkIns }) => checkIns[0]!.status).toBe("timeout");
  expect(await read("nightly-backup")).toMatchObject({ state: "failing" });
  const { main } = await session.get("/jobs/monitors");
  expect(main).toContain("failing");
  expect(main).toMatch(/aria-label="In the last 24 hours: 2 ok, 1 missed, 1 timed out"/);
});

test("an SDK check-in creates the monitor; environments are separate and nothing counts twice", async () => {
  const config = {
    schedule: { type: "crontab", value: "*/10 * * * *" },
    checkin_margin: 3,
    timezone: "Europe/Berlin",
  };
  const id = "39864e62d95a432e808e06de344830b9";
  const contexts = { trace: { trace_id: "5f2c3aa4209f41b28386f07664ff6b55" } };
  const report = reportOf("import", {
    check_in_id: id,
    status: "error",
    monitor_config: config,
    contexts,
  });
  expect((await sendEnvelope(spoor, project, report)).status).toBe(200);
  await soon("import", told).toEqual(["failed"]);
  for (const fields of [
    { check_in_id: id, status: "error" },
    { check_in_id: id, status: "in_progress" },
    { check_in_id: "0".repeat(32), status: "ok", environment: "staging" },
  ])
    await sendEnvelope(spoor, project, reportOf("import", fields));
  await soon("import", statuses).toEqual(["ok", "error"]);
  const monitor = await read("import");
  expect(monitor.environments.map(({ environment, state }) => [environment, state])).toEqual([
    ["production", "failing"],
    ["staging", "ok"],
  ]);
  expect(monitor).toMatchObject({
    marginMinutes: 3,
    checkIns: [{}, { traceId: contexts.trace.trace_id }],
  });
  const traceId = contexts.trace.trace_id;
  const before = (await session.get("/jobs/monitors/import")).main;
  expect(before).toContain("no spans received");
  expect(before).not.toContain(`/jobs/traces/${traceId}`);
  await sendTrace(spoor, project, "import 0-10 @jobs", { traceId });
  const page = (await session.get("/jobs/monitors/import")).main;
  expect(page).toContain(`/jobs/traces/${traceId}`);
  expect(page).toContain("Every 10 minutes");

  await sendEnvelope(spoor, project, reportOf("nobody", { status: "ok" }));
  await expect
    .poll(async () => (await session.get("/jobs/settings/intake")).main)
    .toContain("unknown monitor");
});

test("accepted check-ins survive a kill; time without the server is unknown, not missed", async () => {
  await make({ name: "Queue", slug: "queue", every: "10", unit: "minute" });
  expect((await checkIn("queue", "status=ok")).status).toBe(200);
  await spoor.kill();
  await advanceTime(spoor, 24 * hourMs, { watched: false });
  spoor = await spoor.restart();
  project = { ...project, ...(await reopened()) };
  // The queued check-in is read first and counts as received now. A day later the others are
  // unknown.
  await soon("queue", ({ checkIns }) => checkIns.length).toBe(1);
  await soon(
    "import",
    ({ checkIns }) => checkIns.filter(({ status }) => status === "unknown").length,
  ).toBe(2);
  const { checkIns, incidents } = await read("import");
  expect(checkIns.filter(({ status }) => status === "unknown").map(({ slots }) => slots)).toEqual([
    100, 100,
  ]);
  expect(incidents).toHaveLength(1);
});

async function reopened(): Promise<Pick<TestProject, "get">> {
  session = await signIn(spoor.url, owner);
  const headers = { authorization: `Bearer ${project.token}` };
  return { get: (path) => fetch(`${spoor.url}/jobs${path}`, { headers }) };
}

test("muting stops notifications, pausing stops expectations, deleting removes the monitor", async () => {
  const act = (fields: Record<string, string>) => session.post("/jobs/monitors/queue", fields);
  expect((await act({ intent: "mute", for: "1d" })).status).toBe(303);
  await checkIn("queue", "status=error");
  await soon("queue", ({ checkIns }) => checkIns[0]!.status).toBe("error");
  expect(told(await read("queue"))).toEqual([]);
  expect((await session.get("/jobs/monitors/queue")).main).toContain("Failing, muted");
  expect((await act({ intent: "mute", for: "a while" })).status).toBe(422);
  expect((await act({ intent: "unmute" })).status).toBe(303);
  await checkIn("queue", "status=error");
  await soon("queue", told).toEqual(["failed"]);

  expect((await act({ intent: "pause" })).status).toBe(303);
  expect(await read("queue")).toMatchObject({
    state: "paused",
    environments: [{ nextExpected: null }],
  });
  expect((await act({ intent: "resume" })).status).toBe(303);
  expect((await read("queue")).environments[0]!.nextExpected).not.toBeNull();

  const changed = await session.post("/jobs/monitors/queue/edit", {
    ...form,
    name: "Queue",
    slug: "queue-2",
    intent: "save",
  });
  expect(changed.location).toBe("/jobs/monitors/queue-2");
  expect((await session.get("/jobs/monitors/queue")).status).toBe(404);
  expect((await session.post("/jobs/monitors/queue-2/delete", { intent: "delete" })).location).toBe(
    "/jobs/monitors",
  );
  expect((await session.get("/jobs/monitors/queue-2")).status).toBe(404);
});
