import { type Attributes, context, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { ServerInstrumentation } from "react-router";

/**
 * React Router's own instrumentation hooks, turned into OpenTelemetry spans: one for the request and one for each
 * middleware, loader and action, with the route's id on it. Nothing is patched. Export the list from `entry.server`.
 */
export const instrumentations: ServerInstrumentation[] = [
  {
    handler({ instrument }) {
      instrument({
        async request(handle, { request }) {
          await inRequestSpan(request.method, async (span) => {
            const result = await handle();
            const route = routeOf(result.meta?.pattern);
            if (route !== undefined) nameBy(span, request.method, route);
            recordFailure(span, result.error);
          });
        },
      });
    },
    route({ id, instrument }) {
      const traced = (kind: "middleware" | "loader" | "action") => (handle: () => Promise<Outcome>) =>
        inRouteSpan(`${kind} ${id}`, { "react_router.route.id": id, "react_router.kind": kind }, handle);
      instrument({ middleware: traced("middleware"), loader: traced("loader"), action: traced("action") });
    },
  },
];

type Outcome = { error: Error | undefined };

/** React Router gives `/` for the index, patterns without a leading slash otherwise, and "" when nothing matched. */
export function routeOf(pattern: string | undefined): string | undefined {
  if (!pattern) return undefined;
  return pattern.startsWith("/") ? pattern : `/${pattern}`;
}

/** The server in front may have begun the request's span; without one it begins here. */
async function inRequestSpan(method: string, work: (span: Span) => Promise<void>): Promise<void> {
  const active = trace.getActiveSpan();
  if (active) return work(active);
  const span = tracer().startSpan(method, { kind: SpanKind.SERVER, attributes: { "http.request.method": method } });
  await context.with(trace.setSpan(context.active(), span), () => work(span)).finally(() => span.end());
}

async function inRouteSpan(name: string, attributes: Attributes, handle: () => Promise<Outcome>): Promise<void> {
  const span = tracer().startSpan(name, { attributes });
  const { error } = await context.with(trace.setSpan(context.active(), span), handle);
  recordFailure(span, error);
  span.end();
}

function nameBy(span: Span, method: string, route: string): void {
  span.updateName(`${method} ${route}`);
  span.setAttribute("http.route", route);
}

function recordFailure(span: Span, error: Error | undefined): void {
  if (!error) return;
  span.recordException(error);
  span.setStatus({ code: SpanStatusCode.ERROR, message: error.message });
}

const tracer = () => trace.getTracer("spoor.react-router");
