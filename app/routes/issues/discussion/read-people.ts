import type { AskedAboutIssue } from "#app/guard.ts";
import { participantsOf } from "#server/domain/discussion/participation.ts";
import { may } from "#server/domain/people/permission.ts";

/**
 * People of an issue: subscribers, whether the viewer is one, and owners by the project's rules.
 */
export async function readPeople({ services, project, issue, viewer }: AskedAboutIssue) {
  const [participations, suggestion] = await Promise.all([
    services.store.subscriptions.list(issue.projectId, issue.id),
    services.suggestOwners(project, issue),
  ]);
  const participants = participantsOf(participations, issue.assignee);
  return {
    names: participants.map(({ user }) => user.name),
    takesPart: participants.some(({ user }) => user.id === viewer.user.id),
    maySubscribe: may(viewer, "issue:comment", project.id),
    suggested: suggestion && {
      line: suggestion.rule.line,
      rule: suggestion.rule.says,
      names: suggestion.owners.map(({ name }) => name),
    },
  };
}

export type IssuePeople = Awaited<ReturnType<typeof readPeople>>;
