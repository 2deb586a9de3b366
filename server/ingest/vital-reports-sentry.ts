import type { Attributes, Span } from "#server/domain/trace/span.ts";
import { patternOfPath } from "#server/domain/trace/path-pattern.ts";
import { vitalNames } from "#server/domain/vital/vital.ts";
import type { MeasuredVital } from "./vital-reports.ts";
import { routeOfPage } from "./vital-reports-event.ts";

/**
 * Measurements of Sentry's browser SDKs. Up to 10: `measurements` of the page load and of
 * standalone spans. From 11 on: `browser.web_vital.NAME.value`, on the page load and on children
 * that arrive in later requests without route or path. They have no IDs: a page load has one value
 * of each vital, and the last one counts.
 */
export function vitalsOfSentrySpan(span: Span): MeasuredVital[] {
  const { attributes, kind } = span;
  // A navigation within the page is measured from a click: the published thresholds don't apply.
  if (kind !== "internal" || attributes["browser.navigation.type"] === "soft-navigation") return [];
  return vitalNames.flatMap((vital) => {
    const value =
      attributes[`browser.web_vital.${vital}.value`] ?? attributes[`sentry.measurements.${vital}`];
    if (typeof value !== "number") return [];
    const visit = visitOf(span);
    return [{ vital, value, id: `${visit}-${vital}`, visit, route: routeOf(span) }];
  });
}

/** The page load. An interaction without it belongs to its parent page load or navigation. */
function visitOf({ traceId, spanId, parentSpanId, attributes }: Span): string {
  const pageLoad = attributes["sentry.pageload.span_id"];
  if (typeof pageLoad === "string" && pageLoad !== "") return `${traceId}-${pageLoad.slice(0, 16)}`;
  return `${traceId}-${attributes["sentry.op"] === "pageload" ? spanId : (parentSpanId ?? spanId)}`;
}

function routeOf({ name, attributes }: Span): string {
  const isPage = attributes["sentry.op"] === "pageload";
  return routeOfPage(attributes) ?? pageNamed(isPage ? name : nameOfPage(attributes)) ?? "";
}

/** A vital's spans repeat the name of their page load. */
const nameOfPage = (attributes: Attributes) =>
  attributes["sentry.transaction"] ?? attributes["transaction"];

const pageNamed = (name: unknown): string | undefined =>
  typeof name === "string" && name.startsWith("/") ? patternOfPath(name) : undefined;
