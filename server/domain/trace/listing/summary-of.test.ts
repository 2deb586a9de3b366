import { expect, test } from "vitest";
import type { SpanId, TraceId } from "#server/domain/ids.ts";
import type { ScannedSpan } from "#server/domain/trace/terms/scanned-span.ts";
import { scannedSpan } from "#server/domain/trace/terms/scanned-span.fixture.ts";
import { mergeSummaries, summarize } from "./summary-of.ts";
import type { TraceSummary } from "./summary.ts";

const traceId = "7c1ef02b9a1d4c55b0e1d7f3c2a1a902" as TraceId;
const idOf = (number: number) => number.toString(16).padStart(16, "0") as SpanId;

function span(number: number, changes: Partial<ScannedSpan> = {}): ScannedSpan {
  return scannedSpan({
    spanId: idOf(number),
    name: `span ${number}`,
    kind: "internal",
    startedAtNs: BigInt(number) * 1_000_000n,
    endedAtNs: BigInt(number + 5) * 1_000_000n,
    service: "shop",
    ...changes,
  });
}

test("the root has no parent, a remote one, or a missing one", () => {
  const waiting = span(1, { parentSpanId: idOf(90) });
  const entered = span(2, { parentSpanId: idOf(91), parentIsRemote: true });
  const top = span(3, { route: "/cart", kind: "server", service: "web" });
  const child = span(4, { parentSpanId: idOf(3) });
  const rootOf = (...spans: ScannedSpan[]) => summarize(traceId, spans).root;
  expect(rootOf(waiting, child, top, entered)).toEqual({
    spanId: idOf(3),
    service: "web",
    name: "span 3",
    route: "/cart",
    kind: "server",
    rank: 3,
    startedAt: 3,
  });
  expect(rootOf(waiting, child, entered)).toMatchObject({ spanId: idOf(2), rank: 2 });
  expect(rootOf(child, waiting)).toMatchObject({ spanId: idOf(1), rank: 1 });
});

test("only a file below a mount point is the root's route", () => {
  const routeOf = (route: string, pathPattern: string | undefined) =>
    summarize(traceId, [span(1, { kind: "server", route, pathPattern })]).root.route;
  expect(routeOf("/assets", "/assets/root-*.js")).toBe("/assets/root-*.js");
  expect(routeOf("/assets", "/other/root-*.js")).toBe("/assets");
  expect(routeOf("/shop", "/shop/cart")).toBe("/shop");
  expect(routeOf("/shop", undefined)).toBe("/shop");
});

test("spans with circular parents have a root", () => {
  const circle = [
    span(1, { parentSpanId: idOf(2) }),
    span(2, { parentSpanId: idOf(1) }),
    span(3, { parentSpanId: idOf(3) }),
  ];
  expect(summarize(traceId, circle).root).toMatchObject({ spanId: idOf(1), rank: 0 });
});

test("the rest is counted and named independently of arrival order", () => {
  const spans = [
    span(5, { service: "web", environment: "staging", release: "2" }),
    span(1, {
      parentSpanId: idOf(5),
      service: "shop",
      status: "error",
      environment: "production",
      release: "1",
    }),
  ];
  expect(summarize(traceId, spans)).toMatchObject({
    startedAt: 5,
    endedAt: 10,
    spanCount: 2,
    errorCount: 1,
    services: ["shop", "web"],
    environment: "production",
    release: "2",
  });
});

test("times are the root's, whatever happened before and after", () => {
  const root = span(5, { endedAtNs: 25_000_000n });
  const early = span(1, { parentSpanId: idOf(5), service: "skewed" });
  const moment = span(45_000, { parentSpanId: idOf(5), endedAtNs: 45_000_000_000n });
  const late = span(60, { parentSpanId: idOf(5) });
  expect(summarize(traceId, [early, root, moment, late])).toMatchObject({
    startedAt: 5,
    endedAt: 25,
  });
});

