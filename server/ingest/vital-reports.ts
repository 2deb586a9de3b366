import type { Attributes, AttributeValue, Span } from "#server/domain/trace/span.ts";
import { deviceClassOf } from "#server/domain/vital/device-class.ts";
import type { VitalName, VitalReport } from "#server/domain/vital/vital.ts";
import type { Receipt } from "./request.ts";
import { endingInDots } from "./sentry/event/lenient.ts";
import { vitalsOfEvent } from "./vital-reports-event.ts";
import { vitalsOfSentrySpan } from "./vital-reports-sentry.ts";
import { vitalsOfScopedSpan } from "./vital-reports-span.ts";

/** A span's measurement, before its page and device are known. */
export type MeasuredVital = {
  vital: VitalName;
  value: number;
  id: string;
  visit?: string;
  route: string;
};

type Arrival = Pick<Receipt, "receivedAt" | "userAgent">;
const dayMs = 86_400_000;

/**
 * Web vitals in browser spans, in any of four forms: OpenTelemetry's events (stored as spans),
 * attributes and measurements of Sentry's page loads, Sentry's spans of single vitals, and those of
 * other OpenTelemetry distributions. Implausible values are dropped.
 */
export function vitalReports(spans: Span[], arrival: Arrival): VitalReport[] {
  return spans.flatMap((span) =>
    [...vitalsOfEvent(span), ...vitalsOfSentrySpan(span), ...vitalsOfScopedSpan(span)]
      .filter(({ vital, value }) => isPlausible(vital, value))
      .map((measured) => reportOf(span, measured, arrival)),
  );
}

function reportOf(
  span: Span,
  measured: MeasuredVital,
  { receivedAt, userAgent }: Arrival,
): VitalReport {
  const { attributes, resource, service } = span;
  const named = textIn("user_agent.original", attributes, resource) ?? userAgent;
  const environment = textIn("deployment.environment.name", resource);
  const release = textIn("service.version", resource);
  return {
    ...measured,
    service,
    device: deviceClassOf(named, booleanIn("browser.mobile", attributes, resource)),
    ...(environment !== undefined && { environment }),
    ...(release !== undefined && { release }),
    at: timeOf(span, receivedAt),
  };
}

/** An implausible clock is ignored. */
function timeOf({ startedAtNs }: Span, receivedAt: number): number {
  const at = Number(startedAtNs / 1_000_000n);
  return at > receivedAt + dayMs || at < receivedAt - 30 * dayMs ? receivedAt : at;
}

function textIn(name: string, ...places: Attributes[]): string | undefined {
  const isText = (value: AttributeValue | undefined): value is string =>
    typeof value === "string" && value !== "";
  const text = places.map((place) => place[name]).find(isText);
  return text === undefined ? undefined : endingInDots(text, 200);
}

function booleanIn(name: string, ...places: Attributes[]): boolean | undefined {
  return places
    .map((place) => place[name])
    .find((each: AttributeValue | undefined) => typeof each === "boolean");
}

const hourMs = 3_600_000;
const mostShift = 100;

/**
 * A stopped clock or a broken sender must not count: no vital is negative, takes over an hour, or
 * shifts a page a hundred times.
 */
function isPlausible(vital: VitalName, value: number): boolean {
  return value >= 0 && value <= (vital === "cls" ? mostShift : hourMs);
}
