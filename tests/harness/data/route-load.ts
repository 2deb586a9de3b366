import type { OperationKind } from "#server/domain/rollup/operation.ts";
import { Chance } from "#tests/bench/load/chance.ts";
import type { TestProject } from "#tests/harness/project.ts";
import { pause, type Spoor } from "#tests/harness/spoor.ts";

/**
 * Several days of an application's telemetry as OTLP: pages, data requests, queued jobs, and a
 * nightly task of a shop whose cart got slower with its second release. The same seed sends the
 * same requests relative to `endsAt`.
 */
export type RouteLoad = {
  seed?: number;
  /** Total number of traces. */
  requests?: number;
  /** Milliseconds since 1970; now by default. */
  endsAt?: number;
  hours?: number;
  routes?: LoadedRoute[];
  /** Loaders and queries below each request. */
  withChildren?: boolean;
};

export type LoadedRoute = {
  service: string;
  kind: Extract<OperationKind, "server" | "consumer" | "task" | "document" | "navigation">;
  route: string;
  /** Relative frequency. */
  weight: number;
  medianMs: number;
  /** Ratio of p84 to the median: durations are log-normal. */
  spread: number;
  /** Share of failing requests. */
  failing: number;
  /** Slowdown since the second release; 1 by default. */
  slowed?: number;
  loaders?: string[];
};

/** One sent request, from which expected values are counted. */
export type SentOperation = Pick<LoadedRoute, "service" | "kind" | "route"> & {
  traceId: string;
  spanId: string;
  startedAt: number;
  durationMs: number;
  failed: boolean;
  release: string;
  environment: string;
};

export const shopRoutes: LoadedRoute[] = [
  server("/", 22, 38, 1.5, 0.001, ["root", "routes/home"]),
  server("/shop/:product", 30, 64, 1.8, 0.004, ["root", "routes/shop", "routes/shop.product"]),
  server("/search", 9, 190, 2.2, 0.012, ["root", "routes/search"]),
  { ...server("/cart", 12, 85, 1.9, 0.006, ["root", "routes/shop", "routes/cart"]), slowed: 1.8 },
  server("/checkout", 4, 410, 2, 0.035, ["root", "routes/checkout"]),
  server("/account/orders/:order", 3, 120, 1.7, 0.003, [
    "root",
    "routes/account",
    "routes/account.order",
  ]),
  { ...server("/api/prices", 10, 7, 1.6, 0.0005), service: "prices" },
  {
    service: "browser",
    kind: "document",
    route: "/shop/:product",
    weight: 8,
    medianMs: 940,
    spread: 1.7,
    failing: 0,
  },
  {
    service: "browser",
    kind: "document",
    route: "/cart",
    weight: 3,
    medianMs: 1_050,
    spread: 1.8,
    failing: 0,
  },
  {
    service: "browser",
    kind: "navigation",
    route: "/cart",
    weight: 7,
    medianMs: 170,
    spread: 2,
    failing: 0.004,
  },
  {
    service: "mailer",
    kind: "consumer",
    route: "mail.send",
    weight: 5,
    medianMs: 320,
    spread: 1.5,
    failing: 0.02,
  },
  {
    service: "web",
    kind: "task",
    route: "prune sessions",
    weight: 1,
    medianMs: 2_400,
    spread: 1.3,
    failing: 0,
  },
];

function server(
  route: string,
  weight: number,
  medianMs: number,
  spread: number,
  failing: number,
  loaders?: string[],
): LoadedRoute {
  return {
    service: "web",
    kind: "server",
    route,
    weight,
    medianMs,
    spread,
    failing,
    ...(loaders && { loaders }),
  };
}

/** Time of the second release as a share of the period. */
const releasedAt = 0.7;
export const releases = ["2.13.0", "2.14.0"] as const;
const tracesAtOnce = 250;

/**
 * Sends the load and waits until its last request is counted. Returns the requests, oldest first.
 */
export async function sendRouteLoad(
  spoor: Spoor,
  project: TestProject,
  load: RouteLoad = {},
): Promise<SentOperation[]> {
  const traces = makeLoad(load);
  for (let at = 0; at < traces.length; at += tracesAtOnce) {
    await post(
      spoor,
      project,
      traces.slice(at, at + tracesAtOnce).flatMap(({ spans }) => spans),
    );
  }
  const sent = traces.map(({ operation }) => operation);
  await waitForRequests(project, sent);
  return sent;
}

type LoadedTrace = { operation: SentOperation; spans: LoadedSpan[] };

export function makeLoad(load: RouteLoad): LoadedTrace[] {
  const {
    seed = 1,
    requests = 2_000,
    endsAt = Date.now(),
    hours = 48,
    routes = shopRoutes,
    withChildren = true,
  } = load;
  const chance = new Chance(seed);
  const uniform = () => (chance.below(1e6) + 0.5) / 1e6;
  const weights = routes.reduce((sum, { weight }) => sum + weight, 0);
  return Array.from({ length: requests }, (_, index) => {
    const share = (index + uniform()) / requests;
    const route = pickByWeight(routes, uniform() * weights);
    const isNew = share >= releasedAt;
    const normal = Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
    const slowed = isNew ? (route.slowed ?? 1) : 1;
    const operation: SentOperation = {
      service: route.service,
      kind: route.kind,
      route: route.route,
      traceId: chance.hex(32),
      spanId: chance.hex(16),
      // Leaves the last two seconds free, so that nothing is in the future.
      startedAt: Math.round(endsAt - 2_000 - (1 - share) * hours * 3_600_000),
      durationMs: Math.round(route.medianMs * slowed * route.spread ** normal * 1e3) / 1e3,
      failed: uniform() < route.failing,
      release: releases[isNew ? 1 : 0],
      environment: uniform() < 0.95 ? "production" : "staging",
    };
    const below = withChildren ? childrenOf(operation, route.loaders ?? [], chance) : [];
    return { operation, spans: [rootOf(operation), ...below] };
  });
}

