import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { dataRoutes } from "#server/http/data/routes.ts";
import { processed } from "#tests/harness/requests/processed.ts";
import { type CitusCluster, citusPrograms, startCitus } from "#tests/harness/servers/citus.ts";
import { startPostgres, type TestPostgres } from "#tests/harness/servers/postgres.ts";
import {
  envelopeOf,
  makeOwner,
  makeProject,
  sendEnvelope,
  type TestProject,
} from "#tests/harness/project.ts";
import { readSession, recordedSessions, replay } from "#tests/harness/data/recorded.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { startTwoSpoors, type TwoSpoors } from "#tests/harness/two-spoors.ts";

// Sends the same recorded requests to a folder, to two processes on PostgreSQL, and to a cluster,
// and compares all JSON.

type Replayed = { project: TestProject; remove(): Promise<void> };

let server: TestPostgres;
let cluster: CitusCluster | undefined;

beforeAll(async () => {
  server = await startPostgres();
  if (citusPrograms) cluster = await startCitus();
});
afterAll(async () => {
  await server.stop();
  await cluster?.stop();
});

const levels = ["warning", "fatal"] as const;
const [older, newer] = ["ordered@1.0.0", "ordered@2.0.0"] as const;

/**
 * Two events per issue, oldest first, with release and order of arrival, alternating between
 * processes.
 */
const ordered = [
  { type: "LateFirstError", releases: [older, newer], arrival: [1, 0] },
  { type: "DowngradeError", releases: [newer, older], arrival: [0, 1] },
  { type: "UnnamedFirstError", releases: [undefined, newer], arrival: [1, 0] },
] as const;

const startedAt = Math.floor(Date.now() / 1000) - 600;

async function sendOutOfOrder(project: TestProject, targets: readonly Spoor[]): Promise<void> {
  for (const turn of [0, 1] as const) {
    for (const { type, releases, arrival } of ordered) {
      const at = arrival[turn];
      const event_id = createHash("md5").update(`${type} ${at}`).digest("hex");
      const exception = { values: [{ type, value: `number ${at}` }] };
      const release = releases[at] && { release: releases[at] };
      const event = {
        event_id,
        timestamp: startedAt + 60 * at,
        level: levels[at],
        exception,
        ...release,
      };
      const answer = await sendEnvelope(
        targets[turn % targets.length]!,
        project,
        envelopeOf(event),
      );
      expect(answer.status).toBe(200);
    }
    const counted = async () => (await orderedIn(project)).counts;
    await vi.waitFor(async () => expect(await counted()).toEqual(ordered.map(() => turn + 1)), {
      timeout: 20_000,
    });
  }
}

/** One monitor, which no recording has. */
async function sendCheckIn(project: TestProject, spoor: Spoor): Promise<void> {
  const schedule = { type: "crontab", value: "0 3 * * *" };
  const checkIn = { monitor_slug: "nightly", status: "ok", monitor_config: { schedule } };
  const envelope = `{}\n{"type":"check_in"}\n${JSON.stringify(checkIn)}\n`;
  expect((await sendEnvelope(spoor, project, envelope)).status).toBe(200);
}

/** Sends each request to the next process. */
async function replayTo(spoor: Spoor, targets: readonly Spoor[]): Promise<Replayed> {
  await makeOwner(spoor);
  const project = await makeProject(spoor, "replayed");
  let sent = 0;
  for (const name of recordedSessions)
    for (const { request, body } of readSession(name))
      await (await replay(targets[sent++ % targets.length]!, project, request, body)).text();
  await sendOutOfOrder(project, targets);
  await sendCheckIn(project, targets.at(-1)!);
  for (const target of targets) await processed(target);
  return { project, remove: () => spoor.remove() };
}

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/**
 * Values that differ per instance: generated IDs, clock times, and the order of simultaneous
 * events.
 */
const ownWords =
  /^(?:id|number|shortId|issueId|routeId|receivedAt|since|until|next|cursor|bytes|at|day|hour|trend|hours|href|url|path|eventId|event_id)$/;

const ownText = [
  /\d{4}-\d\d-\d\dT[\d:.]+Z/g,
  /REPLAYED-\d+/g,
  /127\.0\.0\.1:\d+/g,
  /off by \d+ min/g,
  /[0-9a-f]{32}@/g,
  /sentry_key=[0-9a-f]{32}/g,
];

function withoutOwn(value: Json): Json {
  if (Array.isArray(value))
    return value
      .map(withoutOwn)
      .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  if (typeof value === "string")
    return ownText.reduce((text, each) => text.replaceAll(each, "…"), value);
  if (typeof value === "number")
    return value > 1e12 ? 0 : Math.abs(value) < 1 ? Number(value.toFixed(6)) : value;
  if (value === null || typeof value !== "object") return value;
  const fields = Object.entries(value).filter(([name]) => !ownWords.test(name));
  return Object.fromEntries(fields.map(([name, each]) => [name, withoutOwn(each)]));
}

/** Endpoints that were read, as the table of data forms names them. */
const asked = new Set<string>();

const jsonRoutes = dataRoutes.map(({ path }) => path).filter((path) => path.endsWith(".json"));
const routeOf = (path: string) =>
  jsonRoutes.find((route) =>
    new RegExp(`^${route.replaceAll(".", "\\.").replaceAll(/:\w+|\*\w+/g, "[^/]+")}$`).test(path),
  );

async function read(project: TestProject, path: string): Promise<Json> {
  asked.add(routeOf(`/project${path.split("?")[0]}`) ?? path);
  const answer = await project.get(path);
  expect([path, answer.status]).toEqual([path, 200]);
  return (await answer.json()) as Json;
}

