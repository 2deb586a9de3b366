import type { AttributeValue } from "#server/domain/trace/span.ts";
import { spanKinds } from "#server/domain/trace/span.ts";
import type { Chance } from "../load/chance.ts";
import type { ProtobufBytes } from "./protobuf-bytes.ts";
import type { SampleSpan } from "./sample-spans.ts";

/** A span with its trace's ID and start in nanoseconds since 1970. */
export type TracedSpan = { span: SampleSpan; traceId: Buffer; startedAtNs: bigint };

/** Times in nanoseconds like real clocks: the last digits are random. */
export function timesOf(
  { span, startedAtNs }: TracedSpan,
  chance: Chance,
): { startNs: bigint; endNs: bigint } {
  const at = (us: number) => startedAtNs + BigInt(us) * 1_000n + BigInt(chance.below(1_000));
  return { startNs: at(span.startUs), endNs: at(span.endUs) };
}

/** A `ResourceSpans` of OTLP with all spans of a service: the first field of an export. */
export function writeResourceSpans(
  out: ProtobufBytes,
  service: string,
  spans: TracedSpan[],
  chance: Chance,
): void {
  out.message(1, () => {
    out.message(1, () => {
      for (const [key, value] of Object.entries(resourceOf(service)))
        writeAttribute(out, 1, key, value);
    });
    out.message(2, () => {
      out.message(1, () => {
        out.text(1, scopeOf(service));
        out.text(2, scopeVersion);
      });
      for (const span of spans) out.message(2, () => writeSpan(out, span, chance));
    });
  });
}

function writeSpan(out: ProtobufBytes, traced: TracedSpan, chance: Chance): void {
  const { span, traceId } = traced;
  const { startNs, endNs } = timesOf(traced, chance);
  out.bytes(1, traceId);
  out.bytes(2, span.id);
  if (span.parent) out.bytes(4, span.parent);
  out.text(5, span.name);
  out.varint(6, spanKinds.indexOf(span.kind) + 1);
  out.fixed64(7, startNs);
  out.fixed64(8, endNs);
  for (const [key, value] of Object.entries(span.attributes)) writeAttribute(out, 9, key, value);
  out.message(15, () => span.failed && out.varint(3, 2));
  out.fixed32(16, 256);
}

function writeAttribute(
  out: ProtobufBytes,
  field: number,
  key: string,
  value: AttributeValue,
): void {
  out.message(field, () => {
    out.text(1, key);
    out.message(2, () => {
      if (typeof value === "number") out.varint(3, value);
      else if (typeof value === "boolean") out.varint(2, value ? 1 : 0);
      else out.text(1, String(value));
    });
  });
}

export const scopeOf = (service: string): string =>
  service === "browser" ? "@opentelemetry/sdk-trace-web" : "@opentelemetry/instrumentation";
export const scopeVersion = "0.212.0";

export const resourceOf = (service: string) => ({
  "service.name": service,
  "service.version": "2.14.0",
  "deployment.environment.name": "production",
  "telemetry.sdk.language": service === "browser" ? "webjs" : "nodejs",
  "telemetry.sdk.name": "opentelemetry",
  "telemetry.sdk.version": "2.7.0",
  "host.name": `${service}-7d9c5b6f4-x2x9k`,
  "process.pid": 1,
  "process.runtime.name": "nodejs",
  "process.runtime.version": "24.21.0",
  "process.command_args": "/usr/local/bin/node --enable-source-maps server.js",
});
