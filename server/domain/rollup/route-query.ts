import { type OperationKind, operationKinds, waitedForKinds } from "./operation.ts";
import { readWindow, type Window } from "./window.ts";

/** Operations of a list. Unknown values in a URL are ignored. */
export type RouteQuery = {
  window: Window;
  environment?: string;
  release?: string;
  service?: string;
  kinds: readonly OperationKind[];
  /** Anywhere in the route, case-insensitive. */
  text: string;
};

/** `?since&until&environment&release&service&kind&query`; `kind` may repeat. */
export function readRouteQuery(params: URLSearchParams, now: number): RouteQuery {
  const named = params.getAll("kind").filter(isKind);
  return {
    window: readWindow({ since: params.get("since"), until: params.get("until") }, now),
    environment: params.get("environment") || undefined,
    release: params.get("release") || undefined,
    service: params.get("service") || undefined,
    kinds: named.length > 0 ? named : waitedForKinds,
    text: params.get("query")?.trim() ?? "",
  };
}

const isKind = (text: string): text is OperationKind =>
  (operationKinds as readonly string[]).includes(text);
