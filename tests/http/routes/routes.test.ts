import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeOwner, makeProject, owner, type TestProject } from "#tests/harness/project.ts";
import { type SentOperation, sendRouteLoad } from "#tests/harness/data/route-load.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";

type Figures = {
  count: number;
  failureRate: number;
  perMinute: number;
  apdex: number;
} & Percentiles;
type Percentiles = { p50Ms: number; p75Ms: number; p95Ms: number; p99Ms: number };
type RouteJson = Figures & {
  id: number;
  route: string;
  service: string;
  kind: string;
  timeShare: number;
  previous: (Figures & { countChange: number; p95Change: number }) | null;
};
type ListJson = { since: string; until: string; routes: RouteJson[] };

let spoor: Spoor;
let project: TestProject;
let sent: SentOperation[];
let cookie: string;
beforeAll(async () => {
  spoor = await startSpoor();
  await makeOwner(spoor);
  project = await makeProject(spoor, "routes");
  sent = await sendRouteLoad(spoor, project, { requests: 8_000, hours: 40 });
  const signedIn = await fetch(`${spoor.url}/login`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams(owner),
  });
  cookie = signedIn.headers.get("set-cookie")!.split(";", 1)[0]!;
});
afterAll(() => spoor.remove());

async function list(search = ""): Promise<ListJson> {
  const answer = await project.get(`/routes.json${search}`);
  expect(answer.status, search).toBe(200);
  return (await answer.json()) as ListJson;
}

const page = (path: string) => fetch(`${spoor.url}/routes${path}`, { headers: { cookie } });
const key = ({ service, kind, route }: { service: string; kind: string; route: string }) =>
  `${service} ${kind} ${route}`;

/** The nearest-rank value. */
const quantile = (sorted: number[], q: number): number =>
  sorted[Math.max(0, Math.ceil(q * sorted.length) - 1)]!;

/** Compares every metric of the list with the sent spans in the response's window. */
function expectTruth({ since, until, routes }: ListJson, among: SentOperation[]): void {
  const inWindow = among.filter(
    ({ startedAt }) => startedAt >= Date.parse(since) && startedAt < Date.parse(until),
  );
  const truth = Map.groupBy(inWindow, key);
  expect(new Set(routes.map(key))).toEqual(new Set(truth.keys()));
  const totalMs = inWindow.reduce((sum, { durationMs }) => sum + durationMs, 0);
  for (const found of routes) {
    const operations = truth.get(key(found))!;
    const sorted = operations.map(({ durationMs }) => durationMs).toSorted((a, b) => a - b);
    expect(found.count, key(found)).toBe(operations.length);
    expect(found.failureRate).toBeCloseTo(
      operations.filter(({ failed }) => failed).length / operations.length,
      9,
    );
    expect(found.timeShare).toBeCloseTo(sorted.reduce((sum, ms) => sum + ms, 0) / totalMs, 5);
    for (const [name, q] of [
      ["p50Ms", 0.5],
      ["p75Ms", 0.75],
      ["p95Ms", 0.95],
      ["p99Ms", 0.99],
    ] as const) {
      expect(
        Math.abs(found[name] / quantile(sorted, q) - 1),
        `${name} of ${key(found)}`,
      ).toBeLessThanOrEqual(0.01);
    }
  }
}

