import { methodInName } from "./http-method.ts";
import { routeOf } from "./route-tree/route-key.ts";
import type { Span } from "./span.ts";

/** A span's display name: its operation, if known, and its target. */
type SpanTitle = { op?: string; name: string };

const maxOp = 60;

/**
 * A span's operation (Sentry's, otherwise the kind) and description. A description that starts with
 * the operation stands alone, a Remix loader or action is named by its route, and a request named
 * only by its method gets its route, path, or URL.
 */
export function spanTitle(span: Pick<Span, "name" | "kind" | "attributes">): SpanTitle {
  const name = routeOfStep(span) ?? describedRequest(span) ?? span.name;
  const op = opOf(span);
  return op === undefined || name === "" || name.toLowerCase().startsWith(op.toLowerCase())
    ? { name }
    : { op, name };
}

/**
 * Sentry's SDK for Remix names loaders and actions by the request's URL, which all its routes
 * share.
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
