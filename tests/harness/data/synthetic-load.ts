import type { SpanId, TraceId } from "#server/domain/ids.ts";
import type { OperationKind } from "#server/domain/rollup/operation.ts";
import type { Attributes, Span } from "#server/domain/trace/span.ts";
import { encodeSpans } from "#server/ingest/otlp/wire/encode.ts";
import { Chance } from "#tests/bench/load/chance.ts";

/** A span's expected counts. */
export type Counted = {
  kind: OperationKind;
  service: string;
  route: string;
  durationMs: number;
  failed: boolean;
};

export type SyntheticSpan = { span: Span; environment: string; release: string; counts: Counted[] };

type Maker = {
  chance: Chance;
  traceId: TraceId;
  environment: string;
  release: string;
  spans: SyntheticSpan[];
};
type Made = Pick<Span, "name" | "kind" | "service"> & {
  parent?: Span;
  isRemote?: boolean;
  attributes?: Attributes;
  /** Route kinds and routes that it counts as. */
  as?: [OperationKind, string][];
  startedAtNs: bigint;
  typicalMs: number;
};

const routes = [
  "/",
  "/shop",
  "/shop/:category",
  "/shop/:category/:product",
  "/cart",
  "/account/orders/:id",
];

/**
 * Requests, loads, and navigations of a shop, jobs, and messages over some hours before `until`;
 * the same for each seed.
 */
export function syntheticLoad(
  traces: number,
  { seed, until }: { seed: number; until: number },
): SyntheticSpan[] {
  const chance = new Chance(seed);
  return Array.from({ length: traces }, () => {
    const maker: Maker = {
      chance,
      traceId: chance.hex(32) as TraceId,
      environment: chance.pick(["production", "production", "staging"]),
      release: chance.pick(["1.0.0", "1.1.0"]),
      spans: [],
    };
    const startedAtNs = BigInt(until - chance.below(3 * 3_600_000)) * 1_000_000n;
    chance.pick([request, request, request, visit, job, message])(maker, startedAtNs);
    return maker.spans;
  }).flat();
}

function request(maker: Maker, startedAtNs: bigint, parent?: Span): void {
  const { chance } = maker;
  const route = chance.pick(routes);
  const isPrefetch = chance.below(10) === 0;
  const isDocument = chance.below(3) === 0;
  // Some frameworks omit a route's slash, and some data requests add theirs.
  const said = chance.pick([
    route,
    route.slice(1) || "/",
    route === "/" ? "/_.data" : `${route}.data`,
  ]);
  const root = make(maker, {
    name: `GET ${route}`,
    kind: "server",
    service: "web",
    startedAtNs,
    typicalMs: 80,
    ...(parent && { parent, isRemote: true }),
    attributes: {
      "http.route": said,
      "http.response.status_code": chance.below(20) === 0 ? 503 : 200,
      "react_router.request": isDocument ? "document" : "data",
      ...(isPrefetch && { "react_router.prefetch": true }),
    },
    as: [
      ["server", route],
      ...(isPrefetch ? [["prefetch", route] as [OperationKind, string]] : []),
      ...(isDocument && !isPrefetch ? [["page", route] as [OperationKind, string]] : []),
    ],
  });
  const id = `routes${route}`;
  const loader = make(maker, {
    name: `loader ${id}`,
    kind: "internal",
    service: "web",
    parent: root,
    startedAtNs,
    typicalMs: 30,
    attributes: { "react_router.kind": "loader", "react_router.route.id": id },
    as: [["loader", id]],
  });
  const child = { parent: loader, startedAtNs, typicalMs: 5 };
  make(maker, { ...child, name: "SELECT orders", kind: "client", service: "web" });
  const call = make(maker, { ...child, name: "GET", kind: "client", service: "web" });
  // Named by an agent without a route attribute.
  const orders = {
    name: "GET /orders/:id",
    kind: "server",
    service: "orders",
    startedAtNs,
    typicalMs: 4,
  } as const;
  make(maker, { ...orders, parent: call, isRemote: true, as: [["server", "/orders/:id"]] });
}

