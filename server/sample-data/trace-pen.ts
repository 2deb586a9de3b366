import type { SpanId, TraceId } from "#server/domain/ids.ts";
import type { Attributes, Span, SpanKind } from "#server/domain/trace/span.ts";
import type { SeededRandom } from "./seeded-random.ts";

/** A trace drawn from its first span on. Each span ends when everything it waits for has ended. */
export type TraceDrawing = { traceId: TraceId; spans: Span[]; endedAt: number };

export type Service = { name: string; resource: Attributes };

export type NewSpan = {
  name: string;
  kind?: SpanKind;
  /** The parent's if absent. */
  service?: Service;
  attributes?: Attributes;
};

type Draw = (pen: TracePen) => void;

/** Draws the content of one span: each call continues where the previous one ended. */
export type TracePen = {
  readonly span: Span;
  /** The span's own time. */
  work(ms: number): void;
  child(span: NewSpan, draw: Draw): Span;
  /** Children that start in parallel. The next step starts when the last of them has ended. */
  together(draws: Draw[]): void;
  /** The exception itself is sent as an event. */
  fail(message: string): void;
};

const toNs = (ms: number) => BigInt(Math.round(ms * 1e6));

export function drawTrace(
  random: SeededRandom,
  startedAt: number,
  root: NewSpan & { service: Service },
  draw: Draw,
): TraceDrawing {
  const traceId = random.hex(32) as TraceId;
  const spans: Span[] = [];
  // A request is slow or fast as a whole. Each step also varies a little.
  const pace = random.spread(0.22);

  function drawSpan(
    asked: NewSpan,
    service: Service,
    parent: Span | undefined,
    fromMs: number,
    inside: Draw,
  ): Span {
    const span: Span = {
      traceId,
      spanId: random.hex(16) as SpanId,
      ...(parent && { parentSpanId: parent.spanId }),
      name: asked.name,
      kind: asked.kind ?? "internal",
      service: service.name,
      resource: service.resource,
      startedAtNs: toNs(startedAt + fromMs),
      endedAtNs: 0n,
      status: "unset" as const,
      attributes: { ...asked.attributes },
      events: [],
      links: [],
    };
    spans.push(span);
    const place = { cursor: fromMs };
    inside(penOf(span, service, place));
    span.endedAtNs = toNs(startedAt + place.cursor);
    return span;
  }

  const endOf = (span: Span) => Number(span.endedAtNs) / 1e6 - startedAt;

  function penOf(span: Span, service: Service, place: { cursor: number }): TracePen {
    return {
      span,
      work: (ms) => void (place.cursor += ms * pace * random.between(0.85, 1.15)),
      child(asked, inside) {
        const child = drawSpan(asked, asked.service ?? service, span, place.cursor, inside);
        place.cursor = endOf(child);
        return child;
      },
      together(draws) {
        const ends = draws.map((inside) => {
          const own = { cursor: place.cursor };
          inside(penOf(span, service, own));
          return own.cursor;
        });
        place.cursor = Math.max(place.cursor, ...ends);
      },
      fail(message) {
        span.status = "error";
        span.statusMessage = message;
      },
    };
  }

  const first = drawSpan(root, root.service, undefined, 0, draw);
  return { traceId, spans, endedAt: startedAt + endOf(first) };
}
