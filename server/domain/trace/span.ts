import type { Note } from "#server/domain/event/error-event.ts";
import type { SpanId, TraceId } from "#server/domain/ids.ts";

/**
 * A span for pages and trace analysis, independent of its sender. Terms are OpenTelemetry's. Times
 * are nanoseconds since 1970 and never floating-point.
 */
export type Span = {
  traceId: TraceId;
  spanId: SpanId;
  parentSpanId?: SpanId;
  /** The parent ran in another process: this span is its process's entry. Undefined: not sent. */
  parentIsRemote?: boolean;
  name: string;
  kind: SpanKind;
  /** `service.name`; "unknown_service" if not sent. */
  service: string;
  startedAtNs: bigint;
  /** Never before the start: corrected during ingestion. */
  endedAtNs: bigint;
  status: SpanStatus;
  statusMessage?: string;
  attributes: Attributes;
  events: SpanEvent[];
  links: SpanLink[];
  resource: Attributes;
  scope?: { name: string; version?: string };
  /** Fields trimmed, dropped, or corrected here; paths as in `span-json.ts`. */
  notes?: Note[];
  /** Counts of data dropped by the SDK. */
  dropped?: { attributes?: number; events?: number; links?: number };
};

export const spanKinds = ["internal", "server", "client", "producer", "consumer"] as const;
export type SpanKind = (typeof spanKinds)[number];
export const spanStatuses = ["unset", "ok", "error"] as const;
export type SpanStatus = (typeof spanStatuses)[number];

/** `notes`: for its attributes, by name. */
export type SpanEvent = { name: string; atNs: bigint; attributes: Attributes; notes?: Note[] };
export type SpanLink = { traceId: TraceId; spanId: SpanId; attributes: Attributes };

export type Attributes = { [key: string]: AttributeValue };

/** Bytes are base64 text in `{ bytes }`; integers above 2^53 are bigints. */
export type AttributeValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | { bytes: string }
  | AttributeValue[]
  | { [key: string]: AttributeValue };

export const durationMs = ({
  startedAtNs,
  endedAtNs,
}: Pick<Span, "startedAtNs" | "endedAtNs">): number => Number(endedAtNs - startedAtNs) / 1e6;
