import type { Span } from "#server/domain/trace/span.ts";
import { type VitalName, vitalNames } from "#server/domain/vital/vital.ts";
import type { MeasuredVital } from "./vital-reports.ts";
import { pageAt, routeOfPage } from "./vital-reports-event.ts";

/**
 * OpenTelemetry distributions that report vitals as spans. Honeycomb names a span after each vital
 * with attributes `lcp.value`, `lcp.id`; Splunk names every span `webvitals` with one attribute,
 * `lcp`.
 */
export function vitalsOfScopedSpan(span: Span): MeasuredVital[] {
  const read = span.scope && forms.get(span.scope.name);
  return read ? vitalNames.flatMap((vital) => read(span, vital) ?? []) : [];
}

/** Whether spans of an instrumentation are such reports. */
export const isVitalScope = (name: string | undefined): boolean =>
  name !== undefined && forms.has(name);

type Read = (span: Span, vital: VitalName) => MeasuredVital | undefined;

const forms = new Map<string, Read>([
  ["@honeycombio/instrumentation-web-vitals", readHoneycomb],
  ["splunk-webvitals", readSplunk],
]);

function readHoneycomb(span: Span, vital: VitalName): MeasuredVital | undefined {
  const { attributes } = span;
  const {
    [`${vital}.value`]: value,
    [`${vital}.id`]: id,
    [`${vital}.navigation_type`]: navigation,
  } = attributes;
  if (typeof value !== "number" || navigation === "soft-navigation") return undefined;
  return {
    vital,
    value,
    id: typeof id === "string" ? id.slice(0, 64) : span.spanId,
    route: pageOf(span, "page.url"),
  };
}

function readSplunk(span: Span, vital: VitalName): MeasuredVital | undefined {
  const value = span.attributes[vital];
  return typeof value === "number"
    ? { vital, value, id: `${span.spanId}-${vital}`, route: pageOf(span, "location.href") }
    : undefined;
}

const pageOf = ({ attributes }: Span, address: string): string =>
  routeOfPage(attributes) ?? pageAt(attributes[address]) ?? "";
