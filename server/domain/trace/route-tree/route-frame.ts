import { isBrowser } from "#server/domain/trace/browser-span.ts";
import { isOtherProcess } from "#server/domain/trace/timing/process.ts";
import { type RouteStep, routeStepOf } from "./route-step.ts";
import type { Span } from "#server/domain/trace/span.ts";
import type { TraceNode, TraceTree } from "#server/domain/trace/trace-tree.ts";

/** A browser's navigation with its requests, or a request without a known browser. */
export type RouteFrame = {
  node: TraceNode;
  isNavigation: boolean;
  /** Server spans in it. */
  requests: TraceNode[];
  steps: FramedStep[];
};

export type FramedStep = RouteStep & {
  /** The nearest request around it, otherwise the frame's own span. */
  request: TraceNode;
  /** Its calls outside the process: the outermost call spans that belong to no inner step. */
  calls: TraceNode[];
};

/** Context that a node passes to its children. */
type Surroundings = {
  frame: RouteFrame;
  request: TraceNode;
  isBelowStep: boolean;
  caller: FramedStep | undefined;
};

/**
 * Every route step by navigation or request, frames in order of start. A loader's request to
 * another service is a separate frame; one that passed through proxies is not. One pass from
 * parents to children, because steps may be nested as deep as a hostile trace allows.
 */
export function routeFrames({ nodes }: TraceTree): RouteFrame[] {
  const frames: RouteFrame[] = [];
  const around: Surroundings[] = [];
  for (const node of nodes) {
    const outer = node.parent && around[node.parent.position];
    const inner = enter(node, outer);
    if (inner.frame !== outer?.frame) frames.push(inner.frame);
    around.push(inner);
  }
  return frames.toSorted((a, b) => a.node.startMs - b.node.startMs);
}

function enter(node: TraceNode, outer: Surroundings | undefined): Surroundings {
  const { span } = node;
  const isAnew = outer === undefined || isNavigation(span) || (outer.isBelowStep && isEntry(node));
  const frame = isAnew
    ? { node, isNavigation: isBrowser(span), requests: [], steps: [] }
    : outer.frame;
  const facts = routeStepOf(node);
  // Sentry's steps may also be server spans.
  const isRequest = span.kind === "server" && !facts;
  const request = isAnew || isRequest ? node : outer.request;
  if (isRequest) frame.requests.push(node);
  const step = facts && { ...facts, request, calls: [] };
  if (step) frame.steps.push(step);
  const isCalled = !step && outer?.caller !== undefined && isCall(node);
  if (isCalled) outer.caller!.calls.push(node);
  const isBelowStep = (step !== undefined && !step.isClient) || (!isAnew && outer.isBelowStep);
  return { frame, request, isBelowStep, caller: step ?? (isCalled ? undefined : outer?.caller) };
}

const navigationName = /^(?:navigat(?:e|ion)|history|fetcher)\b/i;

const isNavigation = (span: Span): boolean =>
  (span.attributes["sentry.op"] === "navigation" || navigationName.test(span.name)) &&
  isBrowser(span);

const isEntry = ({ span, parent }: TraceNode): boolean =>
  parent !== undefined && span.kind === "server" && isOtherProcess(parent.span, span);

const isCall = ({ span, parent }: TraceNode): boolean =>
  span.kind === "client" ||
  span.attributes["db.system.name"] !== undefined ||
  span.service !== parent?.span.service;