function visit(maker: Maker, startedAtNs: bigint): void {
  const { chance } = maker;
  const route = chance.pick(routes);
  const inBrowser = { kind: "internal", service: "web-browser", startedAtNs } as const;
  const load = make(maker, {
    ...inBrowser,
    name: "document load",
    typicalMs: 900,
    attributes: { "http.route": route, "react_router.kind": "document" },
    as: [["document", route]],
  });
  const attributes = { "http.route": route };
  make(maker, {
    ...inBrowser,
    name: "hydrate",
    parent: load,
    typicalMs: 40,
    attributes,
    as: [["hydration", route]],
  });
  request(maker, startedAtNs, load);
  const isPrefetched = chance.below(2) === 0;
  make(maker, {
    ...inBrowser,
    name: `navigate ${route}`,
    typicalMs: 120,
    attributes: {
      ...attributes,
      "react_router.kind": "navigation",
      "react_router.prefetched": isPrefetched,
    },
    as: [
      ["navigation", route],
      ...(isPrefetched ? [["prefetched", route] as [OperationKind, string]] : []),
    ],
  });
  make(maker, {
    ...inBrowser,
    name: `fetcher submit ${route}`,
    typicalMs: 200,
    attributes: { ...attributes, "react_router.kind": "fetcher-submit" },
    as: [["submit", route]],
  });
}

function job(maker: Maker, startedAtNs: bigint): void {
  const name = maker.chance.pick(["nightly", "mails"]);
  const common = { kind: "internal", service: "worker", startedAtNs } as const;
  const parent = make(maker, { ...common, name, typicalMs: 3_000, as: [["task", name]] });
  make(maker, { ...common, name: "step", parent, typicalMs: 500 });
}

function message(maker: Maker, startedAtNs: bigint): void {
  const name = "process mails";
  const taken = { name, kind: "consumer", service: "worker", startedAtNs, typicalMs: 40 } as const;
  const parent = make(maker, { ...taken, as: [["consumer", name]] });
  make(maker, { ...taken, parent, name: "GET /within", kind: "server" });
}

function make(maker: Maker, made: Made): Span {
  const { chance, traceId, environment, release, spans } = maker;
  const {
    name,
    kind,
    service,
    parent,
    isRemote = false,
    attributes = {},
    as = [],
    startedAtNs,
    typicalMs,
  } = made;
  // Most take a typical time and some a hundred times that, like real tails.
  const tail = chance.below(1_000) / 1_000;
  const durationNs = BigInt(Math.round(typicalMs * 1e6 * (0.3 + tail + 60 * tail ** 40)));
  const failed = chance.below(40) === 0 || attributes["http.response.status_code"] === 503;
  const span: Span = {
    traceId,
    spanId: chance.hex(16) as SpanId,
    name,
    kind,
    service,
    attributes,
    startedAtNs,
    ...(parent && { parentSpanId: parent.spanId, parentIsRemote: isRemote }),
    endedAtNs: startedAtNs + durationNs,
    status: failed ? "error" : "unset",
    events: [],
    links: [],
    resource: {
      "service.name": service,
      "service.version": release,
      "deployment.environment.name": environment,
      ...(service === "web-browser" && { "telemetry.sdk.language": "webjs" }),
    },
  };
  const durationMs = Number(durationNs) / 1e6;
  spans.push({
    span,
    environment,
    release,
    counts: as.map(([counted, route]) => ({ kind: counted, service, route, durationMs, failed })),
  });
  return span;
}

/**
 * As exporters send them: split traces, newest spans first, one batch in seven repeated, some
 * within others.
 */
export function exportsOf(load: SyntheticSpan[], seed: number): Uint8Array[] {
  const chance = new Chance(seed);
  const shuffled = load
    .map(({ span }) => ({ span, at: chance.below(1e9) }))
    .toSorted((a, b) => a.at - b.at);
  const batches: Span[][] = [];
  for (let from = 0; from < shuffled.length; from += 250)
    batches.push(shuffled.slice(from, from + 250).map(({ span }) => span));
  const repeats = batches.filter((_, number) => number % 7 === 3);
  const mixed = batches
    .slice(0, 4)
    .map((batch) => batch.slice(0, 60))
    .flat();
  return [...batches, ...repeats, mixed].map(encodeSpans);
}
