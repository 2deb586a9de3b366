import type { AnalyzedTrace } from "#server/domain/trace/timing/analyze.ts";
import { spokenDuration } from "#server/domain/trace/duration-parts.ts";
import { exceptionsOf } from "#server/domain/trace/failure.ts";
import type { FramedStep } from "./route-frame.ts";
import { longestWait } from "./route-wait.ts";
import type { TraceNode } from "#server/domain/trace/trace-tree.ts";

/** Input of a route's sentence. Milliseconds. */
type RouteCase = {
  status: "ok" | "error" | "redirect";
  steps: FramedStep[];
  /** Steps that determine the route's time. */
  main: FramedStep[];
  failed: FramedStep | undefined;
  blockedMs: number;
  durationMs: number;
  /** Of the whole navigation or request. */
  frameMs: number;
  /** Loaders and actions listed below it, because they have no route. */
  unnamed: string | undefined;
};

// Shorter waits and smaller shares are not reported.
const leastBlockedMs = 10;
const leastBlockedShare = 0.1;
const leastWaitShare = 0.5;

/**
 * One sentence on a route: `threw TypeError`, `blocked the navigation 212 ms, waited on GET
 * inventory`.
 */
export function routeSentence(trace: AnalyzedTrace, route: RouteCase): string {
  const { steps, main, failed, status, unnamed } = route;
  if (unnamed !== undefined) return `${unnamed} without a route ID`;
  if (failed) return failureSentence(trace, failed);
  if (status === "redirect") return "redirected";
  if (steps.length === 0) return "has no loader";
  if (main.length === 0) return withoutMain(steps);
  return [...blocking(route), ...waiting(route)].join(", ") || "ok";
}

function withoutMain(steps: FramedStep[]): string {
  if (steps.some(({ kind }) => kind === "middleware")) return "ran middleware only";
  return steps.some(({ isClient, kind }) => isClient && kind === "loader")
    ? "has no loader on the server"
    : "was loaded";
}

function blocking({ blockedMs, frameMs }: RouteCase): string[] {
  const isWorthSaying = blockedMs >= leastBlockedMs && blockedMs >= leastBlockedShare * frameMs;
  return isWorthSaying ? [`blocked the navigation ${spokenDuration(blockedMs)}`] : [];
}

function waiting({ main, durationMs }: RouteCase): string[] {
  if (durationMs < leastBlockedMs) return [];
  const waits = main.flatMap((step) => longestWait(step) ?? []);
  const [longest] = waits.toSorted((a, b) => b.waitedMs - a.waitedMs);
  if (!longest || longest.waitedMs < leastWaitShare * durationMs) return [];
  return [`waited on ${longest.count > 1 ? `${longest.count} × ` : ""}${longest.label}`];
}

function failureSentence(trace: AnalyzedTrace, { node, kind }: FramedStep): string {
  const { attributes, statusMessage } = node.span;
  const who = kind === "loader" ? "" : `${kind} `;
  const type = thrownType(trace, node) ?? attributes["error.type"];
  if (typeof type === "string" && type !== "") return `${who}threw ${type}`;
  return statusMessage ? `${who}failed: ${statusMessage}` : `${who}failed`;
}

/** Enough to find the span that first recorded an exception, and bounded for hostile traces. */
const looksInto = 100;

/** An exception is recorded once, by the span that saw it first: the step's own or an inner one. */
function thrownType(
  { tree, failed }: AnalyzedTrace,
  { position, last }: TraceNode,
): string | undefined {
  for (let at = position; at <= Math.min(last, position + looksInto); at++) {
    const type = failed[at] === 1 ? exceptionsOf(tree.nodes[at]!.span).at(-1)?.type : undefined;
    if (type !== undefined) return type;
  }
  return undefined;
}
