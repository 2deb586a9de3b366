import type { DiscussionCommands } from "#server/discussion-services.ts";
import type { Store } from "#server/storage/store.ts";
import { comment, deleteComment, editComment } from "./comments.ts";
import { saveOwnership } from "./ownership.ts";
import type { Seal } from "./seal.ts";
import { unsubscribe, unsubscribeFor } from "./unsubscribe.ts";

/** How people talk about issues and say what they want to hear of, one verb each. */
export function discussionCommands(parts: { store: Store; now: () => number; seal: Seal }): DiscussionCommands {
  const { store } = parts;
  return {
    comment: (viewer, issue, text) => comment(parts, viewer, issue, text),
    editComment: (viewer, issue, edit) => editComment(parts, viewer, issue, edit),
    deleteComment: (viewer, issue, id) => deleteComment(parts, viewer, issue, id),
    subscribe: ({ user }, issue, to) => store.subscriptions.set(issue.projectId, issue.id, user.id, to),
    saveOwnership: (by, project, ownership) => saveOwnership(parts, by, project, ownership),
    saveNoticeChoices: ({ user }, choices) => store.noticeChoices.save(user.id, choices),
    unsubscribeFor: (token) => unsubscribeFor(parts, token),
    unsubscribe: (token) => unsubscribe(parts, token),
  };
}
