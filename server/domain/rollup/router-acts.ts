import type { SpanId } from "#server/domain/ids.ts";
import type { ScannedSpan } from "#server/domain/trace/terms/scanned-span.ts";

/**
 * What a navigation or fetcher of Sentry's React Router SDK did: the route whose action or loader
 * it called.
 */
export type RouterAct = { kind: "submit" | "fetch"; route: string };

/**
 * The SDK calls a form's submission a navigation and names a fetcher by its key: only the steps
 * below say what was called. They come in the same request. By the span around the steps; undefined
 * where there is none.
 */
export function routerActs(
  spans: readonly ScannedSpan[],
): ReadonlyMap<SpanId, RouterAct> | undefined {
  let acts: Map<SpanId, RouterAct> | undefined;
  for (const { parentSpanId, name, words } of spans) {
    const kind = parentSpanId === undefined ? undefined : kinds.get(words?.op);
    if (kind === undefined) continue;
    acts ??= new Map();
    // An action decides, whatever is loaded after it; of loaders the first names the route that was
    // asked for.
    if (kind === "submit" || !acts.has(parentSpanId!))
      acts.set(parentSpanId!, { kind, route: name.slice(0, 200) });
  }
  return acts;
}

const kinds = new Map<string | undefined, RouterAct["kind"]>([
  ["function.react_router.client_action", "submit"],
  ["function.react_router.client_loader", "fetch"],
]);
