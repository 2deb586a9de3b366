import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeOwner, makeProject, type TestProject } from "#tests/harness/project.ts";
import { pause, type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { type TraceJson, waitForTrace } from "#tests/harness/data/traces.ts";

// Findings of a slow route in a real Express application: three sequential calls of 100 ms beside
// one of 200 or 600 ms. Expected savings are calculated from the SDK's times, so that load affects
// both alike.
const sdks = ["@sentry/node", "sentry-node-10"] as const;
const requests = 6;
let spoor: Spoor;
const seen = new Map<string, { project: TestProject; offers: TraceJson[] }>();
beforeAll(async () => {
  spoor = await startSpoor();
  await makeOwner(spoor);
  await Promise.all(sdks.map(run));
});
afterAll(() => spoor?.remove());

type Listed = { traces: { traceId: string; root: { name: string }; spanCount: number }[] };
type Routes = { routes: { id: number; route: string }[] };
type Saving = { names: string[]; savedMs: number; totalMs: number; helped: number; found: number };

async function run(sdk: string): Promise<void> {
  const project = await makeProject(spoor, sdk.replace(/\W+/g, "-").replace(/^-/, ""));
  const program = fileURLToPath(new URL("programs/savings.mjs", import.meta.url));
  const env = { PATH: process.env.PATH, DSN: project.dsn, SENTRY_PACKAGE: sdk };
  await promisify(execFile)(process.execPath, [program], { env });
  const deadline = Date.now() + 20_000;
  for (;;) {
    const { traces } = await read<Listed>(project, "/traces.json");
    const listed = traces.filter(({ root }) => root.name.includes("/shop/offers/"));
    const offers = await Promise.all(
      listed.map(({ traceId, spanCount }) => waitForTrace(project, traceId, spanCount)),
    );
    if (
      offers.length === requests &&
      offers.every(({ spans }) => spans.filter(isCall).length === 4)
    ) {
      seen.set(sdk, { project, offers });
      return;
    }
    if (Date.now() > deadline)
      throw new Error(`${offers.length} of ${requests} requests have come`);
    await pause(200);
  }
}

const read = async <Answer>(project: TestProject, path: string): Promise<Answer> =>
  (await (await project.get(path)).json()) as Answer;

type Span = TraceJson["spans"][number];
const isCall = ({ kind, attributes }: Span) =>
  kind === "client" && attributes["url.full"] !== undefined;

/** Start and end of the call to a URL in milliseconds since 1970. */
function timesOf({ spans }: TraceJson, path: string): { from: number; to: number; ms: number } {
  const { startedAt, durationMs } = spans.find(({ attributes }) =>
    String(attributes["url.full"]).includes(path),
  )!;
  return { from: Date.parse(startedAt), to: Date.parse(startedAt) + durationMs, ms: durationMs };
}

/** Time of the three calls beyond their 300 ms. */
function gapsIn(trace: TraceJson): number {
  return timesOf(trace, "/rating/").to - timesOf(trace, "/price/").from - 300;
}

/** All three calls start with the first; the request still waits for the reviews. */
function savedByHand(trace: TraceJson): number {
  const [price, stock, rating] = ["/price/", "/stock/", "/rating/"].map((path) =>
    timesOf(trace, path),
  ) as [T, T, T];
  const together = price.from + Math.max(price.ms, stock.ms, rating.ms);
  return rating.to - Math.max(together, Math.min(rating.to, timesOf(trace, "/reviews/").to));
}
type T = ReturnType<typeof timesOf>;

/**
 * Spoor may report no run if over a quarter of a call lies between two, which may be dependent
 * work.
 */
function isOneRun(trace: TraceJson): boolean {
  const [price, stock, rating] = ["/price/", "/stock/", "/rating/"].map((path) =>
    timesOf(trace, path),
  ) as [T, T, T];
  return stock.from - price.to < 20 && rating.from - stock.to < 20;
}

type Findings = {
  advice: string;
  serial: Saving[];
  looked: { requests: number; outOfTime: number };
};

/** Findings of the route once available. */
async function findings(project: TestProject): Promise<Findings | undefined> {
  const { routes } = await read<Routes>(project, "/routes.json");
  const known = routes.find(({ route }) => route === "/shop/offers/:offer");
  return known && read<Findings>(project, `/routes/${known.id}/findings.json`);
}

/**
 * Least and greatest median of `count` of the values: on a busy machine, it is not certain for each
 * request whether its calls are one run. Equal if all count.
 */
function mediansOf(values: number[], count: number): [number, number] {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.ceil(count / 2) - 1;
  return [sorted[middle] ?? 0, sorted[values.length - count + middle] ?? 0];
}

test.each(sdks)(
  "%s on Express: a saving excludes parallel work and counts its requests",
  async (sdk) => {
    const { project, offers } = seen.get(sdk)!;
    let analyzed: Findings | undefined;
    await expect
      .poll(async () => (analyzed = await findings(project))?.looked)
      .toMatchObject({ requests, outOfTime: 0 });
    const { advice, serial } = analyzed!;
    const byHand = offers.map(savedByHand);
    const helped = byHand.filter((ms, index) => ms > 5 && isOneRun(offers[index]!));
    const [found] = serial;
    expect(helped.length).toBeLessThan(requests);
    expect(found?.helped, `${advice} By hand: ${byHand.join(", ")}`).toBeGreaterThanOrEqual(
      helped.length,
    );
    expect(found!.helped).toBeLessThanOrEqual(byHand.filter((ms) => ms > 0).length);
    expect(found!.totalMs).toBeGreaterThanOrEqual(295);
    const told = `${advice} By hand: ${byHand.join(", ")}`;
    const [least, most] = mediansOf(
      byHand.filter((ms) => ms > 0),
      found!.helped,
    );
    // A busy machine adds gaps, which are counted differently by hand.
    const tolerance = 10 + Math.max(...offers.map(gapsIn));
    expect(found!.savedMs, told).toBeGreaterThan(least - tolerance);
    expect(found!.savedMs, told).toBeLessThan(most + tolerance);
    expect(advice).toMatch(
      new RegExp(`would save [\\d.]+ ms \\(median\\) in ${found!.helped} of ${requests} requests`),
    );
  },
);

test.each(sdks)(
  "%s on Express: the critical path goes through the framework's layers to the last call",
  (sdk) => {
    for (const trace of seen.get(sdk)!.offers) {
      const { spans } = trace;
      const outline = spans.map(
        ({ name, durationMs, selfMs, critical }) => `${critical} ${name} ${durationMs} ${selfMs}`,
      );
      const last = spans.filter(isCall).toSorted((a, b) => endOf(b) - endOf(a))[0]!;
      expect(last.critical, outline.join("\n")).toBe(true);
      const server = spans.find(({ kind }) => kind === "server")!;
      expect(server.durationMs).toBeGreaterThan(285);
      expect(server.selfMs, outline.join("\n")).toBeLessThan(0.5 * server.durationMs);
      for (const { selfMs, durationMs } of spans) {
        expect(selfMs).toBeGreaterThanOrEqual(0);
        expect(selfMs).toBeLessThanOrEqual(durationMs);
      }
    }
  },
);

const endOf = ({ startedAt, durationMs }: Span) => Date.parse(startedAt) + durationMs;
