import type { TraceContent } from "#server/http/data/trace.ts";
import { spanTitle } from "#server/domain/trace/span-title.ts";
import { code, fenced, inLine, list, ms, words } from "./written.ts";

type Span = TraceContent["spans"][number];

const most = 80;

/**
 * One line per span, below its parent: start, duration, and waiting time. Large traces list only
 * the most important ones.
 */
export function writeSpans(spans: Span[]): string {
  const depths = depthsOf(spans);
  const shown = spans.length <= most ? new Set(spans) : tellingMost(spans);
  const begun = millisecondsOf(spans[0]?.startedAt ?? "");
  const lines = spans
    .filter((span) => shown.has(span))
    .map((span) => spanLine(span, depths.get(span.spanId) ?? 0, begun));
  const head = "   begins      lasts       self  span";
  const left = spans.length - shown.size;
  return fenced([head, ...lines, ...(left > 0 ? [`${left} more spans`] : [])].join("\n"));
}

const mostNotes = 20;

/** How many spans were not stored as sent; empty if none. */
export function writeSpanNotes(spans: Span[]): string {
  const notes = spans.flatMap(({ name, notes: own }) =>
    own.map((note) => ({ ...note, name: shortName(name) })),
  );
  return list(
    notes,
    mostNotes,
    ({ name, path, kind, detail }) => `${words(name)}: ${code(path)} ${kind}: ${words(detail)}`,
  );
}

const longestName = 100;
const shortName = (name: string) =>
  name.length > longestName ? `${name.slice(0, longestName - 1)}…` : name;

function spanLine(
  {
    name,
    attributes,
    service,
    kind,
    startedAt,
    durationMs,
    selfMs,
    status,
    critical,
    issues,
    notes,
  }: Span,
  depth: number,
  begun: number,
): string {
  const times = [ms(millisecondsOf(startedAt) - begun), ms(durationMs), ms(selfMs)]
    .map((each) => each.padStart(9))
    .join("  ");
  const modified = notes.length > 0 && "modified during ingestion";
  const marks = [critical && "critical path", status === "error" && "FAILED", modified, ...issues]
    .filter(Boolean)
    .join(", ");
  return `${times}  ${"  ".repeat(Math.min(depth, 20))}${inLine(titleOf({ name, kind, attributes }))} (${inLine(service)}, ${kind})${marks && ` [${marks}]`}`;
}

/** Includes the fractional milliseconds that `Date.parse` drops. */
export const millisecondsOf = (iso: string): number =>
  Date.parse(iso) + Number(`0.${/\.\d{3}(\d+)/.exec(iso)?.[1] ?? "0"}`);

function titleOf(span: Pick<Span, "name" | "kind" | "attributes">): string {
  const { op, name } = spanTitle(span);
  return op === undefined || op === span.kind ? name : `${op} ${name}`;
}

/** Failed and waited-for spans, longest first; then the spans with the longest self-time. */
function tellingMost(spans: Span[]): Set<Span> {
  const rank = ({ status, critical }: Span) => (status === "error" ? 2 : critical ? 1 : 0);
  return new Set(spans.toSorted((a, b) => rank(b) - rank(a) || b.selfMs - a.selfMs).slice(0, most));
}

/** Parents precede their children. */
function depthsOf(spans: Span[]): Map<string, number> {
  const depths = new Map<string, number>();
  for (const { spanId, parentSpanId } of spans)
    depths.set(spanId, parentSpanId === null ? 0 : (depths.get(parentSpanId) ?? -1) + 1);
  return depths;
}
