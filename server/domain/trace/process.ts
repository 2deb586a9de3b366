import type { Span } from "./span.ts";

/**
 * Whether the child ran in another process than its parent, as far as the two tell: the sender says so, the services differ,
 * or a client's call is answered by a server (all of Sentry's servers may be one service by name).
 */
export function isOtherProcess(parent: Span, child: Span): boolean {
  if (child.parentIsRemote !== undefined) return child.parentIsRemote;
  return child.service !== parent.service || (child.kind === "server" && parent.kind === "client");
}
