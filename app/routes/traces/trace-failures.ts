import type { EventId, IssueId, SpanId } from "#server/domain/ids.ts";
import { type Issue, issueTitle } from "#server/domain/issue/issue.ts";
import { errorsInTime, type TraceError } from "#server/domain/trace/errors-in-time.ts";
import { failureId } from "#server/domain/trace/failure-id.ts";
import type { EventSummary } from "#server/storage/store.ts";
import type { AskedAboutTrace } from "./require-trace.ts";

/** Something that went wrong in a trace: told by a span, by an event, or by both. */
export type ShownError = {
  /** Milliseconds since the trace's start. */
  atMs: number;
  title: string;
  message?: string;
  where?: { spanId: SpanId; name: string; service: string };
  /** Spans further out that the exception went through. */
  passedThrough: number;
  issue?: IssueLink;
};

export type IssueLink = { shortId: string; title: string; eventId: EventId };

export type ShownErrors = { rows: ShownError[]; more: number };

const shown = 50;
const mostEvents = 200;
/** Senders' clocks are not ours, and reports may wait in a browser: whole days are looked at anyway. */
const dayMs = 86_400_000;

/** All that went wrong, in order of time. A span's exception and the event that was made of it are one row. */
export async function errorsOf(asked: AskedAboutTrace): Promise<ShownErrors> {
  const { summary, trace } = asked;
  const links = await issueLinks(asked);
  const ofSpans = errorsInTime(trace).map((error) => shownError(error, links.get(eventIdOf(asked, error))));
  const told = new Set(ofSpans.flatMap(({ issue }) => issue?.eventId ?? []));
  const ofEvents = [...links.values()].flatMap(({ timestamp, ...issue }): ShownError[] =>
    told.has(issue.eventId)
      ? []
      : [{ atMs: timestamp - summary.startedAt, title: issue.title, passedThrough: 0, issue }],
  );
  const rows = [...ofSpans, ...ofEvents].toSorted((a, b) => a.atMs - b.atMs);
  return { rows: rows.slice(0, shown), more: Math.max(0, rows.length - shown) };
}

function shownError(error: TraceError, link: TimedLink | undefined): ShownError {
  const { spanId, name, service, atMs, type, message, passedThrough } = error;
  const { timestamp: _, ...issue } = link ?? {};
  return {
    atMs,
    title: type ?? message ?? "failed",
    ...(type !== undefined && message !== undefined && { message }),
    where: { spanId, name, service },
    passedThrough: passedThrough.length,
    ...(link && { issue: issue as IssueLink }),
  };
}

type TimedLink = IssueLink & { timestamp: number };

/** The events of the trace, by id, each with its issue. */
async function issueLinks(asked: AskedAboutTrace): Promise<Map<string, TimedLink>> {
  const events = await eventsOf(asked);
  const issues = await issuesOf(asked, events);
  return new Map(
    events.flatMap(({ eventId, issueId, timestamp }) => {
      const issue = issues.get(issueId);
      return issue ? [[eventId, { eventId, shortId: issue.shortId, title: issueTitle(issue), timestamp }]] : [];
    }),
  );
}

export function eventsOf({ services, project, summary }: AskedAboutTrace): Promise<EventSummary[]> {
  const { traceId, startedAt, endedAt } = summary;
  const days = { from: Math.floor(startedAt) - dayMs, to: Math.ceil(endedAt) + dayMs };
  return services.store.events.ofTrace({ projectId: project.id, traceId, ...days, limit: mostEvents });
}

async function issuesOf({ services, project }: AskedAboutTrace, events: EventSummary[]): Promise<Map<IssueId, Issue>> {
  const ids = [...new Set(events.map(({ issueId }) => issueId))];
  const issues = await Promise.all(ids.map((id) => services.store.issues.find(project.id, { id })));
  return new Map(issues.flatMap((issue) => (issue ? [[issue.id, issue]] : [])));
}

/** The event that the door makes of an exception in a span. */
export function eventIdOf(
  { summary }: Pick<AskedAboutTrace, "summary">,
  error: Pick<TraceError, "type" | "message">,
): EventId {
  const { type, message } = error;
  return failureId({ traceId: summary.traceId, fallback: "", type, message });
}

export async function issueOfEvent(
  { services, project }: AskedAboutTrace,
  eventId: EventId,
): Promise<IssueLink | undefined> {
  const event = await services.store.events.find(project.id, eventId);
  const issue = event && (await services.store.issues.find(project.id, { id: event.issueId }));
  return issue && { eventId, shortId: issue.shortId, title: issueTitle(issue) };
}
