import { normalizeRoute } from "#server/domain/trace/route-tree/route-key.ts";
import type { Span } from "#server/domain/trace/span.ts";
import { patternOfPath } from "#server/domain/trace/path-pattern.ts";
import { type VitalName, vitalNames } from "#server/domain/vital/vital.ts";
import type { MeasuredVital } from "./vital-reports.ts";

/**
 * A `browser.web_vital` event (OpenTelemetry's semantic conventions 1.44). Its ID may repeat with a
 * new value, and the last one counts. `hydration` is not in the conventions: our browser
 * instrumentation sends it in the same format.
 */
export function vitalsOfEvent({ attributes, spanId, name: event }: Span): MeasuredVital[] {
  const said = (key: string) =>
    attributes[`browser.web_vital.${key}`] ?? (isShort.test(event) && attributes[key]);
  const name = said("name");
  const vital = typeof name === "string" ? vitalNamed(name) : undefined;
  const value = said("value");
  if (!vital || typeof value !== "number") return [];
  const id = said("id");
  return [
    {
      vital,
      value,
      id: typeof id === "string" ? id.slice(0, 64) : spanId,
      route: routeOfPage(attributes) ?? "",
    },
  ];
}

/** Earlier conventions and packages use names without a prefix. */
const isShort = /^(?:browser\.web_vital|web-vital)\b/;

/** The route of a page's span, otherwise its path; undefined without either. */
export function routeOfPage(attributes: Span["attributes"]): string | undefined {
  const route = normalizeRoute(attributes["http.route"]);
  if (route !== undefined) return route;
  const path = attributes["url.path"];
  return typeof path === "string" && path !== ""
    ? patternOfPath(path)
    : pageAt(attributes["url.full"]);
}

export function pageAt(address: unknown): string | undefined {
  const url = typeof address === "string" ? URL.parse(address) : null;
  return url ? patternOfPath(url.pathname) : undefined;
}

const vitalNamed = (name: string): VitalName | undefined =>
  vitalNames.find((vital) => vital === name.toLowerCase());
