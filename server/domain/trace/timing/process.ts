import type { Span } from "#server/domain/trace/span.ts";

/**
 * Whether the child ran in another process than its parent, as far as known: the sender states it,
 * the services differ, or a client's call is answered by a server (all of Sentry's servers may
 * share one service name).
 */
export function isOtherProcess(parent: Span, child: Span): boolean {
  const isRemote = isParentRemote(child);
  if (isRemote !== undefined) return isRemote;
  return child.service !== parent.service || (child.kind === "server" && parent.kind === "client");
}

/**
 * Undefined also for a span without a parent: SDKs mark a missing parent as local, and a page load
 * may become it.
 */
export const isParentRemote = ({ parentSpanId, parentIsRemote }: Span): boolean | undefined =>
  parentSpanId === undefined ? undefined : parentIsRemote;
