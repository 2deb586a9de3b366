import { counted } from "#server/domain/count.ts";
import type { TraceListContent } from "#server/http/data/traces.ts";
import { traceTitle } from "#server/domain/trace/listing/trace-title.ts";
import type { TracePage } from "./forms.ts";
import { issueLine } from "./issue.ts";
import { writeSpanNotes, writeSpans } from "./spans.ts";
import {
  code,
  facts,
  fenced,
  inLine,
  linkTo,
  list,
  ms,
  paragraphs,
  type Site,
  words,
} from "./written.ts";

type RouteRow = TracePage["routeTree"][number];

const most = { traces: 200, routes: 60, issues: 20 };

export function writeTraceList({ traces, next, scannedTo }: TraceListContent, site: Site): string {
  return paragraphs(
    `# Traces in ${site.project}`,
    traces.length === 0
      ? "No traces match this search."
      : list(traces, most.traces, (trace) => traceLine(trace, site)),
    scannedTo !== undefined && `Searched back to ${scannedTo}.`,
    next !== null && `More traces: repeat with \`cursor=${encodeURIComponent(next)}\`.`,
  );
}

function traceLine(
  {
    traceId,
    root,
    startedAt,
    durationMs,
    spanCount,
    errorCount,
  }: TraceListContent["traces"][number],
  site: Site,
): string {
  const failed = errorCount > 0 ? `, ${counted(errorCount, "error")}` : "";
  const route = root.route !== null && !root.title.includes(root.route) && ` ${code(root.route)}`;
  const what = `${code(root.title)}${route || ""} of ${code(root.service)}`;
  return `${what}: ${ms(durationMs)}, ${counted(spanCount, "span")}${failed}, ${startedAt} ${linkTo(site, `/${site.project}/traces/${traceId}`)}`;
}

export function writeTrace(
  { traceId, root, durationMs, advice, spans, routeTree, issues }: TracePage,
  site: Site,
): string {
  return paragraphs(
    `# Trace ${traceId}: ${words(traceTitle(root))}`,
    facts([
      ["Page", linkTo(site, `/${site.project}/traces/${traceId}`)],
      ["Started", spans[0]?.startedAt],
      ["Duration", ms(durationMs)],
      ["Service", code(root.service)],
      ["Route", root.route && code(root.route)],
      ["Spans", spans.length],
      ["Failed spans", spans.filter(({ status }) => status === "error").length],
    ]),
    advice !== null && `## Summary\n\n${words(advice)}`,
    routeTree.length > 0 && `## Route tree\n\n${writeRouteTree(routeTree)}`,
    `## Spans\n\n${writeSpans(spans)}`,
    spans.some(({ notes }) => notes.length > 0) &&
      `## Modified during ingestion\n\n${writeSpanNotes(spans)}`,
    issues.length > 0 &&
      `## Issues\n\n${list(issues, most.issues, (issue) => issueLine(issue, site))}`,
  );
}

/** Routes below their parents, with each loader's duration and effect. */
function writeRouteTree(rows: RouteRow[]): string {
  const lines = rows
    .slice(0, most.routes)
    .map(({ routeId, path, depth, durationMs, blockedMs, why }) => {
      const name =
        "  ".repeat(depth) + inLine(routeId) + (path && path !== routeId ? ` ${inLine(path)}` : "");
      const blocked = blockedMs > 0 ? ` (blocked ${ms(blockedMs)})` : "";
      return `${ms(durationMs).padStart(9)}  ${name}${blocked}  ${inLine(why)}`.trimEnd();
    });
  return fenced(
    [
      ...lines,
      ...(rows.length > most.routes ? [`${rows.length - most.routes} more routes`] : []),
    ].join("\n"),
  );
}
