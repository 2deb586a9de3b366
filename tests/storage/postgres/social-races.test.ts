import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { absorbCheckIns, type DigestCheckIn } from "#server/digest/absorb-check-ins.ts";
import { monitorDefaults } from "#server/domain/monitor/monitor.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import type { CheckInStatus } from "#server/domain/monitor/check-in.ts";
import type { Project } from "#server/domain/project/project.ts";
import { watchMonitors } from "#server/jobs/watch-monitors.ts";
import { openPostgresStore } from "#server/storage/postgres/open.ts";
import type { Store } from "#server/storage/store.ts";
import { startPostgres, type TestPostgres } from "#tests/harness/servers/postgres.ts";
import { sampleRule } from "#tests/storage/alerts/alert-contract.ts";
import { noChanges } from "#tests/storage/no-changes.ts";
import { sampleNotice } from "#tests/storage/alerts/notice-contract.ts";
import { hourMs, newProject, noon } from "#tests/storage/sample.ts";

let server: TestPostgres;
let url: string;
let stores: Store[] = [];

beforeAll(async () => {
  server = await startPostgres();
  url = await server.create();
  await (await openPostgresStore(url, { process: "first", connections: 1 })).close();
});
afterAll(() => server.stop());

beforeEach(async () => {
  await server.reset(url);
  stores = await Promise.all(
    ["a", "b", "c"].map((process) => openPostgresStore(url, { process, connections: 4 })),
  );
});
afterEach(() => Promise.all(stores.map((store) => store.close())));

const minuteMs = 60_000;
let batches = 0;
const nextCursor = () => ({ segment: 1, offset: ++batches });

const checkIns = (store: Store, arrivals: DigestCheckIn[]) =>
  store.digest(
    async (transaction) => {
      const outcomes = await absorbCheckIns(transaction.monitors, arrivals);
      await transaction.save({ ...noChanges, outcomes, cursor: nextCursor() });
    },
    arrivals.map(({ projectId }) => projectId),
  );

/** Checks in every minute but is expected once a year, or the reverse. */
function arrival({ id: projectId }: Project, slug: string, minute: number): DigestCheckIn {
  const schedule = {
    kind: "interval",
    every: 1,
    unit: slug.startsWith("busy") ? "year" : "minute",
  } as const;
  const status = minute % 2 === 0 ? "ok" : "error";
  const receivedAt = noon + minute * minuteMs - 1_000;
  return {
    projectId,
    receivedAt,
    report: { slug, status, environment: "production", config: { ...monitorDefaults, schedule } },
  };
}

test("concurrent check-ins, scheduler runs, and changes lose, repeat, and reorder nothing", async () => {
  const [store] = stores as [Store, Store, Store];
  const projects = await Promise.all(stores.map(() => newProject(store)));
  const slugs = ["busy a", "silent a", "busy b", "silent b"];
  const minutes = 10;
  let now = noon;
  const caughtUp = async () => new Set<ProjectId>();
  const clocks = stores
    .slice(1)
    .map((each) => watchMonitors({ store: each, now: () => now, caughtUp }));
  for (const clock of clocks) await clock();

  const seen: number[] = [];
  const follow = async () => {
    for (const { id } of await store.monitors.incidentsAfter(seen.at(-1) ?? 0, 100)) seen.push(id);
  };
  for (let minute = 0; minute < minutes; minute++) {
    now = noon + minute * minuteMs;
    const sent = slugs.filter((slug) => minute === 0 || slug.startsWith("busy"));
    // Each batch visits the monitors in another order.
    const turned = minute % 2 === 0 ? sent : sent.toReversed();
    await Promise.all([
      ...stores.map((each, index) =>
        checkIns(
          each,
          turned.map((slug) => arrival(projects[index]!, slug, minute)),
        ),
      ),
      ...clocks.map((clock) => clock()),
      ...projects.map(({ id }) => rename(stores[2]!, id, "silent a", `Renamed ${minute}`)),
      follow(),
    ]);
    await follow();
  }

  const log = await store.monitors.incidentsAfter(0, 10_000);
  expect(seen, "who follows by number misses none").toEqual(log.map(({ id }) => id));
  const half = minutes / 2;
  const inTurn = Array.from({ length: minutes - 1 }, (_, index) =>
    index % 2 === 0 ? "failed" : "recovered",
  );
  for (const { id: projectId } of projects) {
    for (const slug of slugs) {
      const { monitor } = (await store.monitors.find(projectId, slug))!;
      const told = log.filter(({ monitorId }) => monitorId === monitor.id).map(({ what }) => what);
      const of = async (status: CheckInStatus) =>
        (await store.monitors.checkIns({ monitorId: monitor.id, status, limit: 100 })).rows;
      if (slug.startsWith("busy")) {
        expect([(await of("ok")).length, (await of("error")).length, told]).toEqual([
          half,
          half,
          inTurn,
        ]);
      } else {
        const missed = (await of("missed")).map(({ expectedAt }) => expectedAt);
        expect(missed.length).toBeGreaterThan(half);
        expect([new Set(missed).size, told]).toEqual([missed.length, ["missed"]]);
      }
    }
  }
});

