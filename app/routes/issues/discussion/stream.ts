import type { Comment } from "#server/domain/discussion/comment.ts";
import type { CommentId } from "#server/domain/ids.ts";
import type { Activity } from "#server/domain/issue/activity.ts";
import type { Block } from "#server/domain/markdown/markdown.ts";

/** Activities and comments of an issue in one order. */
export type StreamEntry =
  | { kind: "happened"; activity: NamedActivity }
  | { kind: "said"; comment: ShownComment };

export type NamedActivity = Activity & { byName?: string; toName?: string };

/** A comment for the page, with the source text if the viewer can edit it. */
export type ShownComment = Omit<Comment, "text"> & {
  blocks: Block[];
  text?: string;
  mayDelete: boolean;
};

/**
 * Edits are shown at the edited comment. `comments` by ID: a missing one moved with an unmerged
 * part.
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
