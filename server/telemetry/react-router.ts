import {
  type Attributes,
  context,
  propagation,
  type Span,
  SpanKind,
  trace,
} from "@opentelemetry/api";
import type { ServerInstrumentation } from "react-router";
import { now } from "./clock.ts";
import { recordFailure } from "./failure.ts";
import { hidingValuesOf, type PathRule } from "./hidden-values.ts";
import { endWithStatus, isRouteDiscovery } from "./http-span.ts";
import { factsOfRequest } from "./request-facts.ts";
import { placeOf, routeOf, type RouteTree } from "./route-place.ts";
import { asRequestSpan } from "./traceparent.ts";

export type InstrumentationOptions = {
  /**
   * The build's routes, for the route patterns of spans: React Router passes each route's ID and
   * path to an instrumentation, but not its parent. A function, because the build imports this
   * module.
   */
  routes?: () => RouteTree;
  /** `route`: records only the route pattern, never the path, for addresses that contain tokens. */
  paths?: PathRule;
};

/**
 * Converts React Router's instrumentation hooks to OpenTelemetry spans: one for the request and one
 * for each middleware, loader, and action, with its route. Nothing is patched. Export the list from
 * `entry.server`. Thrown errors are recorded; redirects and thrown `data()` are responses, not
 * failures.
 */
export function createInstrumentations(
  options: InstrumentationOptions = {},
): ServerInstrumentation[] {
  const { routes } = options;
  return [
    {
      handler({ instrument }) {
        instrument({ request: (handle, { request }) => inRequestSpan(request, handle, options) });
      },
      route({ id, path, index, instrument }) {
        const place = placeOf({ id, path, index }, routes?.());
        const traced = (kind: "middleware" | "loader" | "action") => {
          const attributes = { ...place, "react_router.kind": kind };
          return (handle: () => Promise<Outcome>) =>
            inRouteSpan(`${kind} ${id}`, attributes, handle);
        };
        instrument({
          middleware: traced("middleware"),
          loader: traced("loader"),
          action: traced("action"),
        });
      },
    },
  ];
}

type Outcome = { error: Error | undefined };
type Answer = Outcome & { statusCode: number; meta: { pattern: string } | undefined };
type AskedFor = { method: string; url: string; headers: { get(name: string): string | null } };

/**
 * If the server has already started the request's span, it also ends it. Otherwise, the span is
 * created here.
 */
async function inRequestSpan(
  request: AskedFor,
  handle: () => Promise<Answer>,
  options: InstrumentationOptions,
): Promise<void> {
  const active = trace.getActiveSpan();
  if (active) return describe(active, request, await handle(), options);
  if (isRouteDiscovery(request.url)) return void (await handle());
  const { paths = "full" } = options;
  const parent = propagation.extract(context.active(), request.headers, fromHeaders);
  const begun = {
    kind: SpanKind.SERVER,
    startTime: now(),
    attributes: attributesOf(request, paths),
  };
  const span = tracer().startSpan(request.method, begun, parent);
  const within = asRequestSpan(parent, span);
  const answer = await context.with(
    paths === "full" ? within : hidingValuesOf(within, addressOf(request)),
    handle,
  );
  describe(span, request, answer, options);
  endWithStatus(span, answer.statusCode);
}

/** A page's data request has the page's pattern, so both are one route. */
function describe(
  span: Span,
  request: AskedFor,
  { meta, error, statusCode }: Answer,
  { routes, paths }: InstrumentationOptions,
): void {
  const route = routeOf(meta?.pattern);
  if (route !== undefined)
    span.updateName(`${request.method} ${route}`).setAttribute("http.route", route);
  const facts = factsOfRequest(request, { pattern: meta?.pattern, status: statusCode }, routes?.());
  span.setAttributes(facts);
  if (paths === "route" && route !== undefined) span.setAttribute("url.path", pathOf(route, facts));
  if (error) recordFailure(span, error);
}

async function inRouteSpan(
  name: string,
  attributes: Attributes,
  handle: () => Promise<Outcome>,
): Promise<void> {
  const span = tracer().startSpan(name, { startTime: now(), attributes });
  const { error } = await context.with(trace.setSpan(context.active(), span), handle);
  if (error) recordFailure(span, error);
  span.end(now());
}

/** Requested as data: data has a separate address. */
const pathOf = (route: string, facts: Attributes): string =>
  facts["react_router.request"] === "data" ? `${route === "/" ? "/_" : route}.data` : route;

function addressOf({ url }: AskedFor): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

function attributesOf({ method, url }: AskedFor, paths: PathRule): Attributes {
  const { pathname, protocol } = new URL(url);
  const path = paths === "full" ? { "url.path": pathname } : {};
  return { "http.request.method": method, ...path, "url.scheme": protocol.slice(0, -1) };
}

const fromHeaders = {
  get: (headers: AskedFor["headers"], name: string) => headers.get(name) ?? undefined,
  keys: () => [],
};

const tracer = () => trace.getTracer("spoor.react-router");
