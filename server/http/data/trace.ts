import { parseTraceId } from "#server/domain/ids.ts";
import { isProblem, type Problem } from "#server/domain/problem.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import { keptDaysOf } from "#server/domain/retention/gone.ts";
import { analyzeTrace, type AnalyzedTrace } from "#server/domain/trace/timing/analyze.ts";
import { attributesJson } from "#server/domain/trace/terms/attribute-json.ts";
import { missingTrace } from "#server/domain/trace/listing/missing-trace.ts";
import { type RouteRow, routeTrees } from "#server/domain/trace/route-tree/route-tree.ts";
import type { JoinedError } from "#server/domain/trace/events-on-spans.ts";
import type { SpanId } from "#server/domain/ids.ts";
import { durationOf } from "#server/domain/trace/listing/summary.ts";
import type { TraceNode } from "#server/domain/trace/trace-tree.ts";
import type { Address, AskedProject } from "./asked.ts";
import { issueJson } from "./issue-json.ts";
import { paramsOf } from "./search-params.ts";
import type { DataHandler } from "./routes.ts";
import type { TraceEvent } from "#server/read/read-trace-errors.ts";
import type { TraceReading } from "#server/read/read-trace.ts";

/** The trace's spans with their analysis, routes, and issues. `?raw=1`: times as sent. */
export const traceData: DataHandler = async (asked, request) => {
  const read = await readAnalyzed(asked, request);
  return isProblem(read) ? read : traceContent(asked, read);
};

/** A trace, analyzed according to the address. */
type AnalyzedReading = TraceReading & { trace: AnalyzedTrace };

export async function readAnalyzed(
  asked: AskedProject,
  request: Address,
): Promise<AnalyzedReading | Problem> {
  const traceId = parseTraceId(request.params.trace);
  const reading = traceId && (await asked.services.readTrace(asked.project.id, traceId));
  if (!reading) return whyMissing(asked, traceId);
  return {
    ...reading,
    trace: analyzeTrace(reading.spans, { raw: paramsOf(request).get("raw") === "1" }),
  };
}

async function whyMissing(
  { services, project: { settings } }: AskedProject,
  traceId?: string,
): Promise<Problem> {
  const keptDays = keptDaysOf(await services.store.retention.limits(), settings);
  return { problem: "not-found", detail: missingTrace(traceId, settings, keptDays) };
}

export async function traceContent(asked: AskedProject, { summary, trace }: AnalyzedReading) {
  const { originNs } = trace.tree;
  const errors = await asked.services.readTraceErrors(asked.project.id, summary.traceId, trace);
  const bySpan = issuesBySpan(errors);
  const spanOf = (node: TraceNode) => ({
    ...spanJson(trace, node),
    issues: bySpan.get(node.span.spanId) ?? [],
  });
  return {
    traceId: summary.traceId,
    durationMs: durationOf(summary),
    spans: trace.tree.nodes.map(spanOf),
    routeTree: routeTrees(trace).flatMap(({ rows }) => rows.map((row) => routeJson(row, originNs))),
    issues: [...issuesOf(errors).values()].map(issueJson),
  };
}

export type TraceContent = Awaited<ReturnType<typeof traceContent>>;

function spanJson(
  { selfMs, critical, failed, tree: { originNs } }: AnalyzedTrace,
  node: TraceNode,
) {
  const { span, position, startMs, endMs } = node;
  const { spanId, name, service, kind, attributes, events, links } = span;
  return {
    spanId,
    parentSpanId: span.parentSpanId ?? null,
    name,
    service,
    kind,
    startedAt: isoAfter(originNs, startMs),
    durationMs: rounded(endMs - startMs),
    selfMs: rounded(selfMs[position]!),
    status: failed[position] === 1 ? "error" : span.status,
    critical: critical.has(position),
    attributes: attributesJson(attributes),
    events: events.map((event) => ({
      name: event.name,
      at: isoOf(event.atNs),
      attributes: attributesJson(event.attributes),
    })),
    links: links.map((link) => ({ ...link, attributes: attributesJson(link.attributes) })),
    notes: span.notes ?? [],
  };
}

function routeJson(row: RouteRow, originNs: bigint) {
  const { routeId, path, depth, startMs, durationMs, blockedMs, status, why } = row;
  const times = {
    startedAt: isoAfter(originNs, startMs),
    durationMs: rounded(durationMs),
    blockedMs: rounded(blockedMs),
  };
  return {
    routeId,
    path: path ?? null,
    depth,
    ...times,
    status,
    why,
    steps: row.steps.map(stepJson),
  };
}

const issuesOf = (errors: JoinedError<TraceEvent>[]): Map<number, Issue> =>
  new Map(errors.flatMap(({ event }) => (event ? [[event.issue.id, event.issue]] : [])));

/** Short IDs. */
function issuesBySpan(errors: JoinedError<TraceEvent>[]): Map<SpanId, string[]> {
  const bySpan = new Map<SpanId, Set<string>>();
  for (const { event, spanIds } of errors)
    for (const spanId of event ? spanIds : [])
      bySpan.set(spanId, (bySpan.get(spanId) ?? new Set()).add(event!.issue.shortId));
  return new Map([...bySpan].map(([spanId, ids]) => [spanId, [...ids]]));
}

/** Work done for a route. `name` is the function's name, if recorded. */
const stepJson = ({
  spanId,
  kind,
  name,
  isClient,
  durationMs,
  failed,
}: RouteRow["steps"][number]) => ({
  spanId,
  kind,
  name: name ?? null,
  isClient,
  durationMs: rounded(durationMs),
  failed,
});

const isoAfter = (originNs: bigint, ms: number): string =>
  isoOf(originNs + BigInt(Math.round(ms * 1e6)));

/** ISO 8601 UTC with microseconds: spans shorter than a millisecond are common. */
function isoOf(atNs: bigint): string {
  const micros = String((atNs / 1000n) % 1000n).padStart(3, "0");
  return new Date(Number(atNs / 1_000_000n)).toISOString().replace("Z", `${micros}Z`);
}

const rounded = (ms: number): number => Math.round(ms * 1e3) / 1e3;
