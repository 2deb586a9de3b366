import { afterAll, beforeAll, expect, test } from "vitest";
import type { Span } from "#server/domain/trace/span.ts";
import { sampleSpan, sampleSpanId } from "#server/domain/trace/sample-spans.fixture.ts";
import { makeOwner, makeProject, owner, type TestProject } from "#tests/harness/project.ts";
import { sendTrace } from "#tests/harness/data/send-trace.ts";
import { pause, type Spoor, startSpoor } from "#tests/harness/spoor.ts";

// Serves and expands a trace of 100,000 spans without delaying other requests.

const spanCount = 100_000;

let spoor: Spoor;
let project: TestProject;
let traceId: string;
let cookie: string;
beforeAll(async () => {
  spoor = await startSpoor();
  await makeOwner(spoor);
  project = await makeProject(spoor, "heavy");
  const login = await fetch(`${spoor.url}/login`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams(owner),
  });
  cookie = login.headers.get("set-cookie")!.split(";", 1)[0]!;
  traceId = await sendLargeTrace();
});
afterAll(() => spoor.remove());

async function sendLargeTrace(): Promise<string> {
  const root = sampleSpan(1, "GET /export", 0, 60_000);
  const spans: Span[] = [root];
  for (let i = 2; i <= spanCount; i++) {
    const start = (i * 59_000) / spanCount;
    const parentSpanId = sampleSpanId(i <= 100 ? 1 : 2 + (i % 98));
    spans.push({
      ...sampleSpan(i, i % 3 === 0 ? "SELECT rows" : `step ${i % 50}`, start, start + 20),
      parentSpanId,
    });
  }
  let id: string | undefined;
  // In requests below the ingestion limits.
  for (let from = 0; from < spans.length; from += 20_000) {
    id = (
      await sendTrace(spoor, project, spans.slice(from, from + 20_000), {
        ...(id && { traceId: id }),
        startsAt: startsAt,
      })
    ).traceId;
  }
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await pause(250)) {
    const { traces } = (await (await project.get("/traces.json")).json()) as {
      traces: { spanCount: number }[];
    };
    if (traces[0]?.spanCount === spanCount) return id!;
  }
  throw new Error(`The trace did not arrive whole:\n${spoor.output()}`);
}

const startsAt = Date.now() - 120_000;

const read = (path: string) => fetch(spoor.url + path, { headers: { cookie } });

test(
  "a heavy trace page stays within its budget, collapsed with expand links",
  { timeout: 120_000 },
  async () => {
    const answer = await read(`/heavy/traces/${traceId}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-security-policy")).toContain("nonce-");
    const html = await answer.text();
    expect(html).toContain("GET /export");
    expect(html).toMatch(/<dd>100,000<\/dd>/);
    expect(html).toMatch(/href="[^"]*(?:open|closed|skip)=/);
    const { gzipSync } = await import("node:zlib");
    expect(gzipSync(html).byteLength).toBeLessThan(60 * 1024);
  },
);

test("the page of 10,000 spans loads within a second", async () => {
  const root = sampleSpan(1, "root", 0, 10_000);
  const steps = Array.from({ length: 9_999 }, (_, i) => ({
    ...sampleSpan(i + 2, `step ${i % 50}`, i, i + 5),
    parentSpanId: sampleSpanId(1),
  }));
  const sent = await sendTrace(spoor, project, [root, ...steps], { startsAt });
  const times: number[] = [];
  // The first page starts a thread.
  for (let i = 0; i < 5; i++) {
    const begun = performance.now();
    const answer = await read(`/heavy/traces/${sent.traceId}`);
    expect(await answer.text()).toMatch(/<dd>10,000<\/dd>/);
    times.push(performance.now() - begun);
  }
  expect(Math.min(...times)).toBeLessThan(1_000);
});

test("while a heavy trace is read, other pages stay fast", { timeout: 120_000 }, async () => {
  const slow: number[] = [];
  const state = { reading: true };
  const heavy = Promise.all([1, 2, 3].map(() => read(`/heavy/traces/${traceId}`))).finally(() => {
    state.reading = false;
  });
  while (state.reading) {
    const startedAt = performance.now();
    expect((await read("/heavy/issues")).status).toBe(200);
    slow.push(performance.now() - startedAt);
  }
  expect((await heavy).map((answer) => answer.status)).toEqual([200, 200, 200]);
  expect(slow.length, "pages were read meanwhile").toBeGreaterThan(5);
  const worst = Math.max(...slow);
  // On the same thread, each of the three blocked everything for over a second.
  expect(worst, `of ${slow.length} pages`).toBeLessThan(700);
});

test("a signed-out visitor cannot read heavy traces", { timeout: 60_000 }, async () => {
  const answer = await fetch(`${spoor.url}/heavy/traces/${traceId}`, { redirect: "manual" });
  expect(answer.status).toBe(303);
  expect(answer.headers.get("location")).toMatch(/^\/login/);
});

test(
  "a page that misses the deadline is canceled, and the next one loads",
  { timeout: 120_000 },
  async () => {
    await spoor.stop();
    const { dataFolder } = spoor;
    const hurried = await startSpoor({ dataFolder, environment: { SPOOR_READ_SECONDS: "1" } });
    spoor = hurried;
    // Each takes most of a second, one after another.
    const pages = await Promise.all(
      Array.from({ length: 15 }, () => read(`/heavy/traces/${traceId}`)),
    );
    const last = pages.at(-1)!;
    expect([last.status, last.headers.get("retry-after")]).toEqual([503, "30"]);
    expect(await last.text()).toContain("This view took too long to load");
    expect((await read("/heavy/issues")).status).toBe(200);
    expect(hurried.output()).toContain(
      "Rendering the page of a large trace took too long and was canceled.",
    );
    expect(hurried.output()).not.toContain("served here");
    await hurried.stop();
    spoor = await startSpoor({ dataFolder });
    expect((await read(`/heavy/traces/${traceId}`)).status).toBe(200);
  },
);