const rename = (store: Store, projectId: ProjectId, slug: string, name: string) =>
  store.monitors.transact(async (transaction) => {
    const monitor = await transaction.find(projectId, slug);
    if (monitor) await transaction.change({ ...monitor, name });
  });

test("releases seen by several processes are recorded once and read without gaps", async () => {
  const [store] = stores as [Store];
  const projects = await Promise.all([1, 2, 3].map(() => newProject(store)));
  const seen: number[] = [];
  const follow = async () => {
    for (const { id } of await store.alerts.releasesAfter(seen.at(-1) ?? 0, 100)) seen.push(id);
  };
  const see = (each: Store, round: number) => {
    const releases = projects.flatMap(({ id: projectId }, index) => [
      { projectId, version: `${round} of all`, firstAt: noon, lastAt: noon, receivedAt: noon },
      { projectId, version: `${round} of ${index}`, firstAt: noon, lastAt: noon, receivedAt: noon },
    ]);
    return each.digest(
      (transaction) => transaction.save({ ...noChanges, releases, cursor: nextCursor() }),
      projects.map(({ id }) => id),
    );
  };
  for (let round = 0; round < 8; round++) {
    await Promise.all([...stores.map((each) => see(each, round)), follow()]);
    await follow();
  }
  const log = await store.alerts.releasesAfter(0, 1_000);
  expect(log).toHaveLength(8 * 2 * projects.length);
  expect(seen).toEqual(log.map(({ id }) => id));
});

test("a restarted process reclaims its own deliveries only", async () => {
  const [one, two] = stores as [Store, Store];
  const project = await newProject(one);
  const { id: ruleId } = await one.alerts.create(sampleRule(project.id));
  const lane = { to: { kind: "rule", ruleId }, projectId: project.id, isTest: false } as const;
  await one.notices.add([{ ...sampleNotice(project.id, "k"), to: lane.to }]);
  const { lastId, count } = (await one.notices.waiting())[0]!;
  const message = { notices: [sampleNotice(project.id, "k").notice], more: 0 };
  const target = { kind: "webhook", url: "https://hooks.example/x", sealedSecret: "s" } as const;
  const deliveries = ["a", "b"].map((messageId) => ({ messageId, target, receiver: messageId }));
  await one.deliveries.plan({ lane, lastId, count, at: noon, message, deliveries });
  const bounds = { leaseMs: hourMs, limit: 1, perReceiver: 1 };
  const [mine] = await one.deliveries.claim(noon, bounds);
  const [other] = await two.deliveries.claim(noon, bounds);
  expect([mine, other]).toMatchObject([{ messageId: "a" }, { messageId: "b" }]);
  await two.deliveries.recover();
  expect(await one.deliveries.claim(noon, { ...bounds, limit: 9 })).toMatchObject([
    { messageId: "b", tries: 2 },
  ]);
});
