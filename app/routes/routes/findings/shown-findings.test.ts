import { expect, test } from "vitest";
import type { SpanId, TraceId } from "#server/domain/ids.ts";
import type { SerialFinding } from "#server/domain/route-findings/serial-findings.ts";
import type { RouteFindings } from "#server/read/read-route.ts";
import { shownFindings } from "./shown-findings.ts";

const example = {
  traceId: "0af7651916cd43dd8448eb211c80319c" as TraceId,
  spanId: "b7ad6b7169203331" as SpanId,
};

const run = (name: string, savedMs: number, helped: number): SerialFinding => ({
  within: "loader routes/cart",
  names: [name, "SELECT user"],
  more: 0,
  calls: 2,
  found: helped,
  totalMs: 2 * savedMs,
  helped,
  savedMs,
  example,
});

function found(lookedAt: number, serial: SerialFinding[]): RouteFindings {
  const findings = {
    count: lookedAt,
    medianMs: 400,
    loaders: [],
    waits: [],
    spread: [],
    serial,
    repeats: [],
  };
  const passedOver = { notKept: 0, tooLarge: 0, outOfTime: 40 - lookedAt };
  return { findings, sampled: 40, lookedAt, passedOver, slowest: [] };
}

test("a fix for every request precedes one that saves more in a few", () => {
  const { fixes } = shownFindings(
    found(40, [run("SELECT rare", 200, 5), run("SELECT usual", 60, 40)]),
  );
  expect(fixes.map(({ name }) => name)).toEqual([
    "Run SELECT usual and SELECT user in parallel",
    "Run SELECT rare and SELECT user in parallel",
  ]);
});

test("with fewer than half of the traces analyzed, nothing is suggested", () => {
  const { fixes, advice, basis } = shownFindings(found(5, [run("SELECT rare", 200, 5)]));
  expect(fixes).toEqual([]);
  expect(advice).toBe(
    "Too few traces were analyzed in time to suggest a fix. Reload this page to try again.",
  );
  expect(basis).toBe("Based on 5 of 40 sampled traces (35 not analyzed before the timeout).");
});