/** The event and those before it, which the pages of an issue lead through. */
async function keepEvents(
  keep: (name: string, path: string) => Promise<Json>,
  { project, issue, name }: { project: TestProject; issue: string | number; name: string },
): Promise<void> {
  let next: Json = "latest";
  for (let n = 0; typeof next === "string"; n++) {
    const path: string = `/issues/${issue}/events/${next}.json`;
    await keep(`${name}, event ${n}`, path);
    next = ((await read(project, path)) as { older: Json }).older;
  }
}

type ReleaseList = { releases: { version: string; issues: { new: number } }[] };
type Listed = { [name: string]: string | number };
const rows = async (project: TestProject, path: string, list: string) =>
  ((await read(project, path)) as { [list: string]: Listed[] })[list] ?? [];

type Ordered = { issues: string[]; counts: number[]; newIssues: (number | undefined)[] };

/** Title and level of each issue of `ordered`, and the number of new issues per release. */
async function orderedIn(project: TestProject): Promise<Ordered> {
  const issues = await rows(project, "/issues.json?limit=200", "issues");
  const releases = (await read(project, "/releases.json?limit=200")) as unknown as ReleaseList;
  const own = ordered.flatMap(({ type }) =>
    issues.filter(({ title }) => String(title).startsWith(type)),
  );
  return {
    issues: own.map(({ title, level }) => `${title}, ${level}`),
    counts: own.map(({ count }) => Number(count)),
    newIssues: [older, newer].map(
      (each) => releases.releases.find(({ version }) => version === each)?.issues.new,
    ),
  };
}

/** All JSON endpoints by object. */
async function formsOf(project: TestProject): Promise<{ [form: string]: Json }> {
  const forms: { [form: string]: Json } = {};
  const keep = async (name: string, path: string) =>
    (forms[name] = withoutOwn(await read(project, path)));
  for (const list of ["issues", "feedback", "routes", "releases", "monitors", "vitals", "traces"])
    await keep(list, `/${list}.json?limit=200`);
  for (const prefix of ["release:", "environment:", "browser:", "is:"])
    await keep(`suggestions of ${prefix}`, `/issues/suggestions.json?prefix=${prefix}`);
  await keep("alerts", "/alerts.json");
  for (const { id, name } of await rows(project, "/alerts.json", "rules")) {
    await keep(`alert ${name}`, `/alerts/${id}.json`);
    await keep(`alert ${name}, deliveries`, `/alerts/${id}/deliveries.json`);
  }
  for (const { slug } of await rows(project, "/monitors.json", "monitors"))
    await keep(`monitor ${slug}`, `/monitors/${slug}.json`);
  for (const { shortId, title, culprit } of await rows(
    project,
    "/issues.json?limit=200",
    "issues",
  )) {
    const name = `issue ${title} ${culprit}`;
    await keep(name, `/issues/${shortId}.json`);
    await keep(`${name}, activity`, `/issues/${shortId}/activity.json`);
    await keepEvents(keep, { project, issue: shortId!, name });
  }
  for (const { id, name, kind } of await rows(project, "/routes.json", "routes")) {
    await keep(`route ${kind} ${name}`, `/routes/${id}.json`);
    await keep(`route ${kind} ${name}, findings`, `/routes/${id}/findings.json`);
    await keep(`route ${kind} ${name}, compared`, `/routes/${id}/compare.json`);
  }
  for (const { version } of await rows(project, "/releases.json", "releases"))
    await keep(`release ${version}`, `/releases/${encodeURIComponent(version!)}.json`);
  for (const { traceId } of await rows(project, "/traces.json?limit=200", "traces"))
    await keep(`trace ${traceId}`, `/traces/${traceId}.json`);
  return forms;
}

describe.skipIf(recordedSessions.length === 0)(
  "recorded sessions (skipped when the sample folder ../shared/captures is absent)",
  () => {
    let folder: Replayed | undefined;
    let expected: { [form: string]: Json };
    beforeAll(async () => {
      const spoor = await startSpoor();
      folder = await replayTo(spoor, [spoor]);
      expected = await formsOf(folder.project);
    }, 60_000);
    afterAll(() => folder?.remove());

    /**
     * The newest event names an issue, and the oldest one decides its first release, in any order
     * of arrival.
     */
    const byTime: Ordered = {
      issues: ordered.map(({ type }) => `${type}: number 1, fatal`),
      counts: ordered.map(() => 2),
      newIssues: [1, 2],
    };

    test("every JSON endpoint is read", () => {
      expect(jsonRoutes.filter((route) => !asked.has(route))).toEqual([]);
    });

    test("titles, levels, and new issues of a release follow event times", async () => {
      expect(await orderedIn(folder!.project)).toEqual(byTime);
    });

    async function compare(replayed: Replayed): Promise<void> {
      const forms = await formsOf(replayed.project);
      expect.soft(await orderedIn(replayed.project), "by when events happened").toEqual(byTime);
      await replayed.remove();
      expect(Object.keys(forms).toSorted()).toEqual(Object.keys(expected).toSorted());
      for (const [name, form] of Object.entries(forms))
        expect.soft(form, name).toEqual(expected[name]);
    }

    test("two processes on PostgreSQL answer like a folder, including new issues of a release", async () => {
      const spoor: TwoSpoors = await startTwoSpoors(server);
      await compare(await replayTo(spoor, spoor.both));
    }, 60_000);

    test.skipIf(!citusPrograms)(
      "a cluster answers like a folder, including new issues of a release",
      async () => {
        const databaseUrl = await cluster!.create("replayed");
        const spoor = await startSpoor({ environment: { DATABASE_URL: databaseUrl } });
        await compare(await replayTo(spoor, [spoor]));
      },
      60_000,
    );
  },
);
