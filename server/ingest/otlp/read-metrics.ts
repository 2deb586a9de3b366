import { reportLosses, type SignalReading } from "./reading.ts";
import { WireReader } from "./wire/wire.ts";

/**
 * Reads an `ExportMetricsServiceRequest`: reports each point as rejected instead of returning an
 * error, which SDKs would retry and log every minute. Throws `WireFault`.
 */
export function refuseMetrics(bytes: Uint8Array): SignalReading {
  const reader = new WireReader(bytes);
  return reportLosses("metric", [
    {
      outcome: "unsupported",
      reason: "",
      quantity: countAt(reader, bytes.length, 0),
      sentence: "Spoor doesn't store metrics. Turn off their export (OTEL_METRICS_EXPORTER=none).",
    },
  ]);
}

// resource_metrics, scope_metrics, metrics, then gauge, sum, histogram, exponential histogram, or
// summary, data_points
const path = [
  new Set([10]),
  new Set([18]),
  new Set([18]),
  new Set([42, 58, 74, 82, 90]),
  new Set([10]),
];

/** Number of messages at the end of that path of tags. */
function countAt(reader: WireReader, end: number, depth: number): number {
  if (depth === path.length) {
    reader.position = end;
    return 1;
  }
  let count = 0;
  while (reader.position < end) {
    const tag = reader.tag();
    if (path[depth]!.has(tag)) count += countAt(reader, reader.enter(), depth + 1);
    else reader.skip(tag);
  }
  reader.leave(end);
  return count;
}
