import type { SpanId, TraceId } from "#server/domain/ids.ts";
import { type Attributes, type Span, type SpanKind, spanKinds } from "./span.ts";

/** Start of every drawn trace, nanoseconds since 1970. */
export const sampleOriginNs = 1_795_236_863_000_000_000n;

const line = /^( *)(.+?) (-?[\d.]+)-(-?[\d.]+)((?: \S+)*)$/;

/**
 * For tests: a trace drawn as text, indented like its tree, two spaces per level, times in
 * milliseconds:
 *
 *     GET /cart 0-100 @shop server
 *       loader root 5-20 @shop react_router.route.id=root !TypeError
 *
 * `@` is the service (default: the parent's), a bare word the kind, `!` a failure with the type of
 * its exception, `key=value` an attribute, `resource:key=value` one of the resource. IDs count up
 * from 1.
 */
export function drawSpans(drawing: string): Span[] {
  const spans: Span[] = [];
  const open: Span[] = [];
  for (const text of drawing.split("\n").filter((each) => each.trim() !== "")) {
    const [, indent, name, from, to, marks] = line.exec(text)!;
    const level = (indent!.length - (/^ */.exec(drawing.replace(/^\n/, ""))?.[0].length ?? 0)) / 2;
    const span = sampleSpan(spans.length + 1, name!, Number(from), Number(to), open[level - 1]);
    for (const mark of marks!.split(" ").filter(Boolean)) applyMark(span, mark);
    open[level] = span;
    spans.push(span);
  }
  return spans;
}

export const sampleSpanId = (number: number): SpanId =>
  number.toString(16).padStart(16, "0") as SpanId;

const atMs = (ms: number): bigint => sampleOriginNs + BigInt(Math.round(ms * 1e6));

/** `number` determines the ID. */
export function sampleSpan(
  number: number,
  name: string,
  fromMs: number,
  toMs: number,
  parent?: Span,
): Span {
  return {
    traceId: "7c1ef02b9a1d4c55b0e1d7f3c2a1a902" as TraceId,
    spanId: sampleSpanId(number),
    ...(parent && { parentSpanId: parent.spanId }),
    name,
    kind: "internal",
    service: parent?.service ?? "shop",
    startedAtNs: atMs(fromMs),
    endedAtNs: atMs(toMs),
    status: "unset",
    attributes: {},
    events: [],
    links: [],
    resource: { ...parent?.resource },
  };
}

function applyMark(span: Span, mark: string): void {
  const [key, value] = mark.split("=", 2) as [string, string | undefined];
  if (mark.startsWith("@")) enterService(span, mark.slice(1));
  else if (mark.startsWith("!")) fail(span, mark.slice(1));
  else if (value !== undefined && key.startsWith("resource:")) span.resource[key.slice(9)] = value;
  else if (value !== undefined) span.attributes[key] = readValue(value);
  else if ((spanKinds as readonly string[]).includes(mark)) span.kind = mark as SpanKind;
}

function enterService(span: Span, service: string): void {
  if (service !== span.service)
    span.resource = service === "browser" ? { "telemetry.sdk.language": "webjs" } : {};
  span.service = service;
}

function fail(span: Span, type: string): void {
  span.status = "error";
  if (type === "") return;
  const attributes: Attributes = {
    "exception.type": type,
    "exception.message": `${type} in ${span.name}`,
  };
  span.events.push({ name: "exception", atNs: span.endedAtNs, attributes });
}

const readValue = (text: string) => (/^\d+$/.test(text) ? Number(text) : text);
