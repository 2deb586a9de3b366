import { expect, test } from "vitest";
import { shapeText } from "#server/storage/traces/row.ts";
import { isDetached, mayBeDetached } from "./detached-span.ts";
import type { TraceSummary } from "./summary.ts";

const traceOf = (
  name: string,
  changes: Partial<TraceSummary> = {},
  kind = "internal",
): TraceSummary => ({
  traceId: "4bf92f3577b34da6a3ce929d0e0e4736" as never,
  startedAt: 1,
  endedAt: 5,
  spanCount: 1,
  errorCount: 0,
  root: { spanId: "00f067aa0ba902b7" as never, service: 'we"b', name, kind, rank: 3, startedAt: 1 },
  services: ["web"],
  ...changes,
});

test.each([
  ["dns.lookup", true],
  ["tcp.connect", true],
  ["middleware - patched", true],
  ["router - /shop", true],
  ["nightly cleanup", false],
  ["request handler - /shop", false],
  ["connect to warehouse", false],
  ["dnsxlookup", false],
])("a trace of %s alone is detached: %s", (name, is) => {
  expect(isDetached(traceOf(name))).toBe(is);
  expect(mayBeDetached.test(shapeText(traceOf(name)))).toBe(is);
});

test("failures, other services' traces, requests, and larger traces are regular traces", () => {
  expect(isDetached(traceOf("tcp.connect", { errorCount: 1 }))).toBe(false);
  expect(isDetached(traceOf("tcp.connect", { services: ["db", "web"] }))).toBe(false);
  expect(isDetached(traceOf("tcp.connect", { spanCount: 11 }))).toBe(false);
  expect(isDetached(traceOf("middleware - patched", {}, "server"))).toBe(false);
});
