import { methodInName } from "./http-method.ts";
import { routeOf } from "./route-tree/route-key.ts";
import type { Span } from "./span.ts";

/**
 * What a span is called where people look for it: what it does, where that is known, and to what.
 */
type SpanTitle = { op?: string; name: string };

const maxOp = 60;

/**
 * A span by what it does: Sentry's operation, else the kind, and then its description. A
 * description that begins with it stays alone, a loader or action of Remix is called by its route,
 * and a request that is named by its method alone gets its route, path, or address.
 */
export function spanTitle(span: Pick<Span, "name" | "kind" | "attributes">): SpanTitle {
  const name = routeOfStep(span) ?? describedRequest(span) ?? span.name;
  const op = opOf(span);
  return op === undefined || name === "" || name.toLowerCase().startsWith(op.toLowerCase())
    ? { name }
    : { op, name };
}

/**
 * Sentry's SDK for Remix names loaders and actions by the address of the request, which all of its
 * routes share.
 */
export function routeOfStep({
  name,
  attributes,
}: Pick<Span, "name" | "attributes">): string | undefined {
  const { "match.route.id": routeId, "sentry.op": op } = attributes;
  if (typeof routeId !== "string" || routeId === "" || methodInName(name) === undefined)
    return undefined;
  return op === "loader.remix" || op === "action.remix" ? routeId : undefined;
}

function opOf({ attributes, kind }: Pick<Span, "attributes" | "kind">): string | undefined {
  const op = attributes["sentry.op"];
  if (typeof op === "string" && op !== "" && op !== "default") return op.slice(0, maxOp);
  return kind === "internal" ? undefined : kind;
}

function describedRequest({
  name,
  attributes,
}: Pick<Span, "name" | "attributes">): string | undefined {
  const method = methodInName(name);
  if (method === undefined || !/^(?:HTTP )?[A-Z]+$/.test(name)) return undefined;
  const target =
    routeOf(attributes) ??
    attributes["url.path"] ??
    attributes["http.target"] ??
    withoutQuery(attributes);
  return typeof target === "string" && target !== ""
    ? `${method} ${target.slice(0, 200)}`
    : undefined;
}

function withoutQuery({
  "url.full": full,
  "http.url": old,
}: Span["attributes"]): string | undefined {
  const url = URL.parse(String(full ?? old ?? ""));
  return url ? url.origin + url.pathname : undefined;
}
