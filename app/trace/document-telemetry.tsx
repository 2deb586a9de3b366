import { createContext, type ReactNode, useContext, useEffect } from "react";
import type { EntryContext } from "react-router";
import { hydratedMark } from "./hydrated.ts";
import { routeOf } from "./route-of.ts";
import { type Settings, settingsMeta, traceparentMeta } from "./settings.ts";

export type DocumentTelemetryProps = {
  /** The request for this document: the server's `currentTraceparent()`. */
  traceparent: string | undefined;
  /** The argument of `entry.server`, which has the document's route. */
  entry: EntryContext;
  /** Where the browser sends spans; undefined: nowhere. */
  browser: Omit<Settings, "route"> | undefined;
  children: ReactNode;
};

const MetaContext = createContext<{ name: string; content: string }[]>([]);

/**
 * Wraps `<ServerRouter>` on the server and provides the content of `<TelemetryMeta>`. A context
 * instead of loader data: it also exists on error pages, and navigations don't reload it.
 */
export function DocumentTelemetry({
  traceparent,
  entry,
  browser,
  children,
}: DocumentTelemetryProps): ReactNode {
  const metas = [];
  if (traceparent) metas.push({ name: traceparentMeta, content: traceparent });
  if (browser) {
    const settings: Settings = { ...browser, route: routeOf(entry.staticHandlerContext.matches) };
    metas.push({ name: settingsMeta, content: JSON.stringify(settings) });
  }
  return <MetaContext value={metas}>{children}</MetaContext>;
}

/**
 * In the document's `<head>`. On the server, renders the values of `<DocumentTelemetry>`. In the
 * browser, marks the end of hydration and renders nothing: React keeps existing elements of the
 * head.
 */
export function TelemetryMeta(): ReactNode {
  useEffect(() => void performance.mark(hydratedMark), []);
  return useContext(MetaContext).map((meta) => <meta key={meta.name} {...meta} />);
}
