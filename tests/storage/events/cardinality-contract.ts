import { expect, test } from "vitest";
import type { DigestCheckIn } from "#server/digest/absorb-check-ins.ts";
import type { DigestSession } from "#server/digest/sessions/absorb-sessions.ts";
import { overflowHash, overflowType } from "#server/digest/events/too-many-issues.ts";
import { freeNames } from "#server/jobs/free-names.ts";
import { limitsWith, overflowName } from "#server/domain/cardinality/limits.ts";
import type { OutcomeEntry } from "#server/domain/outcomes.ts";
import { dayMs, hourMs } from "#server/domain/time.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import { monitorDefaults, monitorLimits } from "#server/domain/monitor/monitor.ts";
import type { Store } from "#server/storage/store.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import {
  digesting,
  eventNamed,
  exceeded,
  spanIdNamed,
  spanNamed,
  spanOf,
  traceOf,
  vitalNamed,
} from "./cardinality-sample.ts";
import { newPerson } from "#tests/storage/issues/bulk-contract.ts";
import type { Bench } from "#tests/storage/contract.ts";
import { eventIdOf, hashOf, newProject, noon } from "#tests/storage/sample.ts";

const numbers = (count: number, from = 0) => Array.from({ length: count }, (_, at) => from + at);
const byText = (a: unknown, b: unknown) => (String(a) < String(b) ? -1 : 1);
const week = { since: noon - 7 * dayMs, until: noon + hourMs };

const sessionIn = (
  projectId: ProjectId,
  sid: string,
  release: string,
  environment: string,
): DigestSession => ({
  projectId,
  receivedAt: noon,
  report: {
    kind: "update",
    sid,
    revision: "1",
    isFirst: true,
    startedAt: noon,
    release,
    environment,
    marks: { crashed: false, errored: false, abnormal: false },
  },
});

async function discard(store: Store, { id, projectId }: Issue): Promise<void> {
  const person = await newPerson(store, `person-${projectId}`);
  const act = { intent: "delete", discard: true } as const;
  const filter = { query: { states: [], levels: [], words: [] }, ids: [id] };
  const bulk = { projectId, by: person.id, at: noon + 1, act, filter, total: 1 };
  await store.bulk.begin(bulk, { issueIds: [id] }, () => act);
}

