import type { PartReading } from "#server/digest/traces/absorb-traces.ts";
import { scanSpans, scanTraces } from "#server/ingest/otlp/scan/scan.ts";

/** What was let in once is not measured again. */
const wholePart = { requestSpans: Infinity, requestExceptions: 0 };

/** How the digest, which knows no protocol, reads the spans of a part again. */
export const partReading: PartReading = {
  sift: (part, wanted) => scanTraces(part.bytes, wholePart, wanted).parts[0],
  spanIds: (parts) =>
    parts
      .flatMap((part) => scanSpans(part, wholePart).parts)
      .flatMap(({ spans }) => spans.map(({ spanId }) => spanId)),
};
