import type { Comment } from "#server/domain/discussion/comment.ts";
import type { JoinedBecause, Participation } from "#server/domain/discussion/participation.ts";
import type { CommentId, IssueId, ProjectId, UserId } from "#server/domain/ids.ts";

/**
 * What people say about issues (`store.ts` is the whole). What is said leaves an activity in the
 * same transaction.
 */
export interface CommentStore {
  /**
   * Anyone who writes takes part from now on, and so does whom it mentions, unless they said that
   * they do not want to. Undefined: the issue is gone, merged or deleted since it was read.
   */
  add(comment: NewComment): Promise<Comment | undefined>;
  /** Newest first, deleted ones without their text. */
  list(projectId: ProjectId, issueId: IssueId): Promise<Comment[]>;
  find(projectId: ProjectId, issueId: IssueId, id: CommentId): Promise<Comment | undefined>;
  /**
   * Another text, unless it is no longer the version that was seen: `saved` is then false and
   * `comment` what it is by now. Undefined: there is none, or it is deleted.
   */
  edit(
    projectId: ProjectId,
    issueId: IssueId,
    id: CommentId,
    change: CommentChange,
  ): Promise<{ saved: boolean; comment: Comment } | undefined>;
  /**
   * The text goes, from notices that quote it, too. Undefined: there is none, or it is deleted
   * already.
   */
  remove(
    projectId: ProjectId,
    issueId: IssueId,
    id: CommentId,
    at: number,
  ): Promise<Comment | undefined>;
}

export type NewComment = {
  projectId: ProjectId;
  issueId: IssueId;
  by: UserId;
  at: number;
  text: string;
  mentioned: UserId[];
};
export type CommentChange = Omit<NewComment, "projectId" | "issueId"> & { version: number };

/** Who takes part in an issue. */
export interface SubscriptionStore {
  /** In no order, those who left among them. */
  list(projectId: ProjectId, issueId: IssueId): Promise<Participation[]>;
  /** Nothing where the issue is gone. */
  set(
    projectId: ProjectId,
    issueId: IssueId,
    userId: UserId,
    to: "subscribed" | "unsubscribed",
  ): Promise<void>;
  /** Leaves anyone who takes part or said that they do not want to as they are. */
  join(
    projectId: ProjectId,
    issueId: IssueId,
    userIds: UserId[],
    because: JoinedBecause,
  ): Promise<void>;
}

/** Names that every notice quoting a comment begins its key with. */
export const commentNoticeKey = (id: CommentId): string => `comment:${id}:`;