describe("routes.json", () => {
  test("counts are exact and percentiles within 1% in each window", async () => {
    for (const search of [
      "",
      "?since=2h",
      "?since=40h",
      "?since=7d",
      "?since=365d",
      "?since=20h&until=3h",
    ])
      expectTruth(await list(search), sent);
  });

  test("fields have their documented names, with the largest share first", async () => {
    const { routes } = await list();
    expect(Object.keys(routes[0]!)).toEqual(
      expect.arrayContaining([
        "route",
        "service",
        "kind",
        "count",
        "failureRate",
        "perMinute",
        "p50Ms",
        "p75Ms",
        "p95Ms",
        "p99Ms",
        "timeShare",
      ]),
    );
    const shares = routes.map(({ timeShare }) => timeShare);
    expect(shares).toEqual(shares.toSorted((a, b) => b - a));
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1);
    for (const { apdex, failureRate } of routes)
      expect(apdex >= 0 && apdex <= 1 && failureRate <= 1).toBe(true);
    const hour = await list("?since=60m");
    const minutes = (Date.parse(hour.until) - Date.parse(hour.since)) / 60_000;
    for (const { count, perMinute } of hour.routes)
      expect(perMinute).toBeCloseTo(count / minutes, 3);
  });

  test("filters narrow the list and add up", async () => {
    const search = "since=7d";
    const of = (test: (operation: SentOperation) => boolean) => sent.filter(test);
    expectTruth(
      await list(`?${search}&environment=staging`),
      of(({ environment }) => environment === "staging"),
    );
    expectTruth(
      await list(`?${search}&service=browser`),
      of(({ service }) => service === "browser"),
    );
    expectTruth(
      await list(`?${search}&release=2.14.0`),
      of(({ release }) => release === "2.14.0"),
    );
    expectTruth(
      await list(`?${search}&kind=server&kind=task`),
      of(({ kind }) => kind === "server" || kind === "task"),
    );
    expect((await list(`?${search}&query=CART`)).routes.map(({ route }) => route)).toEqual([
      "/cart",
      "/cart",
      "/cart",
    ]);
    expect((await list(`?${search}&kind=loader`)).routes.map(({ route }) => route)).toContain(
      "routes/cart",
    );
    expect((await list(`?${search}&service=nobody`)).routes).toEqual([]);
  });

  test("each tab counts its routes with the page's filters", async () => {
    const kinds = {
      "All requests": "",
      Pages: "&kind=document&kind=navigation&kind=submit",
      "Loaders and actions": "&kind=loader&kind=action",
      Endpoints: "&kind=server",
      Jobs: "&kind=consumer&kind=task",
    };
    for (const search of ["?since=7d", "?since=7d&environment=staging", "?since=7d&query=cart"]) {
      const html = await (await page(`/routes${search}`)).text();
      for (const [tab, kind] of Object.entries(kinds)) {
        const counted = new RegExp(`${tab}<span class="count"> (?:<!-- -->)?(\\d+)`).exec(
          html,
        )?.[1];
        const { routes } = await list(`${search}${kind}&limit=200`);
        expect(Number(counted), `${tab} of ${search}`).toBe(routes.length);
      }
    }
  });

  test("each column sorts; an unknown one is refused", async () => {
    for (const sort of [
      "route",
      "-route",
      "throughput",
      "failures",
      "p50",
      "-p99",
      "apdex",
      "trend",
      "change",
    ])
      expect((await list(`?sort=${sort}`)).routes.length, sort).toBeGreaterThan(5);
    const slowest = (await list("?sort=p95")).routes.map(({ p95Ms }) => p95Ms);
    expect(slowest).toEqual(slowest.toSorted((a, b) => b - a));
    expect((await project.get("/routes.json?sort=nonsense")).status).toBe(422);
  });

  test("slower routes are reported, unchanged ones are not", async () => {
    const { routes } = await list("?since=12h");
    const changeOf = (service: string, route: string) =>
      routes.find((each) => each.service === service && each.route === route)!.previous!.p95Change;
    expect(changeOf("web", "/")).toBe(0);
    expect(changeOf("web", "/cart")).toBeGreaterThan(0.3);
    expect((await list("?since=12h&sort=change")).routes[0]).toMatchObject({
      service: "web",
      route: "/cart",
    });
  });
});

describe("one route as JSON", () => {
  test("is found by ID and by pattern, preferring the most frequent kind", async () => {
    const { routes } = await list("?since=7d");
    const cart = routes
      .filter(({ route }) => route === "/cart")
      .toSorted((a, b) => b.count - a.count);
    const byId = (await (
      await project.get(`/routes/${cart[0]!.id}.json?since=7d`)
    ).json()) as RouteDetail;
    const byPattern = (await (
      await project.get("/routes/%2Fcart.json?since=7d")
    ).json()) as RouteDetail;
    expect(byPattern).toEqual({ ...byId, until: byPattern.until, perMinute: byPattern.perMinute });
    expect(byId).toMatchObject({ id: cart[0]!.id, count: cart[0]!.count, p95Ms: cart[0]!.p95Ms });
    expect(byId.siblings.map(({ id }) => id)).toEqual(cart.slice(1).map(({ id }) => id));
    expect(byId.series.steps.reduce((sum, { count }) => sum + count, 0)).toBe(byId.count);
    expect(byId.histogram.reduce((sum, { count }) => sum + count, 0)).toBe(byId.count);
    expect(byId.releases.map(({ release }) => release)).toEqual(["2.14.0", "2.13.0"]);
    const slow = byId.samples.slow.map(({ durationMs }) => durationMs);
    expect(slow).toEqual(slow.toSorted((a, b) => b - a));
    const truth = sent
      .filter((each) => key(each) === key(cart[0]!))
      .map(({ durationMs }) => durationMs);
    expect(slow[0]).toBeCloseTo(Math.max(...truth), 2);
    for (const { failed } of byId.samples.failed) expect(failed).toBe(true);
  });
});

