import { afterAll, beforeAll, expect, test } from "vitest";
import { openStoreOf } from "#tests/harness/store-of.ts";
import { startPostgres } from "#tests/harness/servers/postgres.ts";
import {
  makeOwner,
  makeProject,
  owner,
  type EventJson,
  type IssueJson,
} from "#tests/harness/project.ts";
import { type SampleSpoor, startSampleSpoor } from "#tests/harness/sample-spoor.ts";
import { pause, type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { signIn, visit } from "#tests/harness/visitor.ts";

const started: Spoor[] = [];
const server = { stop: async (): Promise<void> => undefined };
let demo: SampleSpoor;
beforeAll(async () => void (demo = kept(await startSampleSpoor({ frozenAt: noon }))));
afterAll(async () => {
  for (const spoor of started.splice(0)) await spoor.remove();
  await server.stop();
});

const kept = <S extends Spoor>(spoor: S): S => {
  started.push(spoor);
  return spoor;
};

/** 2026-11-20, a Friday, at noon. */
const noon = 1_795_176_000_000;

const issuesOf = async (spoor: SampleSpoor, query = "") =>
  (
    await spoor.read<{ issues: IssueJson[] }>(
      `/issues.json?limit=200&query=${encodeURIComponent(query)}`,
    )
  ).issues;

test("menus and tabs of lists: services of releases, counts of traces, no unused range", async () => {
  const headers = { cookie: `spoor_session=${demo.session}` };
  const page = async (path: string) =>
    (await fetch(`${demo.url}/${demo.slug}${path}`, { headers })).text();
  const releases = await page("/releases?service=stock");
  expect(releases).toContain("/releases/stock%401.9.2");
  expect(releases).not.toContain("/releases/web%402.4.1");
  expect(await page("/releases?service=none")).toContain("ran in this time range");
  // A busy machine leaves out counts and limits that it does not find in time.
  await expect.poll(() => page("/traces")).toMatch(/All<span class="count"> (?:<!-- -->)?\d,\d{3}/);
  const monitors = await page("/monitors");
  expect(monitors).not.toContain("Time range");
  expect(monitors).toContain("<title>Monitors · Shop · Spoor</title>");
  expect(await page("/monitors/catalog-import")).toContain("Last 24 hours");
  const home = await (await fetch(demo.url, { headers })).text();
  expect(home).toMatch(/Spoor (?:<!-- -->)?\d+\.\d+\.\d+/);
  expect(home).toContain("/api/v1/openapi.json");
  expect(home).toContain("/account/preferences#keys");
});

test("spoor demo creates a week of stacks, releases, a regression, traces, and jobs", async () => {
  const issues = await issuesOf(demo);
  expect(issues.length).toBeGreaterThanOrEqual(12);
  const states = Object.groupBy(issues, (issue) => issue.state);
  expect(Object.keys(states).toSorted()).toEqual(["ignored", "resolved", "open"].toSorted());
  const cart = issues.find((issue) => issue.value.includes("cartId"))!;
  expect(cart).toMatchObject({ substate: "regressed", firstRelease: "web@2.3.0" });

  const event = await demo.read<EventJson>(`/issues/${cart.id}/events/latest.json`);
  const frame = event.exceptions[0]!.frames[0];
  expect(frame).toMatchObject({
    function: "readCart",
    file: "app/lib/read-cart.ts",
    line: 9,
    mapped: true,
  });

  const [timeout] = await issuesOf(demo, "timeout");
  const failed = await demo.read<EventJson>(`/issues/${timeout!.id}/events/latest.json`);
  expect(failed.traceSpanCount).toBeGreaterThan(8);
  const trace = await demo.read<{ spans: { spanId: string; name: string; status: string }[] }>(
    `/traces/${failed.traceId}.json`,
  );
  const span = trace.spans.find(({ spanId }) => spanId === failed.spanId);
  expect(span).toMatchObject({ name: "SELECT stock_reservations", status: "error" });

  const latest = await Promise.all(
    issues.map(({ id }) => demo.read<EventJson>(`/issues/${id}/events/latest.json`)),
  );
  expect(
    latest.filter(({ traceId, traceSpanCount }) => traceId !== null && traceSpanCount === 0),
  ).toEqual([]);
  expect(latest.filter(({ traceSpanCount }) => traceSpanCount > 0).length).toBeGreaterThanOrEqual(
    8,
  );

  const { releases } = await demo.read<{ releases: { version: string }[] }>("/releases.json");
  expect(releases.map(({ version }) => version)).toEqual(
    expect.arrayContaining(["web@2.4.1", "web@2.4.0", "web@2.3.0", "stock@1.9.2"]),
  );
  const monitors = await demo.read<{ monitors: { slug: string }[] }>("/monitors.json");
  expect(monitors.monitors.map(({ slug }) => slug).toSorted()).toEqual([
    "catalog-import",
    "invoice-run",
    "nightly-rollup",
  ]);
  expect(JSON.stringify(monitors.monitors.find(({ slug }) => slug === "nightly-rollup"))).toContain(
    "missed",
  );
  const users = await issuesOf(demo, "user.email:jonas.weber@example.com");
  expect(users.length, "one user met several errors").toBeGreaterThanOrEqual(4);
});

test("sample rules can trigger, one has, and the page says why they are muted", async () => {
  const headers = { cookie: `spoor_session=${demo.session}` };
  const page = async (path: string) =>
    (await fetch(`${demo.url}/${demo.slug}${path}`, { headers })).text();
  type Rule = { id: number; name: string; lastFiredAt: string | null };
  const { rules } = await demo.read<{ rules: Rule[] }>("/alerts.json");
  expect(rules.filter(({ lastFiredAt }) => lastFiredAt !== null)).toMatchObject([
    { name: "Checkout slower than 500 ms" },
  ]);
  expect(await page("/alerts")).toContain("alert rules muted");
  for (const { id } of rules) expect(await page(`/alerts/${id}`)).not.toContain("This rule needs");
});

test("traces of a route say that they are measured as a whole", async () => {
  const headers = { cookie: `spoor_session=${demo.session}` };
  const page = async (search: string) =>
    (await fetch(`${demo.url}/${demo.slug}/traces?${search}`, { headers })).text();
  expect(await page("query=route:/checkout&sort=duration")).toContain("Durations are of whole");
  const all = await page("sort=duration");
  expect(all).not.toContain("Durations are of whole");
  await expect
    .poll(() => page("sort=duration"))
    .toMatch(/Bars with a gap: longer than [\d.]+ (?:ms|s)/);
});

test("a release has one first-seen time, before its issues and routes", async () => {
  type Seen = { version: string; firstSeen: string; deploys: { finishedAt: string }[] };
  const { releases } = await demo.read<{ releases: Seen[] }>("/releases.json");
  const headers = { cookie: `spoor_session=${demo.session}` };
  const list = await (await fetch(`${demo.url}/${demo.slug}/releases`, { headers })).text();
  for (const { firstSeen } of releases)
    expect(list).toMatch(new RegExp(`datetime="${firstSeen}"`, "i"));
  const seen = new Map(releases.map(({ version, firstSeen }) => [version, firstSeen]));
  const { issues } = await demo.read<{ issues: { firstSeen: string; firstRelease: string }[] }>(
    "/issues.json?limit=200",
  );
  for (const issue of issues) expect(issue.firstSeen >= seen.get(issue.firstRelease)!).toBe(true);
  const { routes } = await demo.read<{ routes: { id: number; route: string }[] }>("/routes.json");
  const { id } = routes.find(({ route }) => route === "/checkout")!;
  for (const since of ["24h", "7d"]) {
    const route = await demo.read<{ releases: { release: string; firstAt: string }[] }>(
      `/routes/${id}.json?since=${since}`,
    );
    const newest = route.releases.find(({ release }) => release === "web@2.4.1")!;
    expect(newest.firstAt >= seen.get("web@2.4.1")!, `${newest.firstAt} ${since}`).toBe(true);
  }
});

test("a user is found by email in issues, traces, and events", async () => {
  const email = "jonas.weber@example.com";
  const [issue] = await issuesOf(demo, email);
  const { traces } = await demo.read<{ traces: object[] }>(`/traces.json?query=${email}`);
  expect(traces.length).toBeGreaterThan(10);
  const headers = { cookie: `spoor_session=${demo.session}` };
  const page = async (query: string) => {
    const path = `/${demo.slug}/issues/${issue!.id}/events?${new URLSearchParams({ query })}`;
    return (await fetch(demo.url + path, { headers })).text();
  };
  expect(await page(`user:${email}`)).toMatch(/events\/[0-9a-f]{32}/);
  expect(await page("browsr:Chrome")).toContain("Did you mean “browser”?");
});

test("the same clock creates the same data, and nothing is sent", async () => {
  const other = kept(await startSampleSpoor({ frozenAt: noon }));
  const of = async (spoor: SampleSpoor) =>
    (await issuesOf(spoor)).map(({ shortId, title, count, userCount, state }) => ({
      shortId,
      title,
      count,
      userCount,
      state,
    }));
  expect(await of(other)).toEqual(await of(demo));
  expect(await other.read("/routes.json")).toEqual(await demo.read("/routes.json"));
  const store = await openStoreOf(demo);
  const project = (await store.projects.list()).find(({ slug }) => slug === demo.slug)!;
  for (const rule of await store.alerts.list(project.id))
    expect((await store.deliveries.list({ ruleId: rule.id, since: 0, limit: 10 })).rows).toEqual(
      [],
    );
  await store.close();
});

test("on PostgreSQL, the setup page loads sample data beside the first project", async () => {
  const postgres = await startPostgres();
  server.stop = postgres.stop;
  const environment = { OTEL_SDK_DISABLED: "true", DATABASE_URL: await postgres.create() };
  const spoor = kept(await startSpoor({ environment }));
  const newcomer = visit(spoor.url);
  const { pathname, search } = new URL(await spoor.setUpUrl());
  const form = { ...owner, name: "Mira", projectName: "Mine", sample: "yes" };
  const setUp = await newcomer.post(pathname + search, form);
  expect(setUp).toMatchObject({ status: 303, location: "/mine/connect" });
  const connect = await newcomer.get("/mine/connect");
  expect(connect.main).toMatch(
    /Sample data is (?:loading into|in) a separate project[^]*href="\/projects\/sample\?loading"/,
  );
  expect(connect.main).toContain("http://");
  // It takes 16 seconds alone, and up to 63 beside other tests on two processors.
  await until(
    async () => (await newcomer.get("/projects/sample?loading")).location === "/shop",
    110,
  );
  expect((await newcomer.get("/shop/issues?query=is:regressed")).main).toContain("cartId");
  expect((await newcomer.get("/mine/issues")).text).not.toContain("cartId");
}, 120_000);

test("owners load and remove sample data; a project named Shop is left alone", async () => {
  const spoor = kept(await startSpoor({ environment: { OTEL_SDK_DISABLED: "true" } }));
  await makeOwner(spoor);
  await makeProject(spoor, "shop");
  const mira = await signIn(spoor.url, owner);
  await spoor.run("user", "create", "--email", "dev@example.com", "--password", owner.password);
  const member = await signIn(spoor.url, { ...owner, email: "dev@example.com" });
  expect((await member.post("/projects/sample", { intent: "load" })).status).toBe(403);
  expect((await mira.post("/projects/sample", { intent: "load" })).status).toBe(303);
  expect((await mira.post("/projects/sample", { intent: "load" })).status, "once").toBe(409);
  await until(async () => (await mira.get("/projects/sample?loading")).location === "/sample-shop");
  expect((await mira.get("/shop/connect")).text).not.toContain("Remove sample data");
  expect((await mira.get("/sample-shop/connect")).text).toContain("Remove sample data");

  const removed = await mira.post("/projects/sample", { intent: "remove" });
  expect(removed.status).toBe(303);
  await until(async () => (await mira.get(removed.location!)).main.includes("deleted"));
  expect((await mira.get("/sample-shop/issues")).status).toBe(404);
  expect((await mira.get("/shop/issues")).status).toBe(200);
  expect((await mira.get("/projects/sample")).text).toContain("Load sample data");
});

async function until(isSo: () => Promise<boolean>, seconds = 45): Promise<void> {
  for (const deadline = Date.now() + seconds * 1000; Date.now() < deadline; await pause(200))
    if (await isSo()) return;
  throw new Error(`It did not happen within ${seconds} seconds.`);
}
