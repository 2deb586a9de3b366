import { familyOfIssue } from "#server/domain/event/family.ts";
import { type Issue, issueTitle } from "#server/domain/issue/issue.ts";

/** An issue in its data form. Times are ISO 8601 UTC. */
export function issueJson(issue: Issue) {
  const { state } = issue;
  return {
    id: String(issue.id),
    shortId: issue.shortId,
    type: issue.type,
    value: issue.value,
    title: issueTitle(issue),
    culprit: issue.culprit,
    level: issue.level,
    state: state.state,
    substate: substateOf(issue),
    count: issue.count,
    userCount: issue.userCount,
    firstSeen: new Date(issue.firstSeen).toISOString(),
    lastSeen: new Date(issue.lastSeen).toISOString(),
    firstRelease: issue.firstRelease ?? null,
    lastRelease: issue.lastRelease ?? null,
    assignee: issue.assignee ? { id: String(issue.assignee.id), name: issue.assignee.name } : null,
    unhandled: issue.unhandled,
    family: familyOfIssue(issue) ?? null,
  };
}

/** Details of an open, resolved, or ignored state: `regressed`, `next-release`, `count`. */
function substateOf({ state }: Issue): string {
  if (state.state === "open") return state.substate;
  return state.state === "resolved" ? state.in.kind : state.until.kind;
}
