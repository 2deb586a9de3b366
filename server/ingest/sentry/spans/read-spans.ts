import { isObject, type JsonObject, textOf } from "#server/domain/json.ts";
import type { Span } from "#server/domain/trace/span.ts";
import type { Limits } from "#server/ingest/limits.ts";
import { encodeSpans } from "#server/ingest/otlp/wire/encode.ts";
import { scanTraces } from "#server/ingest/otlp/scan/scan.ts";
import type { AdmittedItem, CountedItem, Receipt } from "#server/ingest/request.ts";
import { vitalReports } from "#server/ingest/vital-reports.ts";
import { driftOf } from "#server/ingest/sentry/event/timestamps.ts";
import { containerSpans } from "./container.ts";
import { failNavigations } from "./failed-navigations.ts";
import type { Sender } from "./sender.ts";
import { standaloneSpan, transactionSpans } from "./transaction.ts";

/** An item of spans, parsed but not normalized. */
export type SpanItem = { type: "transaction" | "span"; payload: JsonObject };

/** Converts an item of spans to the common format, and counts invalid ones. */
export function readSpans(
  { type, payload }: SpanItem,
  receipt: Receipt,
  limits: Limits,
): AdmittedItem[] {
  const found = spansOf(type, payload, senderOf(payload, receipt), driftOf(receipt));
  const spans = found.filter((span) => span !== undefined);
  failNavigations(spans, limits.failedLoads, receipt.projectId);
  const { parts, beyond, duplicates } = scanTraces(encodeSpans(spans), limits);
  const counts = [
    counted("invalid", "invalid ID or time", found.length - spans.length),
    counted("limited", "too many spans in one request", beyond),
    counted("duplicate", "", duplicates),
  ];
  const vitals = vitalReports(spans, receipt);
  const kept: AdmittedItem[] =
    parts.length > 0 ? [{ kind: "spans", category: type, parts, vitals }] : [];
  return [...kept, ...counts.filter(({ quantity }) => quantity > 0)];
}

function spansOf(
  type: SpanItem["type"],
  payload: JsonObject,
  sender: Sender,
  driftMs: number,
): (Span | undefined)[] {
  if (type === "transaction") return transactionSpans(payload, sender, driftMs);
  if (Array.isArray(payload["items"])) return containerSpans(payload, sender, driftMs);
  return [standaloneSpan(payload, sender, driftMs)];
}

/** From the payload, otherwise from the envelope. */
function senderOf(payload: JsonObject, { sdk, trace, userAgent, clientHints }: Receipt): Sender {
  const own = isObject(payload["sdk"]) ? payload["sdk"] : {};
  return {
    sdkName: textOf(own["name"]) ?? sdk?.name,
    sdkVersion: textOf(own["version"]) ?? sdk?.version,
    platform: textOf(payload["platform"]),
    release: textOf(payload["release"]) ?? trace?.["release"],
    environment: textOf(payload["environment"]) ?? trace?.["environment"],
    serverName: textOf(payload["server_name"]),
    userAgent,
    clientHints,
  };
}

function counted(outcome: CountedItem["outcome"], reason: string, quantity: number): CountedItem {
  return { kind: "counted", outcome, category: "span", reason, quantity };
}