/** Exceeds every limit of domain/cardinality and checks what is stored, filed, and counted. */
export function cardinalityContract(bench: Bench): void {
  test("beyond the environment limit, events are filed under “(other)” and stored completely", async () => {
    const { id } = await newProject(bench.store);
    const digest = digesting(bench.store, { environments: 3 });
    await digest({
      events: numbers(50).map((at) => eventNamed(id, `e${at}`, { environment: `env-${at}` })),
    });
    await digest({
      events: numbers(50, 50).map((at) =>
        eventNamed(id, `e${at}`, { environment: `env-${at % 60}` }),
      ),
    });
    const issue = (await bench.store.issues.find(id, { number: 1 }))!;
    expect(issue.count).toBe(100);
    expect((await bench.store.projects.environments(id)).toSorted()).toEqual([
      overflowName,
      "env-0",
      "env-1",
      "env-2",
    ]);
    const named = await bench.store.issues.counts(id, overflowName);
    expect(named.all).toBe(1);
    expect(await bench.store.events.find(id, eventIdOf("e40"))).toMatchObject({
      environment: overflowName,
    });
    expect(await exceeded(bench.store, id)).toEqual({ environments: 94 });
  });

  test("beyond the tag key limit, the key is not counted and the event is stored", async () => {
    const { id } = await newProject(bench.store);
    const digest = digesting(bench.store, { tagKeys: 5 });
    const tags = (at: number): [string, string][] =>
      numbers(20, at * 20).map((key) => [`key-${key}`, "x"]);
    await digest({ events: numbers(10).map((at) => eventNamed(id, `e${at}`, { tags: tags(at) })) });
    const issue = (await bench.store.issues.find(id, { number: 1 }))!;
    expect(issue.count).toBe(10);
    const keys = await bench.store.issues.tags(id, issue.id, { values: 3 });
    expect(keys.map(({ key }) => key)).toEqual(numbers(5).map((at) => `key-${at}`));
    expect(await bench.store.issues.terms(id, { limit: 100 })).toHaveLength(5);
    expect(await exceeded(bench.store, id)).toEqual({ "tag keys": 10 });
  });

  test("beyond 20,000 tag values of an issue, a new value counts for its key only", async () => {
    const { id } = await newProject(bench.store);
    const digest = digesting(bench.store, {});
    const tags = (at: number): [string, string][] =>
      numbers(25).map((key) => [`key-${key}`, `value-${at}`]);
    for (const from of numbers(9).map((at) => at * 100))
      await digest({
        events: numbers(100, from).map((at) => eventNamed(id, `e${at}`, { tags: tags(at) })),
      });
    const issue = (await bench.store.issues.find(id, { number: 1 }))!;
    const keys = await bench.store.issues.tags(id, issue.id, { values: 1 });
    expect(keys.reduce((sum, { distinct }) => sum + distinct, 0)).toBe(20_000);
    expect(keys.map(({ total }) => total)).toEqual(numbers(25).map(() => 900));
    expect(await exceeded(bench.store, id)).toEqual({ "tag values": 2_500 });
  });

  test("beyond the release limit, a release is unlisted but kept on its event and issue", async () => {
    const { id } = await newProject(bench.store);
    const digest = digesting(bench.store, { releases: 4 });
    const events = numbers(30).map((at) =>
      eventNamed(id, `e${at}`, { release: `web@${at}`, at: noon + at }),
    );
    await digest({
      events,
      sessions: numbers(30).map((at) => sessionIn(id, `s${at}`, `web@${at}`, "")),
    });
    const releases = await bench.store.releases.list({ projectId: id, limit: 100 });
    expect(releases.rows.map(({ version }) => version).toSorted()).toEqual(
      numbers(4).map((at) => `web@${at}`),
    );
    expect(await bench.store.issues.find(id, { number: 1 })).toMatchObject({
      lastRelease: "web@29",
      count: 30,
    });
    expect(await bench.store.events.find(id, eventIdOf("e20"))).toMatchObject({
      release: "web@20",
    });
    expect(await exceeded(bench.store, id)).toEqual({ releases: 52 });
  });

  test("beyond the limits of services and routes, spans count under “(other)”", async () => {
    const { id } = await newProject(bench.store);
    const digest = digesting(bench.store, { services: 2, routes: 3 });
    await digest({ traces: numbers(20).map((at) => spanNamed(id, `r${at}`, { route: `/${at}` })) });
    await digest({
      traces: numbers(20).map((at) =>
        spanNamed(id, `s${at}`, { service: `svc-${at}`, route: "/x" }),
      ),
    });
    const operations = await bench.store.rollups.operations({ projectId: id, ...week });
    const counts = operations.map(({ operation: { service, route }, rollup }) => [
      service,
      route,
      rollup.durations.count,
    ]);
    expect(counts.toSorted(byText)).toEqual([
      [overflowName, overflowName, 19],
      ["svc-0", overflowName, 1],
      ["web", overflowName, 17],
      ["web", "/0", 1],
      ["web", "/1", 1],
      ["web", "/2", 1],
    ]);
    expect((await bench.store.traces.services(id)).toSorted()).toEqual([
      overflowName,
      "svc-0",
      "web",
    ]);
    expect(await exceeded(bench.store, id)).toEqual({ routes: 18, services: 19 });
  });

  test("beyond the limit of service edges, calls count from “(other)” to “(other)”", async () => {
    const { id } = await newProject(bench.store);
    const digest = digesting(bench.store, { serviceCalls: 2 });
    const call = (at: number) => [
      spanOf(`a${at}`, { service: `from-${at}` }),
      spanOf(`b${at}`, { service: `to-${at}`, parentSpanId: spanIdNamed(`a${at}`) }),
    ];
    await digest({ traces: numbers(6).map((at) => traceOf(id, `t${at}`, call(at))) });
    const edges = await bench.store.traces.edges(id, 0);
    expect(edges.map(({ from, to, count }) => [from, to, count])).toEqual([
      [overflowName, overflowName, 4],
      ["from-0", "to-0", 1],
      ["from-1", "to-1", 1],
    ]);
    expect(await exceeded(bench.store, id)).toEqual({ "service calls": 4 });
  });

  test("beyond the page limit, web vitals count under “(other)”", async () => {
    const { id } = await newProject(bench.store);
    const digest = digesting(bench.store, { pages: 2 });
    await digest({
      vitals: numbers(10).map((at) => vitalNamed(id, `v${at}`, { route: `/${at}` })),
    });
    const pages = await bench.store.rollups.vitals({ projectId: id, ...week });
    expect(pages.map(({ route, rollup }) => [route, rollup.values.count]).toSorted(byText)).toEqual(
      [
        [overflowName, 8],
        ["/0", 1],
        ["/1", 1],
      ],
    );
    expect(await exceeded(bench.store, id)).toEqual({ "pages with web vitals": 8 });
  });

  test("beyond the limit of releases per environment, sessions count under “(other)”", async () => {
    const { id } = await newProject(bench.store);
    const digest = digesting(bench.store, { sessionGroups: 3 });
    await digest({
      sessions: numbers(40).map((at) => sessionIn(id, `s${at}`, `web@${at % 2}`, `env-${at}`)),
    });
    const health = await bench.store.releases.health({ projectId: id, ...week });
    const sums = [...health.values()].map(({ sessions }) => sessions);
    expect(sums.toSorted((a, b) => a - b)).toEqual([1, 2, 37]);
    expect(await exceeded(bench.store, id)).toEqual({ "releases per environment": 37 });
  });

  test("beyond the hourly limit of new issues, events share one", async () => {
    const { id } = await newProject(bench.store);
    const digest = digesting(bench.store, { newIssues: 5 });
    const distinct = (from: number, receivedAt = noon) =>
      numbers(20, from).map((at) =>
        eventNamed(id, `e${at}`, { hash: hashOf(`hash ${at}`), receivedAt }),
      );
    await digest({ events: distinct(0) });
    await digest({
      events: [
        ...distinct(20),
        ...distinct(0).map((each) => ({ ...each, eventId: eventIdOf(`again ${each.value}`) })),
      ],
    });
    const { rows } = await bench.store.issues.list({
      projectId: id,
      query: { states: [], levels: [], words: [] },
      sort: "events",
      limit: 50,
      now: noon,
    });
    expect(rows.map(({ type, count }) => [type, count])).toEqual([
      [overflowType, 50],
      ...numbers(5).map(() => ["Error", 2]),
    ]);
    const [shared] = rows;
    expect(await bench.store.events.find(id, eventIdOf("e30"))).toMatchObject({
      issueId: shared!.id,
      title: "Error: e30",
    });
    expect(await exceeded(bench.store, id)).toEqual({ "new issues per hour": 50 });
    await digest({ events: distinct(100, noon + hourMs).slice(0, 5) });
    expect((await bench.store.issues.counts(id)).all).toBe(11);
    expect(hashOf("hash 0")).not.toBe(overflowHash);
  });

  test("when the shared issue is discarded, events beyond the limit are discarded too", async () => {
    const { id } = await newProject(bench.store);
    const digest = digesting(bench.store, { newIssues: 1 });
    const distinct = (from: number) =>
      numbers(10, from).map((at) => eventNamed(id, `e${at}`, { hash: hashOf(`hash ${at}`) }));
    await digest({ events: distinct(0) });
    const shared = (await bench.store.issues.find(id, { number: 2 }))!;
    expect(shared.count).toBe(9);
    await discard(bench.store, shared);
    await digest({ events: distinct(10) });
    expect((await bench.store.issues.counts(id)).all).toBe(1);
    const filtered = (await bench.store.outcomes.read(id, 0)).filter(
      ({ outcome }) => outcome === "filtered",
    );
    expect(filtered.map(({ quantity }) => quantity)).toEqual([10]);
  });

  test("beyond the user limit of an issue, counts are extrapolated from a sample", async () => {
    const { id } = await newProject(bench.store);
    const digest = digesting(bench.store, { users: 200 });
    for (const from of numbers(20).map((at) => at * 200))
      await digest({
        events: numbers(200, from).map((at) => eventNamed(id, `e${at}`, { user: `user ${at}` })),
      });
    const issue = (await bench.store.issues.find(id, { number: 1 }))!;
    expect(issue.userCount).toBeGreaterThan(3_000);
    expect(issue.userCount).toBeLessThan(5_000);
    await digest({
      events: numbers(200).map((at) => eventNamed(id, `again${at}`, { user: `user ${at}` })),
    });
    expect((await bench.store.issues.find(id, { number: 1 }))!.userCount).toBe(issue.userCount);
  });

  test("beyond the limit of client report reasons, losses count as “other”", async () => {
    const { id } = await newProject(bench.store);
    const digest = digesting(bench.store, { lossReasons: 2 });
    const loss = (at: number): OutcomeEntry => ({
      projectId: id,
      hour: noon,
      outcome: "lost-at-client",
      category: `kind_${at}`,
      reason: "made_up",
      quantity: 3,
    });
    await digest({ outcomes: numbers(10).map(loss) });
    const entries = (await bench.store.outcomes.read(id, 0)).filter(
      ({ outcome }) => outcome === "lost-at-client",
    );
    const sums = entries.map(({ category, reason, quantity }) => [category, reason, quantity]);
    expect(sums.toSorted(byText)).toEqual([
      ["kind_0", "made_up", 3],
      ["kind_1", "made_up", 3],
      ["other", "other", 24],
    ]);
    expect(await exceeded(bench.store, id)).toEqual({ "reasons in client reports": 8 });
  });

  test("beyond 500 monitors or 20 environments of one, check-ins count as rate limited", async () => {
    const { id } = await newProject(bench.store);
    const schedule = { kind: "interval", every: 1, unit: "hour" } as const;
    const checkIn = (slug: string, environment: string): DigestCheckIn => ({
      projectId: id,
      receivedAt: noon,
      report: { slug, status: "ok", environment, config: { ...monitorDefaults, schedule } },
    });
    await digesting(
      bench.store,
      {},
    )({
      checkIns: [
        ...numbers(monitorLimits.perProject + 7).map((at) => checkIn(`job-${at}`, "production")),
        ...numbers(30).map((at) => checkIn("job-0", `env-${at}`)),
      ],
    });
    expect(await bench.store.monitors.count(id)).toBe(500);
    const job = (await bench.store.monitors.find(id, "job-0"))!;
    expect(job.environments).toHaveLength(20);
    const limited = (await bench.store.outcomes.read(id, 0)).filter(
      ({ outcome }) => outcome === "limited",
    );
    expect(limited.map(({ reason, quantity }) => [reason, quantity]).toSorted(byText)).toEqual([
      ["too many environments", 11],
      ["too many monitors", 7],
    ]);
  });

  test("limits survive a restart and apply across processes", async () => {
    const { id } = await newProject(bench.store);
    const events = (from: number) =>
      numbers(10, from).map((at) => eventNamed(id, `e${at}`, { environment: `env-${at}` }));
    const beside = await bench.another();
    await Promise.all([
      digesting(bench.store, { environments: 4 })({ events: events(0) }),
      digesting(beside, { environments: 4 })({ events: events(10) }),
    ]);
    await digesting(bench.store, { environments: 4 })({ events: events(20) });
    expect(await bench.store.projects.environments(id)).toHaveLength(5);
    expect((await bench.store.names.counts(id)).get("environments")).toBe(4);
  });

  test("a failed batch uses up no names", async () => {
    const { id } = await newProject(bench.store);
    const digest = digesting(
      {
        ...bench.store,
        digest: (work) =>
          bench.store.digest(async (given) => {
            await work(given);
            throw new Error("the disk is full");
          }),
      },
      { environments: 1 },
    );
    await expect(
      digest({ events: [eventNamed(id, "e", { environment: "lost" })] }),
    ).rejects.toThrow("full");
    expect((await bench.store.names.counts(id)).get("environments")).toBeUndefined();
  });

  test("tag keys and routes of an attack are released and their rows deleted", async () => {
    const { id } = await newProject(bench.store);
    const old = noon - 40 * dayMs;
    const oldNs = BigInt(old) * 1_000_000n;
    const digest = digesting(bench.store, { tagKeys: 3, routes: 3 }, () => old);
    const attack = numbers(3).map((at) =>
      spanNamed(id, `r${at}`, {
        route: `/${at}`,
        startedAtNs: oldNs,
        endedAtNs: oldNs,
        ...(at === 1 && { kind: "server", method: "POST" }),
      }),
    );
    await digest({
      events: numbers(3).map((at) =>
        eventNamed(id, `e${at}`, { receivedAt: old, tags: [[`key-${at}`, "x"]] }),
      ),
      traces: attack.map((trace) => ({ ...trace, receivedAt: old })),
    });
    const limits = limitsWith({ tagKeys: 3, routes: 3 });
    expect(await freeNames(bench.store, limits, old + dayMs)).toBe(0);
    expect(await freeNames(bench.store, limits, noon)).toBe(6);
    const issue = (await bench.store.issues.find(id, { number: 1 }))!;
    expect(await bench.store.issues.tags(id, issue.id, { values: 3 })).toEqual([]);
    expect(await bench.store.issues.terms(id, { limit: 100 })).toEqual([]);
    expect(await bench.store.rollups.operationsOf(id, "/1")).toHaveLength(1);
    await digesting(bench.store, { tagKeys: 3, routes: 3 })({
      events: [eventNamed(id, "late", { tags: [["new", "x"]] })],
      traces: [spanNamed(id, "late", { route: "/2" })],
    });
    expect(await bench.store.issues.tags(id, issue.id, { values: 3 })).toHaveLength(1);
    expect(await freeNames(bench.store, limits, noon + 500 * dayMs)).toBe(3);
    expect(await bench.store.rollups.operationsOf(id, "/1")).toEqual([]);
    expect(await bench.store.rollups.operationsOf(id, "/2")).toHaveLength(1);
  });

  test("unused names are released, and their counts remain", async () => {
    const { id } = await newProject(bench.store);
    const old = noon - 40 * dayMs;
    const sent = (name: string, environment: string, receivedAt: number) =>
      eventNamed(id, name, { environment, receivedAt, timestamp: receivedAt });
    const digest = digesting(bench.store, { environments: 3 });
    await digest({
      events: [
        sent("1", "attack-1", old),
        sent("2", "attack-2", old),
        sent("3", "production", old),
      ],
    });
    await digest({ events: [sent("4", "production", noon), sent("5", "late", noon)] });
    expect((await bench.store.projects.environments(id)).toSorted()).toEqual([
      overflowName,
      "attack-1",
      "attack-2",
      "production",
    ]);
    const today = Math.floor(noon / dayMs);
    const freed = {
      projectId: id,
      dimension: "environments",
      unseenSince: today - 30,
      onceBefore: today - 3,
    } as const;
    expect(await bench.store.names.free(freed)).toBe(2);
    expect(await bench.store.names.free(freed)).toBe(0);
    expect((await bench.store.projects.environments(id)).toSorted()).toEqual([
      overflowName,
      "production",
    ]);
    const issue = (await bench.store.issues.find(id, { number: 1 }))!;
    expect(issue.count).toBe(5);
    expect((await bench.store.issues.counts(id, overflowName)).all).toBe(1);
    expect((await bench.store.issues.counts(id)).all).toBe(1);
    await digesting(bench.store, { environments: 3 })({ events: [sent("6", "staging", noon)] });
    expect(await bench.store.projects.environments(id)).toContain("staging");
  });
}
