import type { SpanId } from "#server/domain/ids.ts";
import type { ScannedSpan } from "#server/domain/trace/terms/scanned-span.ts";

/** The action or loader called by a navigation or fetcher of Sentry's React Router SDK. */
export type RouterAct = { kind: "submit" | "fetch"; route: string };

/**
 * The SDK records a form's submission as a navigation and names a fetcher by its key: only the
 * steps below show what was called. They arrive in the same request. By the span around the steps;
 * undefined without steps.
 */
export function routerActs(
  spans: readonly ScannedSpan[],
): ReadonlyMap<SpanId, RouterAct> | undefined {
  let acts: Map<SpanId, RouterAct> | undefined;
  for (const { parentSpanId, name, words } of spans) {
    const kind = parentSpanId === undefined ? undefined : kinds.get(words?.op);
    if (kind === undefined) continue;
    acts ??= new Map();
    // An action decides, regardless of later loaders; among loaders, the first is the requested
    // route.
    if (kind === "submit" || !acts.has(parentSpanId!))
      acts.set(parentSpanId!, { kind, route: name.slice(0, 200) });
  }
  return acts;
}

const kinds = new Map<string | undefined, RouterAct["kind"]>([
  ["function.react_router.client_action", "submit"],
  ["function.react_router.client_loader", "fetch"],
]);
