import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startPostgres, type TestPostgres } from "#tests/harness/servers/postgres.ts";
import { type SampleSpoor, startSampleSpoor } from "#tests/harness/sample-spoor.ts";

// What pages conclude from the sample week, the same on both engines.

/** 2026-11-20, a Friday, at noon. */
const frozenAt = 1_795_176_000_000;

let postgres: TestPostgres;
beforeAll(async () => void (postgres = await startPostgres()));
afterAll(() => postgres?.stop());

describe.each(["SQLite", "PostgreSQL"])("on %s", (engine) => {
  let demo: SampleSpoor;
  beforeAll(async () => {
    const databaseUrl = engine === "PostgreSQL" ? await postgres.create() : undefined;
    demo = await startSampleSpoor({ frozenAt, ...(databaseUrl && { databaseUrl }) });
  }, 120_000);
  afterAll(() => demo?.remove());

  /** The page's HTML without the router's data, nor React's marks between texts. */
  async function page(path: string): Promise<string> {
    const headers = { cookie: `spoor_session=${demo.session}` };
    const html = await (await fetch(`${demo.url}/${demo.slug}${path}`, { headers })).text();
    return html.replaceAll("<!-- -->", "").replaceAll(/<script[^]*?<\/script>/g, "");
  }

  /** Opened again until a busy machine had the time for all of it. */
  async function found(path: string, pattern: RegExp): Promise<RegExpExecArray> {
    return vi.waitFor(async () => {
      const html = await page(path);
      expect(html).toMatch(pattern);
      return pattern.exec(html)!;
    }, 20_000);
  }

  async function checkoutId(): Promise<number> {
    type Routes = { routes: { id: number; route: string; kind: string }[] };
    const { routes } = await demo.read<Routes>("/routes.json?kind=server");
    return routes.find(({ route, kind }) => route === "/checkout" && kind === "server")!.id;
  }

  test("the tab of slow traces finds some in a fast service", async () => {
    const slow = /title="(Longer[^"]+)" href="([^"]+)"[^>]*>Slow<[^>]+> ([\d,]+\+?)</;
    const [, title, href, count] = await found("/traces?since=24h", slow);
    expect(title).toBe("Longer than p95 of all requests in the last 24 hours");
    const query = new URL(href!.replaceAll("&amp;", "&"), demo.url).searchParams.get("query")!;
    expect(query).toMatch(/^duration:>\d{3}ms$/);
    expect(Number.parseInt(count!)).toBeGreaterThan(10);
    const opened = await page(`/traces?since=24h&query=${encodeURIComponent(query)}`);
    expect(opened).toMatch(/<a [^>]*aria-current="page"[^>]*>Slow/);
    expect(opened).toContain(`value="${query.replace(">", "&gt;")}"`);
  });

  test("a suggested fix and a comparison name the release with which it began, and its commit", async () => {
    const id = await checkoutId();
    const since =
      /Since <a [^>]*href="([^"]+)"[^>]*><bdi>(.+?)<\/bdi><\/a>, suspect commit <a [^>]*href="([^"]+)"[^>]*><code>(\w+)<\/code><\/a> <bdi>(.+?)<\/bdi>/;
    const suspect = [
      "/shop/releases/web%402.4.1",
      "web@2.4.1",
      "/shop/releases/web%402.4.1#commits",
      "9be4517",
      "Check stock before asking for payment methods",
    ];
    expect((await found(`/routes/${id}`, since)).slice(1)).toEqual(suspect);
    expect((await found(`/routes/${id}/compare`, since)).slice(1)).toEqual(suspect);
    const reversed = await page(`/routes/${id}/compare?from=web@2.4.1&to=web@2.4.0`);
    expect(reversed, "nothing became slower").not.toContain("suspect commit");
    type Findings = { serial: { since?: string }[] };
    await vi.waitFor(async () => {
      const { serial } = await demo.read<Findings>(`/routes/${id}/findings.json?release=web@2.4.1`);
      expect(serial[0]).toMatchObject({ since: "web@2.4.1" });
    }, 20_000);
    const compared = await page(`/routes/${id}/compare`);
    expect(compared, "noise is not red").not.toMatch(/class="bad">\+\d+ µs/);
    expect(compared).toContain('href="/shop/releases/web%402.4.0"');
    expect(compared).toMatch(/href="\/shop\/releases\/web%402.4.1#commits"[^>]*>4 commits</);
  });

  test("a release's requests per minute are those of its own time in every range", async () => {
    const id = await checkoutId();
    const rateIn = async (since: string) => {
      const html = await page(`/routes/${id}/compare?since=${since}&from=web@2.4.0&to=web@2.4.1`);
      const row = /Req\/min<\/th>(.*?)<\/tr>/s.exec(html)![1]!;
      return [...row.matchAll(/<td[^>]*>([\d.]+)/g)][1]![1];
    };
    const rate = await rateIn("24h");
    expect(Number(rate)).toBeGreaterThan(0.1);
    expect(await rateIn("7d")).toBe(rate);
    expect(await rateIn("30d")).toBe(rate);
  });

  test("a comparison draws both traces on one axis and marks the guilty spans", async () => {
    const compared = await page(`/routes/${await checkoutId()}/compare`);
    const href = /href="\/shop(\/traces\/compare\?[^"]+)"/.exec(compared)![1]!;
    const html = await page(href.replaceAll("&amp;", "&"));
    const tables = [...html.matchAll(/<table class="waterfall">[^]*?<\/table>/g)].map(String);
    expect(tables).toHaveLength(2);
    const [a, b] = tables as [string, string];
    const axis = (table: string) => /<svg class="ticks"[^]*?<\/svg>/.exec(table)![0];
    expect(axis(a)).toBe(axis(b));
    const noted = (table: string, tone: string) =>
      [...table.matchAll(new RegExp(`<b>([^<]+)</b></a><span class="${tone}">([^<]+)<`, "g"))].map(
        ([, name, note]) => [name, note],
      );
    expect(noted(a, "meta").map(([, note]) => note)).toEqual(["in parallel", "in parallel"]);
    expect(noted(b, "bad")).toContainEqual([
      "loader routes/checkout",
      expect.stringMatching(/^\+\d+\.\d ms$/),
    ]);
    expect(noted(b, "bad").filter(([, note]) => note === "overlaps less")).toHaveLength(2);
  });

  test("two traces of a route's lists can be compared", async () => {
    const html = await page(`/routes/${await checkoutId()}`);
    const form = /<form[^>]*action="\/shop\/traces\/compare"[^]*?<\/form>/.exec(html)![0];
    const ticks = [...form.matchAll(/<input type="checkbox"[^>]*name="trace" value="(\w{32})"/g)];
    expect(ticks.length).toBeGreaterThan(10);
    const query = new URLSearchParams(ticks.slice(0, 2).map(([, id]) => ["trace", id!]));
    expect(await page(`/traces/compare?${query}`)).toContain("Spans of B by start time");
  });

  test("a search by email counts that user's events of each issue", async () => {
    type Issues = { issues: { id: number; shortId: string; count: number; lastSeen: string }[] };
    const { issues } = await demo.read<Issues>("/issues.json?query=cartId");
    const { id, shortId, count, lastSeen } = issues[0]!;
    type Event = { user: { email: string } };
    const { user } = await demo.read<Event>(`/issues/${id}/events/latest.json`);
    const html = await page(`/issues?query=${encodeURIComponent(user.email)}`);
    const line = new RegExp(
      `${shortId}<a [^>]*href="([^"]+)"[^>]*>This user: (\\d+)×, <time dateTime="([^"]+)"`,
    );
    const [, events, own, last] = line.exec(html)!;
    expect(Number(own)).toBeGreaterThan(0);
    expect(Number(own)).toBeLessThan(count);
    expect(Date.parse(last!)).toBe(Date.parse(lastSeen));
    expect(events).toContain(`/issues/${shortId}/events?query=user`);
    expect(await page("/issues?query=cartId")).not.toContain("This user");
  });

  test("an issue of a search by user opens at this user's newest event", async () => {
    type Issues = { issues: { id: number; shortId: string; count: number }[] };
    const { issues } = await demo.read<Issues>("/issues.json?query=cartId");
    const { id, shortId, count } = issues[0]!;
    type Event = { eventId: string; user: { email: string } };
    const oldest = await demo.read<Event>(`/issues/${id}/events/oldest.json`);
    const latest = await demo.read<Event>(`/issues/${id}/events/latest.json`);
    const { email } = oldest.user;
    expect(email).not.toBe(latest.user.email);
    const search = `?query=user.email%3A${encodeURIComponent(email)}`;
    const list = await page(`/issues${search}`);
    const row = new RegExp(`href="/[^/"]+(/issues/${shortId}\\?[^"]+)"`).exec(list)![1]!;
    expect(row).toBe(`/issues/${shortId}${search}`);
    const opened = await page(row);
    expect(opened).toContain(`Newest event that matches <code>user.email:${email}</code>`);
    expect(opened).toMatch(new RegExp(`<td[^>]*>(<[^>]+>)*${email}`));
    expect(opened).toContain(`href="/${demo.slug}/issues/${shortId}/events${search}"`);
    expect(opened).not.toContain(` ${count} of ${count}`);
    const nobody = await page(`/issues/${shortId}?query=user.email%3Anobody%40shop.example`);
    expect(nobody).toContain("so this is the issue’s latest event");
    expect(nobody).toContain(latest.eventId);
  });

  test("the overview and the vitals page show the same LCP by default", async () => {
    const first = (html: string, name: string) =>
      /\d\.\d\d s/.exec(html.slice(html.indexOf(name)))![0];
    const overview = first(await page(""), ">LCP</abbr>");
    expect(first(await page("/vitals"), "Main content is visible")).toBe(overview);
  });

  test("a route's page says why its change differs from the overview's", async () => {
    expect(await page(`/routes/${await checkoutId()}`)).toContain(
      "Changes on this page are between periods; after a deploy, the overview’s are between releases.",
    );
  });
});
