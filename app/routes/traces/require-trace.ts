import { createContext, type MiddlewareFunction, type RouterContextProvider } from "react-router";
import { type AskedInProject, notFound, requireProject } from "#app/guard.ts";
import { parseTraceId } from "#server/domain/ids.ts";
import { keptDaysOf } from "#server/domain/retention/gone.ts";
import { type AnalysedTrace, analyseTrace } from "#server/domain/trace/analyse.ts";
import { missingTrace } from "#server/domain/trace/missing-trace.ts";
import { parseTraceView, type TraceView } from "#server/domain/trace/trace-view.ts";
import type { TraceReading } from "#server/read/read-trace.ts";

type Asked = {
  context: Readonly<RouterContextProvider>;
  url: URL;
  params: { project: string; trace: string };
};

type AnalysedReading = TraceReading & { trace: AnalysedTrace };
export type AskedAboutTrace = AskedInProject & AnalysedReading & { view: TraceView };

const sharedReading = createContext<{ reading?: Promise<AnalysedReading | undefined> }>();

/** For the trace's layout: its loader and that of the span's panel run side by side, and one reading serves both. */
export const shareReading: MiddlewareFunction<Response> = ({ context }, next) => {
  context.set(sharedReading, {});
  return next();
};

/** The trace, analysed under the view that the URL asks for. One that the project does not have is 404. */
export async function requireTrace(asked: Asked): Promise<AskedAboutTrace> {
  const inProject = await requireProject(asked, "project:read");
  const view = parseTraceView(asked.url.searchParams);
  const shared = asked.context.get(sharedReading);
  shared.reading ??= read(inProject, asked.params.trace, view);
  const reading = await shared.reading;
  if (!reading) throw notFound(asked, await whyMissing(inProject, asked.params.trace));
  return { ...inProject, ...reading, view };
}

async function whyMissing({ services, project: { settings } }: AskedInProject, name: string): Promise<string> {
  const keptDays = keptDaysOf(await services.store.retention.limits(), settings);
  return missingTrace(parseTraceId(name), settings, keptDays);
}

async function read(
  { services, project }: AskedInProject,
  name: string,
  { raw }: TraceView,
): Promise<AnalysedReading | undefined> {
  const traceId = parseTraceId(name);
  const reading = traceId && (await services.readTrace(project.id, traceId));
  return reading && { ...reading, trace: analyseTrace(reading.spans, { raw }) };
}
