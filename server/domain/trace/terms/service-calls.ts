import type { SpanId } from "#server/domain/ids.ts";
import type { ScannedSpan } from "./scanned-span.ts";
import { spanIdAt, type SpanIds } from "./span-ids.ts";

/** Number of calls from one service to another. */
export type ServiceCall = {
  from: string;
  to: string;
  count: number;
  errors: number;
  totalMs: number;
};

/**
 * Calls between services in some spans of a trace, and the data needed to find calls to its other
 * spans.
 */
export type PartCalls = {
  within: ServiceCall[];
  /** Spans whose parent is not among these. */
  open: OpenCall[];
  services: string[];
  /** The service number of each span; empty if all have the same. */
  owners: number[];
};

export type OpenCall = { parentSpanId: SpanId; to: string; failed: boolean; durationMs: number };

export function callsOf(
  spans: readonly ScannedSpan[],
  byId: ReadonlyMap<SpanId, ScannedSpan>,
): PartCalls {
  const calls = new Calls();
  const open: OpenCall[] = [];
  for (const span of spans) {
    if (span.parentSpanId === undefined) continue;
    const parent = byId.get(span.parentSpanId);
    if (!parent) open.push(openCall(span, span.parentSpanId));
    else if (parent.service !== span.service)
      calls.add(parent.service, openCall(span, span.parentSpanId));
  }
  return { within: calls.all(), open, ...ownersOf(spans) };
}

/** Over several parts of one trace: callers and callees may be in different ones. */
export function callsBetween(
  parts: readonly { spans: SpanIds; calls: PartCalls }[],
): ServiceCall[] {
  if (parts.length === 1) return parts[0]!.calls.within;
  const calls = new Calls();
  for (const { calls: each } of parts) for (const call of each.within) calls.merge(call);
  const open = parts.flatMap(({ calls: each }) => each.open);
  const serviceOf = servicesOf(parts, new Set(open.map(({ parentSpanId }) => parentSpanId)));
  for (const call of open) {
    const from = serviceOf.get(call.parentSpanId);
    if (from !== undefined && from !== call.to) calls.add(from, call);
  }
  return calls.all();
}

/** Adds `more`, between the same services, to `call`. */
export function addCalls(call: ServiceCall, more: ServiceCall): void {
  call.count += more.count;
  call.errors += more.errors;
  call.totalMs += more.totalMs;
}

class Calls {
  readonly #calls = new Map<string, ServiceCall>();

  add(from: string, { to, failed, durationMs }: OpenCall): void {
    this.merge({ from, to, count: 1, errors: failed ? 1 : 0, totalMs: durationMs });
  }

  merge(call: ServiceCall): void {
    const key = `${call.from}\n${call.to}`;
    const known = this.#calls.get(key);
    if (known) addCalls(known, call);
    else this.#calls.set(key, { ...call });
  }

  all = (): ServiceCall[] => [...this.#calls.values()];
}

const openCall = (
  { service, status, startedAtNs, endedAtNs }: ScannedSpan,
  parentSpanId: SpanId,
): OpenCall => ({
  parentSpanId,
  to: service,
  failed: status === "error",
  durationMs: Number(endedAtNs - startedAtNs) / 1e6,
});

function ownersOf(spans: readonly ScannedSpan[]): Pick<PartCalls, "services" | "owners"> {
  const numbers = new Map<string, number>();
  const owners = spans.map(({ service }) => {
    const number = numbers.get(service) ?? numbers.size;
    numbers.set(service, number);
    return number;
  });
  return { services: [...numbers.keys()], owners: numbers.size > 1 ? owners : [] };
}

function servicesOf(
  parts: readonly { spans: SpanIds; calls: PartCalls }[],
  wanted: ReadonlySet<SpanId>,
): Map<SpanId, string> {
  const services = new Map<SpanId, string>();
  for (const { spans, calls } of wanted.size > 0 ? parts : []) {
    for (let at = 0; at < spans.length; at++) {
      const id = spanIdAt(spans, at);
      if (wanted.has(id)) services.set(id, calls.services[calls.owners[at] ?? 0]!);
    }
  }
  return services;
}