type RouteDetail = RouteJson & {
  until: string;
  siblings: { id: number }[];
  series: { steps: { count: number }[] };
  histogram: { count: number }[];
  releases: { release: string }[];
  samples: { [name in "slow" | "failed" | "random"]: { durationMs: number; failed: boolean }[] };
};

test("hostile parameters are answered on pages and in JSON", async () => {
  const { routes } = await list();
  const id = routes[0]!.id;
  for (const search of [
    "since=whenever",
    "since=2099-01-01",
    "since=1h&until=30d",
    "until=2099-01-01",
    "since=0",
    "since=-1d",

    "since=99999w",
    "since=99999999999999",
    "cursor=-5",
    "cursor=1e9",
    "cursor=x",
    "kind=nonsense",
    "kind=server&kind=",
    "query=%27%3BDROP%20TABLE%20rollups",
    "query=%00%F0%9F%92%A5",
    `query=${"x".repeat(5_000)}`,
    "service=%25",
    "environment=__proto__",
    "release=constructor",
    "since=365d&since=1h",
  ]) {
    // Invalid values are refused and named.
    const isMalformed = /^(?:since=whenever|cursor=)/.test(search);
    for (const path of ["/routes.json", `/routes/${id}.json`]) {
      const answer = await project.get(`${path}?${search}`);
      // A single route has no order, cursor, or filter.
      if (path !== "/routes.json" && /^(?:cursor|kind|query|service)=/.test(search)) {
        const problem = {
          code: "malformed",
          detail: expect.stringContaining("Unknown parameter") as string,
        };
        expect([answer.status, await answer.json()], `${path}?${search}`).toMatchObject([
          400,
          problem,
        ]);
        continue;
      }
      if (isMalformed) {
        const field = search.split("=", 1)[0]!;
        const problem = {
          detail: expect.stringContaining(`${field} is “`) as string,
          code: "malformed",
          causes: [field],
        };
        expect([answer.status, await answer.json()], `${path}?${search}`).toEqual([400, problem]);
        continue;
      }
      expect(answer.status, `${path}?${search}`).toBe(200);
      const { since, until } = (await answer.json()) as ListJson;
      expect(Date.parse(until) - Date.parse(since), search).toBeGreaterThan(0);
      expect(Date.parse(until) - Date.parse(since), search).toBeLessThanOrEqual(401 * 86_400_000);
    }
    for (const path of ["/routes", `/routes/${id}`]) {
      const answer = await page(`${path}?${search}`);
      expect(answer.status, `${path}?${search}`).toBe(isMalformed ? 400 : 200);
    }
  }
  expect((await page("/routes?sort=nonsense")).status).toBe(200);
  for (const name of [
    "999999999",
    "0",
    "99999999999999999999",
    "%2Fnobody",
    "-1",
    "1.5",
    "..%2f..",
    "constructor",
  ]) {
    const answer = await page(`/routes/${name}`);
    expect(answer.status, name).toBe(404);
    expect((await project.get(`/routes/${name}.json`)).status, name).toBe(404);
  }
});

test("another project's route is not found", async () => {
  const other = await makeProject(spoor, "other");
  const { routes } = await list();
  expect((await other.get(`/routes/${routes[0]!.id}.json`)).status).toBe(404);
  expect(((await (await other.get("/routes.json")).json()) as ListJson).routes).toEqual([]);
  expect((await fetch(`${spoor.url}/routes/routes.json`)).status).toBe(401);
});
