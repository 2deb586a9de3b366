import { parseSpanId, type SpanId } from "#server/domain/ids.ts";

/** The view of a waterfall. Entirely in the URL; a link is a changed view. */
export type TraceView = {
  /** Only this span and its descendants. */
  focus?: SpanId;
  /** Only failed spans and their ancestors. */
  onlyErrors: boolean;
  /** Opened folds (by key) and spans. */
  open: string[];
  closed: string[];
  /** Milliseconds since the trace's start. */
  zoom?: { fromMs: number; toMs: number };
  /** Times as sent. */
  raw: boolean;
  /** Nothing folded. */
  all: boolean;
  /** Skipped rows: children of the focused span, or any rows if `all` is set. */
  skip: number;
};

/** URL fields of the view; a page keeps the others. */
export const viewFields = [
  "focus",
  "only",
  "open",
  "closed",
  "zoom",
  "raw",
  "all",
  "skip",
] as const;

const foldKey = /^(?:[0-9a-f]{16}|root)\.[0-9a-z]{1,7}$/;

/** Invalid values are ignored: a link to a trace always shows the trace. */
export function parseTraceView(search: URLSearchParams): TraceView {
  const focus = parseSpanId(search.get("focus"));
  const zoom = parseZoom(search.get("zoom"));
  return {
    ...(focus && { focus }),
    onlyErrors: search.get("only") === "errors",
    open: listed(search.get("open")),
    closed: listed(search.get("closed")),
    ...(zoom && { zoom }),
    raw: search.get("raw") === "1",
    all: search.get("all") === "1",
    skip: parseSkip(search.get("skip")),
  };
}

/**
 * The view as a URL's query, without the question mark; empty for the whole trace. Parses to the
 * same view.
 */
export function printTraceView({
  focus,
  onlyErrors,
  open,
  closed,
  zoom,
  raw,
  all,
  skip,
}: TraceView): string {
  return [
    ...(focus ? [`focus=${focus}`] : []),
    ...(onlyErrors ? ["only=errors"] : []),
    ...(open.length > 0 ? [`open=${open.join(",")}`] : []),
    ...(closed.length > 0 ? [`closed=${closed.join(",")}`] : []),
    ...(zoom ? [`zoom=${zoom.fromMs}-${zoom.toMs}`] : []),
    ...(raw ? ["raw=1"] : []),
    ...(all ? ["all=1"] : []),
    ...(skip > 0 ? [`skip=${skip}`] : []),
  ].join("&");
}

function listed(text: string | null): string[] {
  const keys = (text ?? "").split(",").map((key) => (foldKey.test(key) ? key : parseSpanId(key)));
  return [...new Set(keys.filter((key) => key !== undefined))];
}

function parseZoom(text: string | null): TraceView["zoom"] {
  const [, from, to] = /^(\d{1,12}(?:\.\d+)?)-(\d{1,12}(?:\.\d+)?)$/.exec(text ?? "") ?? [];
  const zoom = { fromMs: wholeMicroseconds(Number(from)), toMs: wholeMicroseconds(Number(to)) };
  return zoom.fromMs < zoom.toMs ? zoom : undefined;
}

/** URLs are readable, and a smaller number would have an exponent. */
export const wholeMicroseconds = (ms: number): number => Math.round(ms * 1e3) / 1e3;

const parseSkip = (text: string | null): number =>
  /^[1-9]\d{0,6}$/.test(text ?? "") ? Number(text) : 0;
