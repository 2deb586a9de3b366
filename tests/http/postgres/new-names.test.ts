import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { processed } from "#tests/harness/requests/processed.ts";
import { startPostgres, type TestPostgres } from "#tests/harness/servers/postgres.ts";
import { makeOwner, makeProject, sendEnvelope, type TestProject } from "#tests/harness/project.ts";
import { sendSessions } from "#tests/harness/data/releases.ts";
import type { Spoor } from "#tests/harness/spoor.ts";
import { startTwoSpoors, type TwoSpoors } from "#tests/harness/two-spoors.ts";
import { sendVitals } from "#tests/harness/data/vitals.ts";

// As after a deploy: events, spans, vitals, sessions, and check-ins with new names reach both
// processes at once.

const deploys = 8;

let server: TestPostgres;
let spoor: TwoSpoors;
let project: TestProject;

beforeAll(async () => {
  server = await startPostgres();
  spoor = await startTwoSpoors(server);
  await makeOwner(spoor);
  project = await makeProject(spoor, "deployed");
});
afterAll(async () => {
  await spoor.remove();
  await server.stop();
});

test("new names from several data types and processes cause no failed statement", async () => {
  for (let number = 0; number < deploys; number++) {
    const names = {
      release: `web@${number}`,
      environment: `stage-${number}`,
      route: `/route-${number}`,
    };
    await Promise.all(spoor.both.flatMap((each) => sendAll(each, names)));
  }
  for (const each of spoor.both) await processed(each);
  const counted = async () => (await project.issues()).reduce((sum, { count }) => sum + count, 0);
  await expect.poll(counted).toBe(4 * deploys);
  expect(spoor.output()).not.toContain("could not be stored");
  expect(server.errors()).toEqual([]);
});

type Names = { release: string; environment: string; route: string };

/** Sent at one moment, so a process forms one or two batches. */
const sendAll = (to: Spoor, { release, environment, route }: Names): Promise<void>[] => [
  send(to, "event", eventOf({ release, environment, route })),
  send(to, "event", eventOf({ release, environment, route })),
  send(to, "check_in", {
    monitor_slug: release.replace("@", "-"),
    status: "ok",
    environment,
    monitor_config: daily,
  }),
  sendSpan(to, { release, environment, route }),
  sendVitals(to, project, [
    { vital: "lcp", value: 900, id: randomUUID(), route, release, service: "web" },
  ]),
  sendSessions(to, project, [{ release, environment, init: true, status: "ok", did: "ada" }]),
];

const daily = { schedule: { type: "crontab", value: "0 3 * * *" } };

const eventOf = ({ release, environment, route }: Names) => ({
  event_id: randomBytes(16).toString("hex"),
  release,
  environment,
  transaction: route,
  tags: { [`key-${release}`]: route },
  user: { id: release },
  exception: { values: [{ type: `Error of ${release}`, value: "It is new." }] },
});

async function send(to: Spoor, type: string, item: object): Promise<void> {
  const answer = await sendEnvelope(
    to,
    project,
    `{}\n{"type":"${type}"}\n${JSON.stringify(item)}\n`,
  );
  expect(answer.status, await answer.text()).toBe(200);
}

async function sendSpan(to: Spoor, { release, environment, route }: Names): Promise<void> {
  const startNs = BigInt(Date.now() - 60_000) * 1_000_000n;
  const span = {
    traceId: randomBytes(16).toString("hex"),
    spanId: randomBytes(8).toString("hex"),
    name: `GET ${route}`,
    kind: 2,
    startTimeUnixNano: `${startNs}`,
    endTimeUnixNano: `${startNs + 5_000_000n}`,
    attributes: attributesOf({ "http.route": route, "http.request.method": "GET" }),
  };
  const resource = {
    attributes: attributesOf({
      "service.name": "web",
      "service.version": release,
      "deployment.environment.name": environment,
    }),
  };
  const answer = await fetch(`${to.url}/v1/traces?sentry_key=${project.publicKey}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ spans: [span] }] }] }),
  });
  expect(answer.status, await answer.text()).toBe(200);
}

const attributesOf = (attributes: { [key: string]: string }) =>
  Object.entries(attributes).map(([key, stringValue]) => ({ key, value: { stringValue } }));
