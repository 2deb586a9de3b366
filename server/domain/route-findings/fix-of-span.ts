import { counted } from "#server/domain/count.ts";
import type { AnalyzedTrace } from "#server/domain/trace/timing/analyze.ts";
import { spokenDuration } from "#server/domain/trace/duration-parts.ts";
import type { TraceNode } from "#server/domain/trace/trace-tree.ts";
import { runNames } from "./advice.ts";
import { onceSavesMs } from "./repeat-findings.ts";
import { type RepeatedQuery, repeatedQueries } from "./repeated-queries.ts";
import { type SampledRequest, sampledRequest } from "./sampled-request.ts";
import { parallelSavesMs } from "./serial-findings.ts";
import { type SerialRun, serialRuns } from "./serial-runs.ts";

/** For larger requests, the analysis takes longer than the rest of the page. */
const mostSpans = 5_000;
/** A smaller saving is not worth a change. */
const leastSavedMs = 0.1;

/**
 * The change that would save time at one span, in words: a query that its request repeats, or a
 * call or loader in a sequence that could run in parallel.
 */
export function fixOfSpan(trace: AnalyzedTrace, node: TraceNode): string | undefined {
  const top = requestAround(node);
  if (top === node || top.last - top.position > mostSpans) return undefined;
  const request = sampledRequest(trace, top.span.spanId);
  if (!request) return undefined;
  const holds = ({ members }: { members: TraceNode[] }) => members.includes(node);
  const repeat = repeatedQueries(request).find(holds);
  if (repeat) return repeatSentence(request, repeat);
  const run = serialRuns(request).find(holds);
  return run && runSentence(request, run);
}

/** The request that a span is part of: the nearest one above it, otherwise the root. */
function requestAround(node: TraceNode): TraceNode {
  let top = node;
  while (top.parent) {
    top = top.parent;
    if (top.span.kind === "server" || top.span.kind === "consumer") break;
  }
  return top;
}

function repeatSentence(request: SampledRequest, repeat: RepeatedQuery): string {
  const { members, kind, after, totalMs } = repeat;
  const of = kind === "n-plus-one" ? `, once for each row of ${after}` : "";
  const same = kind === "same" ? " with the same values" : "";
  const savedMs = onceSavesMs({ request, repeat });
  const found = `This query runs ${counted(members.length, "time")}${same} in this request${of}: ${spokenDuration(totalMs)} in total.`;
  if (savedMs < leastSavedMs) return found;
  const how = kind === "same" ? "Running it once" : "Batching it";
  return `${found} ${how} would save ${spokenDuration(savedMs)}.`;
}

const mostNames = 4;

function runSentence(request: SampledRequest, run: SerialRun): string | undefined {
  const savedMs = parallelSavesMs([{ request, run }]);
  if (savedMs < leastSavedMs) return undefined;
  const { names, members } = run;
  const more = Math.max(0, names.length - mostNames);
  const told = runNames({ names: names.slice(0, mostNames), more, calls: members.length });
  return `Running ${told} in parallel would save ${spokenDuration(savedMs)}, unless one needs the result of another.`;
}
