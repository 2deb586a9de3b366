import { methodInName } from "#server/domain/trace/http-method.ts";
import type { TraceRoot, TraceSummary } from "./summary.ts";

type Root = Pick<TraceRoot, "name" | "route">;
type OfTrace = Pick<TraceSummary, "isDocument">;

/**
 * `act`: what a browser did, as lists of routes say it beside the route: `/checkout`, `navigation`.
 */
type TraceName = { name: string; act?: string };

/** What a trace is called in lists, which is what its route is called in the list of routes. */
export function traceName(root: Root, { isDocument }: OfTrace = {}): TraceName {
  const act = isDocument ? "page load" : actOf(root.name);
  return root.route !== undefined && act !== undefined
    ? { name: root.route, act }
    : { name: requestName(root) };
}

export function traceTitle(root: Root, trace?: OfTrace): string {
  const { name, act } = traceName(root, trace);
  return act === undefined ? name : `${name} ${act}`;
}

/** As Spoor's own instrumentation names what a router does (`app/trace/recorder.ts`). */
function actOf(name: string): string | undefined {
  if (name.startsWith("navigate ")) return "navigation";
  return name.startsWith("submit ") ? "submit" : undefined;
}

/**
 * A request that is named by its method alone, by an address, or by a part of its route is called
 * by method and route.
 */
function requestName({ name, route }: Root): string {
  const method = methodInName(name);
  if (route === undefined || method === undefined) return name;
  const target = name.slice(name.indexOf(method) + method.length).trim();
  return target.includes(route) && !/^https?:/.test(target) ? name : `${method} ${route}`;
}