function pickByWeight(routes: LoadedRoute[], at: number): LoadedRoute {
  let left = at;
  for (const route of routes) if ((left -= route.weight) < 0) return route;
  return routes.at(-1)!;
}

type LoadedSpan = SentOperation & {
  name: string;
  parentSpanId?: string;
  spanKind: number;
  attributes: Record<string, string | number>;
};

function rootOf(operation: SentOperation): LoadedSpan {
  const { kind, route, failed } = operation;
  const status = failed ? 500 : 200;
  if (kind === "server") {
    const attributes = {
      "http.request.method": "GET",
      "http.route": route,
      "http.response.status_code": status,
    };
    return { ...operation, name: `GET ${route}`, spanKind: 2, attributes };
  }
  if (kind === "consumer") {
    const attributes = { "messaging.system": "redis", "messaging.destination.name": route };
    return { ...operation, name: route, spanKind: 5, attributes };
  }
  if (kind === "task") return { ...operation, name: route, spanKind: 1, attributes: {} };
  const name = kind === "document" ? "document load" : `navigate ${route}`;
  return {
    ...operation,
    name,
    spanKind: 1,
    attributes: { "react_router.kind": kind, "http.route": route },
  };
}

function childrenOf(operation: SentOperation, loaders: string[], chance: Chance): LoadedSpan[] {
  return loaders.flatMap((routeId, depth) => {
    const parentId = loaders[depth - 1];
    const share = depth === loaders.length - 1 ? 0.9 : 0.2 + chance.below(30) / 100;
    const loader: LoadedSpan = {
      ...operation,
      spanId: chance.hex(16),
      parentSpanId: operation.spanId,
      name: `loader ${routeId}`,
      spanKind: 1,
      durationMs: operation.durationMs * share,
      failed: false,
      attributes: {
        "react_router.kind": "loader",
        "react_router.route.id": routeId,
        ...(parentId && { "react_router.route.parent_id": parentId }),
      },
    };
    const query: LoadedSpan = {
      ...loader,
      spanId: chance.hex(16),
      parentSpanId: loader.spanId,
      name: "SELECT products",
      spanKind: 3,
      durationMs: loader.durationMs * 0.6,
      attributes: { "db.system.name": "sqlite", "db.query.summary": "SELECT products" },
    };
    return [loader, query];
  });
}

/** One resource per service, release, and environment, as SDKs send them. */
async function post(spoor: Spoor, project: TestProject, spans: LoadedSpan[]): Promise<void> {
  const senders = Map.groupBy(
    spans,
    ({ service, release, environment }) => `${service} ${release} ${environment}`,
  );
  const resourceSpans = [...senders.values()].map((ofSender) => {
    const { service, release, environment } = ofSender[0]!;
    const resource = {
      "service.name": service,
      "service.version": release,
      "deployment.environment.name": environment,
      "telemetry.sdk.language": service === "browser" ? "webjs" : "nodejs",
    };
    const scopeSpans = [
      { scope: { name: "route-load", version: "1.0.0" }, spans: ofSender.map(message) },
    ];
    return { resource: { attributes: keyValues(resource) }, scopeSpans };
  });
  const url = `${spoor.url}/api/${project.id}/integration/otlp/v1/traces?sentry_key=${project.publicKey}`;
  const headers = { "content-type": "application/json" };
  const answer = await fetch(url, {
    method: "POST",
    headers,
    body: JSON.stringify({ resourceSpans }),
  });
  if (answer.status !== 200)
    throw new Error(`The load was answered ${answer.status}: ${await answer.text()}`);
}

function message(span: LoadedSpan): object {
  const startNs = BigInt(span.startedAt) * 1_000_000n;
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId ?? "",
    name: span.name,
    kind: span.spanKind,
    attributes: keyValues(span.attributes),
    status: { code: span.failed ? 2 : 0 },
    startTimeUnixNano: String(startNs),
    endTimeUnixNano: String(startNs + BigInt(Math.round(span.durationMs * 1e6))),
  };
}

const keyValues = (attributes: Record<string, string | number>): object[] =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === "number" ? { intValue: String(value) } : { stringValue: value },
  }));

type CountedRoutes = { routes: { count: number }[] };

async function waitForRequests(project: TestProject, sent: SentOperation[]): Promise<void> {
  const since = (sent[0]?.startedAt ?? Date.now()) - 1;
  let seen = 0;
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await pause(100)) {
    const answer = await project.get(`/routes.json?since=${since}`);
    if (answer.status !== 200)
      throw new Error(`routes.json answered ${answer.status}: ${await answer.text()}`);
    seen = ((await answer.json()) as CountedRoutes).routes.reduce(
      (sum, { count }) => sum + count,
      0,
    );
    if (seen >= sent.length) return;
  }
  throw new Error(`Sent ${sent.length} requests, ${seen} were counted within 30 seconds.`);
}
