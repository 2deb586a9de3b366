import { methodInName } from "./http-method.ts";
import type { TraceRoot } from "./summary.ts";

/**
 * What a trace is called in lists: its root's name. A request that is named by its method alone, by an address, or by a part of its
 * route is called by method and route.
 */
export function traceTitle({ name, route }: Pick<TraceRoot, "name" | "route">): string {
  const method = methodInName(name);
  if (route === undefined || method === undefined) return name;
  const target = name.slice(name.indexOf(method) + method.length).trim();
  return target.includes(route) && !/^https?:/.test(target) ? name : `${method} ${route}`;
}
