import {
  createContext,
  type MiddlewareFunction,
  redirect,
  type RouterContextProvider,
} from "react-router";
import { type AskedInProject, notFound, pathWithin, requireProject } from "#app/guard.ts";
import { parseTraceId } from "#server/domain/ids.ts";
import { type AnalyzedTrace, analyzeTrace } from "#server/domain/trace/timing/analyze.ts";
import { parseTraceView, type TraceView } from "#server/domain/trace/waterfall/trace-view.ts";
import type { TraceReading } from "#server/read/read-trace.ts";
import { traceCalled, missingTraceReason } from "./trace-called.ts";

type Asked = {
  context: Readonly<RouterContextProvider>;
  url: URL;
  params: { project: string; trace: string };
};

type AnalyzedReading = TraceReading & { trace: AnalyzedTrace };
export type AskedAboutTrace = AskedInProject & AnalyzedReading & { view: TraceView };

const sharedReading = createContext<{ reading?: Promise<AnalyzedReading | undefined> }>();

/** For the trace's layout: its loader and the span panel's run in parallel and share one read. */
export const shareReading: MiddlewareFunction<Response> = ({ context }, next) => {
  context.set(sharedReading, {});
  return next();
};

/**
 * The trace, analyzed for the view in the URL. The first digits of an ID redirect to it; an unknown
 * one is 404.
 */
export async function requireTrace(asked: Asked): Promise<AskedAboutTrace> {
  const inProject = await requireProject(asked, "project:read");
  const view = parseTraceView(asked.url.searchParams);
  const shared = asked.context.get(sharedReading);
  shared.reading ??= read(inProject, asked.params.trace, view);
  const reading = await shared.reading;
  if (!reading) throw await elsewhere(inProject, asked);
  return { ...inProject, ...reading, view };
}

async function elsewhere(inProject: AskedInProject, asked: Asked) {
  const called = await traceCalled(inProject, asked.params.trace);
  if (called && "missing" in called) return notFound(asked, called.missing);
  // A full ID found in the meantime must not redirect to itself.
  if (!called || parseTraceId(asked.params.trace))
    return notFound(asked, await missingTraceReason(inProject, called?.traceId));
  return redirect(pathWithin(asked.context, asked.url).replace(traceInPath, called.traceId), 302);
}

const traceInPath = /(?<=^\/[^/]+\/traces\/)[^/?]+/;

async function read(
  { services, project }: AskedInProject,
  name: string,
  { raw }: TraceView,
): Promise<AnalyzedReading | undefined> {
  const traceId = parseTraceId(name);
  const reading = traceId && (await services.readTrace(project.id, traceId));
  return reading && { ...reading, trace: analyzeTrace(reading.spans, { raw }) };
}
