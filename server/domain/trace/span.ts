import type { Note } from "#server/domain/event/error-event.ts";
import type { SpanId, TraceId } from "#server/domain/ids.ts";

/**
 * A span as pages and the analysis of a trace see it, no matter which world sent it. Terms are
 * OpenTelemetry's. Times are nanoseconds since 1970 and never pass through a floating-point number.
 */
export type Span = {
  traceId: TraceId;
  spanId: SpanId;
  parentSpanId?: SpanId;
  /**
   * The parent ran in another process: this span is where its process was entered. Undefined: the
   * sender did not say.
   */
  parentIsRemote?: boolean;
  name: string;
  kind: SpanKind;
  /** `service.name`; "unknown_service" when the sender named none. */
  service: string;
  startedAtNs: bigint;
  /** Never before the start: an end before it is corrected on the way in. */
  endedAtNs: bigint;
  status: SpanStatus;
  statusMessage?: string;
  attributes: Attributes;
  events: SpanEvent[];
  links: SpanLink[];
  resource: Attributes;
  scope?: { name: string; version?: string };
  /** What was trimmed, dropped or corrected here; paths as in `span-json.ts`. */
  notes?: Note[];
  /** What the SDK says it left out. */
  dropped?: { attributes?: number; events?: number; links?: number };
};

export const spanKinds = ["internal", "server", "client", "producer", "consumer"] as const;
export type SpanKind = (typeof spanKinds)[number];
export const spanStatuses = ["unset", "ok", "error"] as const;
export type SpanStatus = (typeof spanStatuses)[number];

/** `notes`: of its attributes, by their names. */
export type SpanEvent = { name: string; atNs: bigint; attributes: Attributes; notes?: Note[] };
export type SpanLink = { traceId: TraceId; spanId: SpanId; attributes: Attributes };

export type Attributes = { [key: string]: AttributeValue };

/** Bytes are base64 text in `{ bytes }`; integers beyond 2^53 are bigints. */
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
