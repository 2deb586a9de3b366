import { methodInName } from "#server/domain/trace/http-method.ts";
import type { TraceRoot, TraceSummary } from "./summary.ts";

type Root = Pick<TraceRoot, "name" | "route">;
type OfTrace = Pick<TraceSummary, "isDocument">;

/** `act`: a browser's action, shown next to the route in lists: `/checkout`, `navigation`. */
type TraceName = { name: string; act?: string };

/** The name of a trace in lists, equal to its route in the list of routes. */
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

/** As Spoor's instrumentation names router operations (`app/trace/recorder.ts`). */
function actOf(name: string): string | undefined {
  if (name.startsWith("navigate ")) return "navigation";
  return name.startsWith("submit ") ? "submit" : undefined;
}

/**
 * A request named only by its method, a URL, or a part of its route is shown by method and route.
 */
function requestName({ name, route }: Root): string {
  const method = methodInName(name);
  if (route === undefined || method === undefined) return name;
  const target = name.slice(name.indexOf(method) + method.length).trim();
  return target.includes(route) && !/^https?:/.test(target) ? name : `${method} ${route}`;
}
