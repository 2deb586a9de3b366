import type { FeedbackState } from "#server/domain/feedback/feedback.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { Viewer } from "#server/domain/people/person.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { NoticeChoices } from "#server/storage/alerts/notice-choice-store.ts";
import type { Store } from "#server/storage/store.ts";

type Deps = { store: Store };

export const subscribe = (
  { store }: Deps,
  { user }: Viewer,
  issue: Issue,
  to: "subscribed" | "unsubscribed",
): Promise<void> => store.subscriptions.set(issue.projectId, issue.id, user.id, to);

export const saveNoticeChoices = (
  { store }: Deps,
  { user }: Viewer,
  choices: NoticeChoices,
): Promise<void> => store.noticeChoices.save(user.id, choices);

/** Marks feedback of the project as unread, resolved, or spam. Returns the number of matches. */
export const sortFeedback = (
  { store }: Deps,
  project: Project,
  ids: number[],
  state: FeedbackState,
): Promise<number> => store.feedback.setState(project.id, ids, state);
