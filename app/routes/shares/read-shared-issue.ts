import { href } from "react-router";
import type { IssueId } from "#server/domain/ids.ts";
import { issueTitle } from "#server/domain/issue/issue.ts";
import type { Project } from "#server/domain/project/project.ts";
import { sharedEvent } from "#server/domain/share/shared-event.ts";
import { valueWithoutPeople } from "#server/domain/share/without-people.ts";
import type { Services } from "#server/services.ts";

/** An issue without private data; undefined if it was deleted. `path`: its page, for members. */
export async function readSharedIssue(services: Services, project: Project, id: IssueId) {
  const issue = await services.store.issues.find(project.id, { id });
  if (!issue) return undefined;
  const view = await services.readEvent(issue, "recommended");
  const {
    shortId,
    level,
    state,
    count,
    userCount,
    firstSeen,
    lastSeen,
    unhandled,
    firstRelease,
    lastRelease,
  } = issue;
  return {
    kind: "issue" as const,
    path: href("/:project/issues/:issue", { project: project.slug, issue: shortId }),
    issue: {
      ...valueWithoutPeople({ title: issueTitle(issue), culprit: issue.culprit }),
      firstRelease,
      lastRelease,
      shortId,
      level,
      state,
      count,
      userCount,
      firstSeen,
      lastSeen,
      unhandled,
    },
    event: view && sharedEvent(view.event),
  };
}

export type SharedIssueReading = NonNullable<Awaited<ReturnType<typeof readSharedIssue>>>;