test("a document request lasts as long as its first document load", () => {
  const request = span(10, { kind: "server" });
  const load = span(8, {
    name: "document load",
    parentSpanId: idOf(10),
    isBrowser: true,
    service: "browser",
    endedAtNs: 400_000_000n,
  });
  const again = span(9_000, {
    ...load,
    spanId: idOf(9),
    startedAtNs: 9_000_000_000n,
    endedAtNs: 9_100_000_000n,
  });
  const summary = summarize(traceId, [again, request, load]);
  expect(summary).toMatchObject({
    root: { spanId: idOf(10), startedAt: 10 },
    startedAt: 8,
    endedAt: 400,
  });
  expect(summary.isDocument).toBe(true);
  const inAServer = span(12, { name: "document load", parentSpanId: idOf(10) });
  expect(summarize(traceId, [request, inAServer])).toMatchObject({ startedAt: 10, endedAt: 15 });
});

test("a click lasts as long as its requests, without the visitor's pauses", () => {
  const inBrowser = { isBrowser: true, service: "shop-web" };
  const click = span(10, { ...inBrowser, name: "click", endedAtNs: 12_000_000n });
  const fetch = span(20, {
    ...inBrowser,
    parentSpanId: idOf(10),
    kind: "client",
    endedAtNs: 140_000_000n,
  });
  const next = span(200, {
    ...inBrowser,
    parentSpanId: idOf(10),
    kind: "client",
    endedAtNs: 220_000_000n,
  });
  const later = span(9_000, { ...inBrowser, parentSpanId: idOf(10), kind: "client" });
  expect(summarize(traceId, [later, next, click, fetch])).toMatchObject({
    startedAt: 10,
    endedAt: 220,
  });
  expect(summarize(traceId, [{ ...click, isBrowser: false }, fetch])).toMatchObject({
    endedAt: 12,
  });
});

/** A number from 0 up to a limit, the same in each run. */
function chance(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return (state >> 8) % limit;
  };
}

function randomPart(next: (limit: number) => number, from: number): TraceSummary {
  const spans = Array.from({ length: next(4) + 1 }, (_, index) =>
    span(from + index, {
      ...(next(3) > 0 && { parentSpanId: idOf(next(40) + 1) }),
      parentIsRemote: [undefined, true, false][next(3)],
      service: ["shop", "web", "db"][next(3)]!,
      environment: [undefined, "production", "staging"][next(3)],
      release: [undefined, "1", "2"][next(3)],
      status: next(2) > 0 ? "error" : "ok",
      startedAtNs: BigInt(next(5)) * 1_000_000n,
      ...(next(4) === 0 && { name: "documentLoad", isBrowser: true }),
    }),
  );
  return summarize(traceId, spans);
}

test("parts may be merged in any order and grouping", () => {
  for (let seed = 1; seed <= 300; seed++) {
    const next = chance(seed);
    const [a, b, c] = [randomPart(next, 10), randomPart(next, 20), randomPart(next, 30)];
    const left = mergeSummaries(mergeSummaries(a, b), c);
    expect(mergeSummaries(a, mergeSummaries(b, c)), `seed ${seed}`).toEqual(left);
    expect(mergeSummaries(c, mergeSummaries(b, a)), `seed ${seed}`).toEqual(left);
  }
});

test("requests of a click count in its trace, arriving before or after it", () => {
  const click = summarize(traceId, [
    span(1, { name: "click", isBrowser: true, endedAtNs: 3_000_000n }),
  ]);
  const request = summarize(traceId, [
    span(4, { parentSpanId: idOf(1), kind: "client", isBrowser: true, endedAtNs: 250_000_000n }),
  ]);
  expect(mergeSummaries(click, request)).toMatchObject({
    root: { name: "click" },
    startedAt: 1,
    endedAt: 250,
  });
  expect(mergeSummaries(request, click)).toMatchObject({
    root: { name: "click" },
    startedAt: 1,
    endedAt: 250,
  });
  const later = summarize(traceId, [
    span(400, { parentSpanId: idOf(1), kind: "client", isBrowser: true }),
  ]);
  expect(mergeSummaries(click, later).endedAt).toBe(3);
  const job = summarize(traceId, [span(1, { name: "import", endedAtNs: 3_000_000n })]);
  expect(mergeSummaries(job, request).endedAt).toBe(3);
});
