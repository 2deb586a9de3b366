import { afterAll, beforeAll, expect, test } from "vitest";
import type { IssueJson } from "#tests/harness/project.ts";
import { type SampleSpoor, startSampleSpoor } from "#tests/harness/sample-spoor.ts";

let demo: SampleSpoor;
beforeAll(async () => void (demo = await startSampleSpoor({ frozenAt: twentyToOne })));
afterAll(() => demo.remove());

/** 2026-11-20, 12:40: ranges start within hours and UTC days. */
const twentyToOne = 1_795_178_400_000;

/** The page's text without scripts. `path` is below the project. */
async function textOf(path: string): Promise<string> {
  return (await htmlOf(path))
    .replaceAll(/<(?:script|style|svg)[\s\S]*?<\/(?:script|style|svg)>/g, " ")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/&#x27;/g, "'")
    .replaceAll("&amp;", "&")
    .replaceAll(/\s+/g, " ");
}

async function htmlOf(path: string): Promise<string> {
  const page = path === "/" ? "/" : `/${demo.slug}${path}`;
  const answer = await fetch(demo.url + page, {
    headers: { cookie: `spoor_session=${demo.session}` },
  });
  expect(answer.status, page).toBe(200);
  return /<main[\s\S]*<\/main>/.exec(await answer.text())![0];
}

/** The first group of the match in the page's text. */
async function said(path: string, pattern: RegExp): Promise<string> {
  const text = await textOf(path);
  const found = pattern.exec(text)?.[1];
  if (found === undefined) throw new Error(`${path} does not say ${pattern}:\n${text}`);
  return found;
}

const issueNamed = async (words: string): Promise<IssueJson> => {
  const query = encodeURIComponent(words);
  return (await demo.read<{ issues: IssueJson[] }>(`/issues.json?query=${query}`)).issues[0]!;
};

test("requests of the last 24 hours agree on the overview, route list, and home page", async () => {
  const overview = await said("", /Requests ([\d,]+) /);
  expect(Number(overview.replace(",", ""))).toBeGreaterThan(1_000);
  expect(await said("/routes", / ([\d,]+) requests · /)).toBe(overview);
  await expect.poll(() => said("/", / of ([\d,]+) /).catch(() => "")).toBe(overview);
  const failed = await said("/routes", / requests · (\S+) failed /);
  expect(await said("", /Failure rate (\S+) /)).toBe(failed);
  await expect.poll(() => said("/", / (\S+) [\d,]+ of [\d,]+ /).catch(() => "")).toBe(failed);
});

test("an issue's panel labels its trend, total, and range correctly", async () => {
  const { id, count, userCount } = await issueNamed("cartId");
  const page = `/issues/${id}`;
  const panel = /([\d,]+) events last 24 hours[^]*? Total ([\d,]+) events, [\d,]+ users/;
  const shown = Number(await said(page, panel));
  expect(shown).toBeLessThan(count);
  expect(await textOf(page)).toContain(`Total ${count} events, ${userCount} users`);
  expect(await htmlOf(page)).toContain(`24 hours: ${shown} events`);
  expect(await said(`${page}/events`, /All events (\d+) Tags/)).toBe(String(count));

  const day = `${page}/events?since=24h`;
  expect(await said(day, /All events (\d+) Tags/)).toBe(String(shown));
  expect(await eventsListed(day)).toBe(shown);
  expect(await said(`${page}/tags?since=24h`, /(\d+) events in this time range/)).toBe(
    String(shown),
  );
  expect(await said(`${page}/tags/environment?since=24h`, /values? in (\d+) events/)).toBe(
    String(shown),
  );
  const hour = await eventsListed(`${page}/events?since=1h`);
  expect(hour).toBeGreaterThan(0);
  expect(hour).toBeLessThan(shown);
  // The trend has its own selection, which filters nothing.
  expect(await textOf(`${page}/events?trend=14d`)).toMatch(
    new RegExp(`events last 14 days .* Total ${count} events`),
  );
  expect(await eventsListed(`${page}/events?trend=14d`)).toBe(count);
});

/** Over all pages of the list. */
async function eventsListed(path: string): Promise<number> {
  let listed = 0;
  for (let next: string | undefined = path; next !== undefined;) {
    const html = await htmlOf(next);
    listed += html.match(/<code>[\da-f]{8}<\/code>/g)?.length ?? 0;
    const [link = ""] = /<a [^>]*rel="next"[^>]*>/.exec(html) ?? [];
    const further = /href="([^"]*)"/.exec(link)?.[1]?.replaceAll("&amp;", "&");
    next = further && path.split("?")[0] + further.slice(further.indexOf("?"));
  }
  return listed;
}

test("event and user columns with totals are labeled as totals", async () => {
  const { shortId, count, userCount } = await issueNamed("cartId");
  for (const path of ["", "/issues", "/issues?since=24h", "/releases/web@2.4.1"]) {
    const html = await htmlOf(path);
    expect(html, path).toContain("Total events");
    const row = new RegExp(`<tr(?:(?!</tr>)[\\s\\S])*?/issues/${shortId}[?"][\\s\\S]*?</tr>`).exec(
      html,
    )![0];
    expect(row, path).toMatch(new RegExp(`>${count}<[\\s\\S]*>${userCount}<`));
  }
  expect(await textOf("/issues?since=24h")).toMatch(
    /Unresolved Regressed New Ignored Resolved All/,
  );
});

