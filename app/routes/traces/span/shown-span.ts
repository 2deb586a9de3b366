import type { Note } from "#server/domain/event/error-event.ts";
import type { Span } from "#server/domain/trace/span.ts";
import type { SpanId } from "#server/domain/ids.ts";
import type { JsonObject } from "#server/domain/json.ts";
import type { AnalyzedTrace } from "#server/domain/trace/timing/analyze.ts";
import { attributesJson } from "#server/domain/trace/terms/attribute-json.ts";
import type { SpanFacts } from "#server/domain/trace/span-facts.ts";
import { spanTitle } from "#server/domain/trace/span-title.ts";
import { msSince } from "#server/domain/trace/trace-tree.ts";
import { attributeGroups, type AttributeGroup } from "./attribute-groups.ts";

/** A span in its panel. Milliseconds. */
export type ShownSpan = {
  spanId: SpanId;
  op?: string | undefined;
  name: string;
  service: string;
  kind: string;
  status: string;
  statusMessage?: string;
  startMs: number;
  startedAt: number;
  durationMs: number;
  selfMs: number;
  criticalMs: number;
  remarks: string[];
  parentSpanId?: SpanId;
  children: number;
  descendants: number;
  groups: AttributeGroup[];
  events: ShownSpanEvent[];
  resource: JsonObject;
  scope?: string;
  notes: Note[];
  dropped: string[];
};

export type ShownSpanEvent = { name: string; atMs: number; stack?: string; attributes: JsonObject };

export function shownSpan(facts: SpanFacts, { tree }: AnalyzedTrace): ShownSpan {
  const { span, startMs, startedAt, durationMs, selfMs, critical } = facts;
  const { spanId, service, kind, statusMessage, scope } = span;
  const { op, name } = spanTitle(span);
  return {
    spanId,
    op,
    name,
    service,
    kind,
    statusMessage,
    startMs,
    startedAt,
    durationMs,
    selfMs,
    status: facts.failed ? "error" : span.status,
    criticalMs: critical.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0),
    remarks: remarksOf(facts),
    parentSpanId: facts.parentSpanId,
    children: facts.childCount,
    descendants: facts.descendantCount,
    groups: attributeGroups(attributesJson(span.attributes)),
    events: span.events.map((event) =>
      shownEvent(event, msSince(tree.originNs, event.atNs) + facts.shiftedMs),
    ),
    resource: attributesJson(span.resource),
    scope: scope && [scope.name, scope.version].filter(Boolean).join(" "),
    notes: span.notes ?? [],
    dropped: Object.entries(span.dropped ?? {}).flatMap(([what, count]) =>
      count ? [`${count} ${what}`] : [],
    ),
  };
}

function shownEvent({ name, attributes }: Span["events"][number], atMs: number): ShownSpanEvent {
  const { "exception.stacktrace": stack, ...rest } = attributes;
  return {
    name,
    atMs,
    attributes: attributesJson(rest),
    ...(typeof stack === "string" && { stack }),
  };
}

/** Anomalies of the span's position, one sentence each. */
function remarksOf({ place, inverted, shiftedMs }: SpanFacts): string[] {
  return [
    ...(place === "child" || place === "root" ? [] : [places[place]]),
    ...(inverted ? ["Contains the document request that it names as its parent."] : []),
    ...(shiftedMs === 0 ? [] : [`Clock skew: moved by ${Number(shiftedMs.toFixed(3))} ms.`]),
  ];
}

const places = {
  orphan: "Parent span missing.",
  cycle: "Circular parent reference removed.",
  "cached-load": "Another page load. A cache served the page with the first visitor's trace.",
  report: "Web vital reported separately from this trace's work.",
};
