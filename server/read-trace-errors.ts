import type { IssueId, ProjectId } from "#server/domain/ids.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import { joinErrors } from "#server/domain/trace/events-on-spans.ts";
import type { ReadTraceErrors } from "#server/services.ts";
import type { Store } from "#server/storage/store.ts";

/** Of a trace with more events, every issue is still among the errors. */
const mostEvents = 200;

/** What went wrong in a trace: failures of its spans, joined with its events, whenever these arrived. */
export function createReadTraceErrors({ events, issues }: Pick<Store, "events" | "issues">): ReadTraceErrors {
  return async (projectId, traceId, trace) => {
    const found = await events.ofTrace({ projectId, traceId, limit: mostEvents });
    const known = await issuesOf(
      projectId,
      found.map(({ issueId }) => issueId),
    );
    const inIssues = found.flatMap((event) => {
      const issue = known.get(event.issueId);
      return issue ? [{ ...event, issue }] : [];
    });
    return joinErrors(trace, traceId, inIssues);
  };

  async function issuesOf(projectId: ProjectId, issueIds: IssueId[]): Promise<Map<IssueId, Issue>> {
    const ids = [...new Set(issueIds)];
    const all = await Promise.all(ids.map((id) => issues.find(projectId, { id })));
    return new Map(ids.flatMap((id, at) => (all[at] ? [[id, all[at]]] : [])));
  }
}