test("adoption is the current share first on the overview, list, release page, and JSON", async () => {
  const shares = await said(
    "",
    /deployed to production, 4 commits ([\d.]+% adoption, [\d.]+%) in 24 h/,
  );
  const [now, share] = shares.split(" adoption, ");
  expect([now, share]).toEqual(["100%", expect.not.stringMatching("100%")]);
  for (const range of ["", "?since=1h", "?since=30d"]) {
    expect(
      await said(
        `/releases${range}`,
        /web@ 2\.4\.1 Latest production .*? ago ([\d.]+% [\d.]+%) in 24 h/,
      ),
      range,
    ).toBe(`${now} ${share}`);
    expect(
      await said(`/releases/web@2.4.1${range}`, /Adoption ([\d.]+% now; [\d.]+%) in 24 h/),
    ).toBe(`${now} now; ${share}`);
    type Read = { adoption: { share: number; now: { share: number } } };
    const { adoption } = await demo.read<Read>(`/releases/web@2.4.1.json${range}`);
    expect(`${Math.round(100 * adoption.share)}%`, range).toBe(share);
    expect(`${Math.round(100 * adoption.now.share)}%`, range).toBe(now);
  }
});

test("overview and release page show the same route changes, linked to the comparison", async () => {
  const overview = await htmlOf("");
  const changes = /Route changes<[\s\S]*?<\/section>/.exec(overview)![0];
  const link = /href="([^"]*compare[^"]*)"[^>]*><b>GET \/checkout</
    .exec(changes)![1]!
    .replaceAll("&amp;", "&");
  const told = await said("", /GET \/checkout web · endpoint · p 75 .*? (\+\d+%) slower/);
  expect(await said("", /\/checkout is (\d+%) slower at p75/)).toBe(told.slice(1));
  expect(
    await said("/releases/web@2.4.1", /GET \/checkout endpoint · web · p75 .*? (\+\d+%)/),
  ).toBe(told);
  const comparison = await textOf(link.slice(`/${demo.slug}`.length));
  expect(comparison).toMatch(new RegExp(`p75 by [^(]*\\(\\${told}\\)`));
  const changed = await said("", /View all (\d+) changed/);
  expect(await said("/releases/web@2.4.1", /enough requests in both; (\d+) significant/)).toBe(
    changed,
  );
});

test("route tabs add up, and a filter matches its count", async () => {
  const tabs = /All requests (\d+) Pages (\d+) Endpoints (\d+) Jobs (\d+) Loaders and actions/.exec(
    await textOf("/routes"),
  )!;
  const [all, ...parts] = tabs.slice(1).map(Number);
  expect(parts.reduce((sum, part) => sum + part, 0)).toBe(all);
  expect(await said("/routes", /Apdex .*? (\d+) routes · /)).toBe(String(all));
  expect(await textOf("/routes?kind=document")).toContain("/checkout page load");
});

test("never hydrated is a share of hydratable documents on vitals and route pages", async () => {
  const never = Number(await said("/vitals", /Never hydrated (\d+)% of/));
  expect(never).toBeLessThan(30);
  const { routes } = await demo.read<{ routes: { id: number; route: string; kind: string }[] }>(
    "/routes.json?kind=document",
  );
  const { id } = routes.find(({ route }) => route === "/checkout")!;
  expect(
    await said(`/routes/${id}?since=7d`, /Never hydrated (\d+)% of \d+ documents/),
  ).toBeTruthy();
});

test("a suspect commit on the release page is on the issue page", async () => {
  const { id, shortId } = await issueNamed("cartId");
  expect(
    await said(
      "/releases/web@2.4.1",
      new RegExp(`([0-9a-f]{7}) Rename session\\.cart\\.id .*? ${shortId} `),
    ),
  ).toBe("84d2b6f");
  expect(await said(`/issues/${id}`, /Suspect commit ([0-9a-f]{7}) /)).toBe("84d2b6f");
});

test("a release with errors in most sessions is not nearly crash-free", async () => {
  type Read = { sessions: { count: number; crashed: number; users: number; crashedUsers: number } };
  const { sessions } = await demo.read<Read>("/releases/web@2.4.1.json");
  const { count } = await issueNamed("cartId");
  expect(sessions.crashed).toBeGreaterThan(count / 2);
  expect(sessions.crashedUsers).toBeLessThanOrEqual(sessions.crashed);
});

test("client keys with data are marked as used, and sample members are listed", async () => {
  expect(await textOf("/settings/keys")).not.toContain("Never");
  expect(await textOf("/settings/members")).toContain("Ines Duarte");
  expect(await textOf("/monitors")).toMatch(/nightly-rollup .* Missed \d+ hours ago/);
});
