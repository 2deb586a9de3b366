import type { EventId, SpanId } from "#server/domain/ids.ts";
import { issueTitle } from "#server/domain/issue/issue.ts";
import type { TraceError } from "#server/domain/trace/errors-in-time.ts";
import { isStatus, type JoinedError } from "#server/domain/trace/events-on-spans.ts";
import type { AskedAboutTrace } from "./require-trace.ts";
import type { TraceEvent } from "#server/read/read-trace-errors.ts";

/** An error in a trace: from a span, an event, or both. */
export type ShownError = {
  /** Milliseconds since the trace's start. */
  atMs: number;
  title: string;
  message?: string;
  where?: { spanId: SpanId; name: string; service: string };
  /** Number of outer spans that the exception passed through. */
  passedThrough: number;
  issue?: IssueLink;
};

export type IssueLink = { shortId: string; title: string; eventId: EventId };

export type ShownErrors = { rows: ShownError[]; more: number };

const shown = 50;

/** Read once for the waterfall, the table of errors, and a span's panel. */
export const joinedErrors = ({ services, project, summary, trace }: AskedAboutTrace) =>
  services.readTraceErrors(project.id, summary.traceId, trace);

/** All errors in order of time; above the limit, only those of issues not listed yet. */
export function shownErrors(
  asked: AskedAboutTrace,
  errors: JoinedError<TraceEvent>[],
): ShownErrors {
  const rows = errors.map((each) => shownError(asked, each)).toSorted((a, b) => a.atMs - b.atMs);
  const issues = new Set<string>();
  const isShown = (row: ShownError, index: number) => {
    const isNewIssue = row.issue !== undefined && !issues.has(row.issue.shortId);
    if (row.issue) issues.add(row.issue.shortId);
    return index < shown || isNewIssue;
  };
  const kept = rows.filter(isShown);
  return { rows: kept, more: rows.length - kept.length };
}

/** Issues by span, for the rows of the waterfall. */
export function issuesBySpan(errors: JoinedError<TraceEvent>[]): { [spanId: SpanId]: IssueLink[] } {
  const bySpan: { [spanId: SpanId]: IssueLink[] } = {};
  for (const { event, spanIds } of errors) {
    if (!event) continue;
    const link = linkOf(event);
    for (const spanId of spanIds) {
      const links = (bySpan[spanId] ??= []);
      if (!links.some(({ shortId }) => shortId === link.shortId)) links.push(link);
    }
  }
  return bySpan;
}

function shownError(
  { trace }: AskedAboutTrace,
  { error, event, spanIds }: JoinedError<TraceEvent>,
): ShownError {
  const issue = event && linkOf(event);
  if (error) {
    const title = isVague(error) ? event?.title : undefined;
    return {
      ...ofSpan(error),
      ...(title !== undefined && { title, message: undefined }),
      ...(issue && { issue }),
    };
  }
  const span = spanIds[0] === undefined ? undefined : trace.byId.get(spanIds[0])?.span;
  return {
    atMs: event!.timestamp - Number(trace.tree.originNs) / 1e6,
    title: event!.title,
    ...(span && { where: { spanId: span.spanId, name: span.name, service: span.service } }),
    passedThrough: 0,
    ...(issue && { issue }),
  };
}

/** SDKs record the details in the event, and give the span only a status. */
const isVague = ({ message }: TraceError) => message === undefined || isStatus(message);

function ofSpan({
  spanId,
  name,
  service,
  atMs,
  type,
  message,
  passedThrough,
}: TraceError): ShownError {
  return {
    atMs,
    title: type ?? message ?? "failed",
    ...(type !== undefined && message !== undefined && { message }),
    where: { spanId, name, service },
    passedThrough: passedThrough.length,
  };
}

const linkOf = ({ eventId, issue }: TraceEvent): IssueLink => ({
  eventId,
  shortId: issue.shortId,
  title: issueTitle(issue),
});
