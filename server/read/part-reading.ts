import type { PartReading } from "#server/digest/traces/absorb-traces.ts";
import { scanSpans, scanTraces } from "#server/ingest/otlp/scan/scan.ts";

/** Limits were enforced at ingestion. */
const wholePart = { requestSpans: Infinity, requestExceptions: 0 };

/** Decodes spans of a part for the digest, which knows no protocol. */
export const partReading: PartReading = {
  sift: (part, wanted) => scanTraces(part.bytes, wholePart, wanted).parts[0],
  spanIds: (parts) =>
    parts
      .flatMap((part) => scanSpans(part, wholePart).parts)
      .flatMap(({ spans }) => spans.map(({ spanId }) => spanId)),
};
