import { joinErrors, type JoinedError } from "#server/domain/trace/events-on-spans.ts";
import type { Store } from "#server/storage/store.ts";
import type { EventSummary } from "#server/storage/events/event-store.ts";
import type { AnalyzedTrace } from "#server/domain/trace/timing/analyze.ts";
import type { ProjectId, TraceId } from "#server/domain/ids.ts";
import type { Issue } from "#server/domain/issue/issue.ts";

/** The errors of a trace, each failure with its event and issue. */
export type ReadTraceErrors = (
  projectId: ProjectId,
  traceId: TraceId,
  trace: AnalyzedTrace,
) => Promise<TraceError[]>;

type TraceError = JoinedError<TraceEvent>;

export type TraceEvent = EventSummary & { issue: Issue };

/** For a trace with more events, the errors still include every issue. */
const mostEvents = 200;

/** Joins the failed spans of a trace with its events, whenever either arrived. */
export function createReadTraceErrors({
  events,
  issues,
}: Pick<Store, "events" | "issues">): ReadTraceErrors {
  return async (projectId, traceId, trace) => {
    const found = await events.ofTrace({ projectId, traceId, limit: mostEvents });
    const ids = [...new Set(found.map(({ issueId }) => issueId))];
    const known = await issues.findEach(projectId, { ids });
    const inIssues = found.flatMap((event) => {
      const issue = known.get(event.issueId);
      return issue ? [{ ...event, issue }] : [];
    });
    return joinErrors(trace, traceId, inIssues);
  };
}
