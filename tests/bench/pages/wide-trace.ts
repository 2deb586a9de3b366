import { createHash } from "node:crypto";
import { sampleSpan } from "#server/domain/trace/sample-spans.fixture.ts";
import type { Span } from "#server/domain/trace/span.ts";
import { Chance } from "../load/chance.ts";

const services = ["storefront", "orders", "db", "cache", "search", "mail"];
const rootMs = 5_000;

/**
 * A trace of that many spans with random IDs and few equal ones: little collapses or compresses.
 */
export function wideTrace(count: number): Span[] {
  const chance = new Chance(count);
  const root = sampleSpan(1, "GET /orders/:order", 0, rootMs);
  const spans = [root];
  while (spans.length < count) {
    const parent = spans[chance.below(Math.min(spans.length, 600))]!;
    const [from, to] = [parent.startedAtNs, parent.endedAtNs].map(
      (ns) => Number(ns - root.startedAtNs) / 1e6,
    );
    const start = from! + ((to! - from!) * chance.below(60)) / 100;
    const number = spans.length + 1;
    const span = sampleSpan(
      number,
      `step ${chance.below(900)}`,
      start,
      start + (to! - start) * 0.6,
      parent,
    );
    spans.push({
      ...span,
      spanId: idOf(count, number),
      service: services[chance.below(services.length)]!,
    });
  }
  return spans;
}

const idOf = (trace: number, number: number) =>
  createHash("sha256").update(`${trace} ${number}`).digest("hex").slice(0, 16) as Span["spanId"];
