import type { Span } from "#server/domain/trace/span.ts";

/**
 * Whether the child ran in another process than its parent, as far as the two tell: the sender says
 * so, the services differ, or a client's call is answered by a server (all of Sentry's servers may
 * be one service by name).
 */
export function isOtherProcess(parent: Span, child: Span): boolean {
  const isRemote = isParentRemote(child);
  if (isRemote !== undefined) return isRemote;
  return child.service !== parent.service || (child.kind === "server" && parent.kind === "client");
}

/**
 * Undefined for a span that named no parent, too: SDKs call what it does not have local, and a page
 * load may become it.
 */
export const isParentRemote = ({ parentSpanId, parentIsRemote }: Span): boolean | undefined =>
  parentSpanId === undefined ? undefined : parentIsRemote;
