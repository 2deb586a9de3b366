import type { Limits } from "#server/ingest/limits.ts";
import type { AdmittedItem, Receipt } from "#server/ingest/request.ts";
import { vitalReports } from "#server/ingest/vital-reports.ts";
import { spanExceptions } from "./exceptions/span-exceptions.ts";
import { reportLosses, type SignalReading } from "./reading.ts";
import { type ScanLimits, scanTraces } from "./scan/scan.ts";

const counts = new Intl.NumberFormat("en-US");

/**
 * Reads an `ExportTraceServiceRequest`: its spans by trace, and exceptions on them as events.
 * Throws `WireFault`.
 */
export function readTraces(
  bytes: Uint8Array,
  limits: Limits & Pick<ScanLimits, "deliveredBy">,
  arrival: Pick<Receipt, "receivedAt" | "userAgent">,
): SignalReading {
  const { parts, invalid, beyond, duplicates, exceptional, vital } = scanTraces(bytes, limits);
  const { items, rejection } = reportLosses("span", [
    {
      outcome: "invalid",
      reason: "invalid ID",
      quantity: invalid,
      sentence: `${counts.format(invalid)} spans have no valid trace ID or span ID.`,
    },
    {
      outcome: "limited",
      reason: "too many spans in one request",
      quantity: beyond,
      sentence: `${counts.format(beyond)} spans exceed the limit of ${counts.format(limits.requestSpans)} per request.`,
    },
  ]);
  const events = spanExceptions(exceptional);
  const vitals = vital.length > 0 ? { vitals: vitalReports(vital, arrival) } : {};
  const spans: AdmittedItem[] =
    parts.length > 0 ? [{ kind: "spans", category: "span", parts, ...vitals }] : [];
  // A duplicate is no loss and not reported.
  const repeats = {
    kind: "counted",
    outcome: "duplicate",
    category: "span",
    reason: "",
    quantity: duplicates,
  } as const;
  const all = [...spans, ...events, ...items, ...(duplicates > 0 ? [repeats] : [])];
  return rejection ? { items: all, rejection } : { items: all };
}
