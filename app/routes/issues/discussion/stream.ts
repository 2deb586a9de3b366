import type { Comment } from "#server/domain/discussion/comment.ts";
import type { CommentId } from "#server/domain/ids.ts";
import type { Activity } from "#server/domain/issue/activity.ts";
import type { Block } from "#server/domain/markdown/markdown.ts";

/** What happened to an issue and what was said about it, in one order. */
export type StreamEntry =
  | { kind: "happened"; activity: NamedActivity }
  | { kind: "said"; comment: ShownComment };

export type NamedActivity = Activity & { byName?: string; toName?: string };

/** As the page prints it: the text as it was typed is there for who may edit it. */
export type ShownComment = Omit<Comment, "text"> & {
  blocks: Block[];
  text?: string;
  mayDelete: boolean;
};

/**
 * Edits are at the comment that was edited. `comments` by id: one that is missing went with a part
 * of the issue.
 */
export function streamOf(
  activities: readonly NamedActivity[],
  comments: ReadonlyMap<CommentId, ShownComment>,
): StreamEntry[] {
  return activities.flatMap((activity): StreamEntry[] => {
    const { what } = activity;
    if (what.kind === "comment-edited") return [];
    if (what.kind !== "commented") return [{ kind: "happened", activity }];
    const comment = comments.get(what.commentId);
    return comment ? [{ kind: "said", comment }] : [];
  });
}
