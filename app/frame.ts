import type { RouterContextProvider } from "react-router";
import { requestContext, servicesContext, type Theme, viewerContext } from "#app/context.ts";
import { troubleSentence } from "#server/domain/health/trouble.ts";
import { mayAdminister } from "#server/domain/people/permission.ts";

/** What the frame around every page prints. */
export type Frame = { theme: Theme; traceId: string; viewer?: { name: string; owner: boolean }; troubles?: Troubles };

/** What is wrong with this Spoor, for its owners. */
export type Troubles = { now: number; list: { sentence: string; since: number }[] };

export function frameOf(context: Readonly<RouterContextProvider>): Frame {
  const { theme, traceId } = context.get(requestContext);
  const viewer = context.get(viewerContext);
  if (!viewer) return { theme, traceId };
  const owner = mayAdminister(viewer);
  return { theme, traceId, viewer: { name: viewer.user.name, owner }, ...(owner && troublesOf(context)) };
}

function troublesOf(context: Readonly<RouterContextProvider>): Pick<Frame, "troubles"> {
  const { troubles, now } = context.get(servicesContext);
  const list = troubles().map((trouble) => ({ sentence: troubleSentence(trouble), since: trouble.since }));
  return list.length > 0 ? { troubles: { now: now(), list } } : {};
}
