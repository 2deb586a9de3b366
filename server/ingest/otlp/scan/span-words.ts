import type { SpanWords } from "#server/domain/trace/terms/scanned-span.ts";
import type { AttributeValue } from "#server/domain/trace/span.ts";

/** One word of a span, from one attribute. */
export type SpanWord = (words: SpanWords) => void;

/** Attributes from which `SpanWords` are built. */
export const wordKeys: ReadonlySet<string> = new Set([
  "react_router.kind",
  "react_router.route.id",
  "match.route.id",
  "sentry.op",
  "sentry.origin",
  "sentry.source",
  "sentry.segment.name.source",
  "react_router.request",
  "react_router.prefetch",
  "react_router.prefetched",
  "react_router.revalidated_ms",
]);

/** Undefined if the attribute is unrelated or has the wrong type. */
export function wordOf(key: string, value: AttributeValue): SpanWord | undefined {
  if (typeof value === "string") return textWord(key, value.slice(0, 200));
  if (typeof value === "boolean") return claim(key, value);
  if (key !== "react_router.revalidated_ms" || typeof value !== "number" || !(value >= 0))
    return undefined;
  return (words) => void (words.revalidatedMs = value);
}

function textWord(key: string, text: string): SpanWord | undefined {
  if (key === "react_router.kind") return (words) => void (words.kind = text);
  if (key === "react_router.route.id") return (words) => void (words.routeId = text);
  if (key === "match.route.id") return (words) => void (words.routeId ??= text);
  if (key === "sentry.op") return (words) => void (words.op = text);
  if (key === "sentry.origin") return (words) => void (words.origin = text);
  if (key === "sentry.source") return (words) => void (words.nameSource = text);
  if (key === "sentry.segment.name.source") return (words) => void (words.nameSource ??= text);
  return key === "react_router.request" ? (words) => void (words.request = text) : undefined;
}

function claim(key: string, isTrue: boolean): SpanWord | undefined {
  if (key === "react_router.prefetch") return (words) => void (words.isPrefetch = isTrue);
  return key === "react_router.prefetched"
    ? (words) => void (words.isPrefetched = isTrue)
    : undefined;
}

/** All fields at once, because objects of one shape are read fastest. */
export const noWords = (): SpanWords => ({
  kind: undefined,
  routeId: undefined,
  op: undefined,
  origin: undefined,
  nameSource: undefined,
  request: undefined,
  dataRequest: undefined,
  isPrefetch: undefined,
  isPrefetched: undefined,
  revalidatedMs: undefined,
});
