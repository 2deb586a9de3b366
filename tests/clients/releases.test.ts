import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { processed } from "#tests/harness/requests/processed.ts";
import { incomplete } from "#tests/harness/requests/incomplete.ts";
import {
  type IssueJson,
  makeOwner,
  makeProject,
  owner,
  type TestProject,
} from "#tests/harness/project.ts";
import { pause, type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { signIn, type Visitor } from "#tests/harness/visitor.ts";

// Two packages report to one project, and a fix of an old version is deployed last, which would be
// the latest by first sight.

const program = fileURLToPath(new URL("programs/releases.mjs", import.meta.url));
const run = promisify(execFile);

type ReleaseJson = {
  version: string;
  previous: string | null;
  isLatest: boolean;
  issues: { resolved: number };
};
type FailureJson = { route: string; beforeRate: number; afterRate: number };

let spoor: Spoor;
let project: TestProject;
let mira: Visitor;
beforeAll(async () => {
  spoor = await startSpoor();
  await makeOwner(spoor);
  project = await makeProject(spoor, "shop");
  for (const [release, fails] of [
    ["web@1.9.0", 1],
    ["web@1.10.0", 30],
    ["api@3.0.0", 1],
    ["web@1.9.1", 1],
  ] as const) {
    const env = {
      PATH: process.env.PATH,
      DSN: project.dsn,
      RELEASE: release,
      FAILS: String(fails),
    };
    await run(process.execPath, [program], { env });
    await seen(release);
  }
  await processed(spoor);
  mira = await signIn(spoor.url, owner);
});
afterAll(() => spoor.remove());

async function read<Json>(path: string): Promise<Json> {
  return (await (await project.get(path)).json()) as Json;
}

async function seen(version: string): Promise<void> {
  for (const deadline = Date.now() + 20_000; Date.now() < deadline; await pause(50))
    if ((await project.get(`/releases/${encodeURIComponent(version)}.json`)).status === 200) return;
  throw new Error(`${version} was not seen within twenty seconds.`);
}

const releaseOf = (version: string) =>
  read<ReleaseJson>(`/releases/${encodeURIComponent(version)}.json`);

test("the latest release of each package is the same everywhere", async () => {
  const { releases } = await read<{ releases: ReleaseJson[] }>("/releases.json");
  expect(releases.map(({ version }) => version)).toEqual([
    "web@1.10.0",
    "api@3.0.0",
    "web@1.9.1",
    "web@1.9.0",
  ]);
  expect(releases.filter(({ isLatest }) => isLatest).map(({ version }) => version)).toEqual([
    "web@1.10.0",
    "api@3.0.0",
  ]);
  const headers = { authorization: `Bearer ${project.token}` };
  const ofTools = async (search: string) => {
    const answer = await fetch(`${spoor.url}/api/0/projects/spoor/shop/releases/${search}`, {
      headers,
    });
    return ((await answer.json()) as { version: string }[]).map(({ version }) => version);
  };
  expect(await ofTools("")).toEqual(releases.map(({ version }) => version));
  expect((await ofTools("?sort=date")).toSorted()).toEqual((await ofTools("")).toSorted());
  expect((await ofTools("?sort=date"))[0]).toBe("web@1.9.1");
  const found = await project.issues("release:latest");
  expect(found.map(({ title }) => title).toSorted()).toEqual([
    expect.stringContaining("cart of api"),
    expect.stringContaining("cart of web"),
  ]);
  const front = (await mira.get("/")).main;
  expect([...front.matchAll(/>((?:web|api)@[\d.]+)</g)].map(([, version]) => version)).toEqual([
    "web@1.10.0",
  ]);
  expect(front).toContain("1 other package");
  const menu = /<select name="release"[\s\S]*?<\/select>/.exec(
    (await mira.get("/shop/issues")).main,
  )![0];
  expect(/<option[^>]*>([^<]+)/.exec(menu)![1]).toBe("web@1.10.0");
});

test("the home page shows the failure rate and percentiles of each project", async () => {
  const headers = { authorization: `Bearer ${project.token}` };
  type Shop = { slug: string; traffic: { failedHours: number[] }; latestReleases: string[] };
  const shop = async () => {
    const answer = await fetch(`${spoor.url}/projects.json`, { headers });
    return ((await answer.json()) as { projects: Shop[] }).projects.find(
      ({ slug }) => slug === "shop",
    )!;
  };
  await expect.poll(shop).toMatchObject({
    openIssues: 2,
    events: { count: 4 },
    latestReleases: ["web@1.10.0", "api@3.0.0"],
    traffic: { count: 240, failed: 33, p75Ms: expect.any(Number), p95Ms: expect.any(Number) },
  });
  const { failedHours: hourly } = (await shop()).traffic;
  expect(hourly).toHaveLength(24);
  expect(hourly.reduce((sum, count) => sum + count)).toBe(33);
  await expect.poll(async () => (await mira.get("/")).main).not.toMatch(incomplete);
  const front = (await mira.get("/")).main;
  expect(front).toMatch(/aria-label="24 hours: 33 failed requests, at most \d+ in one hour"/);
  expect(front.replaceAll(/<!--.*?-->/g, "")).toMatch(/14%<\/a><small>33 of 240<\/small>/);
  expect(front).toMatch(/<td class="number wide">[\d.]+ (?:µs|ms)<\/td>/);
});

test("a page of the list continues where the previous one ended", async () => {
  const first = await read<{ releases: ReleaseJson[]; next: string }>("/releases.json?limit=3");
  const second = await read<{ releases: ReleaseJson[]; next: null }>(
    `/releases.json?${new URLSearchParams({ limit: "3", cursor: first.next })}`,
  );
  expect([
    first.releases.length,
    second.releases.map(({ version }) => version),
    second.next,
  ]).toEqual([3, ["web@1.9.0"], null]);
});

test("a comparison never crosses packages", async () => {
  const { routes } = await read<{ routes: { id: number; route: string }[] }>("/routes.json");
  const { id } = routes.find(({ route }) => route.endsWith("/cart"))!;
  type Compared = { comparison: { from: { release: string }; to: { release: string } } | null };
  const compared = async (search = "") => {
    const { comparison } = await read<Compared>(`/routes/${id}/compare.json${search}`);
    return comparison && [comparison.from.release, comparison.to.release];
  };
  expect(await compared()).toEqual(["web@1.9.1", "web@1.10.0"]);
  expect(await compared("?to=api@3.0.0")).toBeNull();
  expect(await compared("?from=api@3.0.0&to=web@1.10.0")).toEqual(["web@1.9.1", "web@1.10.0"]);
  expect((await mira.get(`/shop/routes/${id}/compare?to=api@3.0.0`)).main).toContain(
    "different packages are not",
  );
  expect((await releaseOf("web@1.10.0")).previous).toBe("web@1.9.1");
  expect((await releaseOf("api@3.0.0")).previous).toBeNull();
});

test("a release page shows routes with an increased failure rate", async () => {
  const path = `/releases/${encodeURIComponent("web@1.10.0")}`;
  type Changes = { routes: { failsMoreOften: FailureJson[]; failsLessOften: FailureJson[] } };
  const changes = async () => (await read<Changes>(`${path}.json`)).routes;
  await expect
    .poll(async () => (await changes()).failsMoreOften)
    .toMatchObject([{ beforeRate: 0.0167, afterRate: 0.5 }]);
  const routes = await changes();
  expect(routes.failsLessOften).toEqual([]);
  const page = (await mira.get(`/shop${path}`)).main;
  expect(page).toMatch(/Routes that fail more often[\s\S]*cart[\s\S]*1\.7%[\s\S]*50%/);
  const fixed = (await mira.get(`/shop/releases/${encodeURIComponent("web@1.9.1")}`)).main;
  expect(fixed, "as often as the one before it").not.toContain("fail more often");
});

test("a reopened issue no longer counts as resolved in its release", async () => {
  const issues = await project.issues();
  const web = issues.find(({ title }) => title.includes("cart of web"))!;
  const api = issues.find(({ title }) => title.includes("cart of api"))!;
  const act = async ({ shortId }: IssueJson, form: Record<string, string>) =>
    expect((await mira.post(`/shop/issues/${shortId}`, form)).status).toBe(303);
  const offered = (await mira.get(`/shop/issues/${api.shortId}`)).main;
  expect(/name="release" value="([^"]+)"/.exec(offered)![1]).toBe("api@3.0.0");

  await act(web, { intent: "resolve-in", release: "web@1.10.0" });
  await act(api, { intent: "resolve-next" });
  expect((await releaseOf("web@1.10.0")).issues.resolved).toBe(1);
  const env = { PATH: process.env.PATH, DSN: project.dsn, RELEASE: "web@1.11.0", FAILS: "0" };
  await run(process.execPath, [program], { env });
  await seen("web@1.11.0");
  expect(
    (await releaseOf("web@1.11.0")).issues.resolved,
    "the next release of another package",
  ).toBe(0);
  await act(web, { intent: "reopen" });
  expect((await releaseOf("web@1.10.0")).issues.resolved).toBe(0);
  expect((await mira.get(`/shop/releases/${encodeURIComponent("web@1.10.0")}`)).main).toContain(
    "No issues were resolved in this release.",
  );
});
