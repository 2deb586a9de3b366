import type { AskedInProject } from "#app/guard.ts";
import type { TraceId } from "#server/domain/ids.ts";
import { keptDaysOf } from "#server/domain/retention/gone.ts";
import { missingTrace } from "#server/domain/trace/listing/missing-trace.ts";
import {
  parseTraceReference,
  type TraceReference,
} from "#server/domain/trace/listing/trace-reference.ts";

/** `isNamed`: the text can only mean a trace. */
type TraceCalled = { traceId: TraceId } | { missing: string; isNamed: boolean };

/** The trace whose ID is in the text, or why there is none; undefined if the text is not an ID. */
export async function traceCalled(
  asked: AskedInProject,
  text: string,
): Promise<TraceCalled | undefined> {
  const reference = parseTraceReference(text);
  if (!reference) return undefined;
  const [traceId, ...others] = await asked.services.findTrace(asked.project.id, text);
  if (traceId && others.length === 0) return { traceId };
  return {
    missing: await whyMissing(asked, reference, others.length > 0),
    isNamed: reference.isNamed,
  };
}

async function whyMissing(
  asked: AskedInProject,
  reference: TraceReference,
  isAmbiguous: boolean,
): Promise<string> {
  if ("traceId" in reference) return missingTraceReason(asked, reference.traceId);
  const { prefix } = reference;
  return isAmbiguous
    ? `More than one trace ID begins with ${prefix}. Enter more digits.`
    : `No recent trace has an ID that begins with ${prefix}. Enter all 32 digits to search all traces.`;
}

export async function missingTraceReason(
  { services, project: { settings } }: AskedInProject,
  traceId?: TraceId,
): Promise<string> {
  const keptDays = keptDaysOf(await services.store.retention.limits(), settings);
  return missingTrace(traceId, settings, keptDays);
}
