import type { RouterContextProvider } from "react-router";
import { requestContext, type Theme, viewerContext } from "#app/context.ts";
import { mayAdminister } from "#server/domain/people/permission.ts";

/** What the frame around every page prints. */
export type Frame = { theme: Theme; traceId: string; viewer?: { name: string; owner: boolean } };

export function frameOf(context: Readonly<RouterContextProvider>): Frame {
  const { theme, traceId } = context.get(requestContext);
  const viewer = context.get(viewerContext);
  return { theme, traceId, ...(viewer && { viewer: { name: viewer.user.name, owner: mayAdminister(viewer) } }) };
}
