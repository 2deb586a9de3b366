import { createContext, type ReactNode, useContext, useEffect } from "react";
import type { EntryContext } from "react-router";
import { hydratedMark } from "./hydrated.ts";
import { routeOf } from "./route-of.ts";
import { type Settings, settingsMeta, traceparentMeta } from "./settings.ts";

export type DocumentTelemetryProps = {
  /** The request that makes this document: `currentTraceparent()` of the server's half. */
  traceparent: string | undefined;
  /** What `entry.server` was handed: it knows which route the document shows. */
  entry: EntryContext;
  /** Where the browser shall send; undefined: it does not. */
  browser: Omit<Settings, "route"> | undefined;
  children: ReactNode;
};

const MetaContext = createContext<{ name: string; content: string }[]>([]);

/**
 * Around `<ServerRouter>`, on the server alone: what `<TelemetryMeta>` in the document's head says.
 * A context, not loader data: it is there on error pages too, and no navigation loads it again.
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
 * In the document's `<head>`. On the server it prints what `<DocumentTelemetry>` was told; in the
 * browser it marks the end of hydration and prints nothing: React leaves alone what the head had
 * already.
 */
export function TelemetryMeta(): ReactNode {
  useEffect(() => void performance.mark(hydratedMark), []);
  return useContext(MetaContext).map((meta) => <meta key={meta.name} {...meta} />);
}
