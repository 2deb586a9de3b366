import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startPostgres, type TestPostgres } from "#tests/harness/postgres.ts";
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

  test("the tab of slow traces finds some in a fast service", async () => {
    const slow = /title="(Longer[^"]+)" href="([^"]+)"[^>]*>Slow<[^>]+> ([\d,]+\+?)</;
    await vi.waitFor(async () => expect(await page("/traces?since=24h")).toMatch(slow));
    const [, title, href, count] = slow.exec(await page("/traces?since=24h"))!;
    expect(title).toBe("Longer than p95 of all requests in the last 24 hours");
    const query = new URL(href!.replaceAll("&amp;", "&"), demo.url).searchParams.get("query")!;
    expect(query).toMatch(/^duration:>\d{3}ms$/);
    expect(Number.parseInt(count!)).toBeGreaterThan(10);
    const opened = await page(`/traces?since=24h&query=${encodeURIComponent(query)}`);
    expect(opened).toMatch(/<a [^>]*aria-current="page"[^>]*>Slow/);
    expect(opened).toContain(`value="${query.replace(">", "&gt;")}"`);
  });
});
