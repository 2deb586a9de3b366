import type { Comment } from "#server/domain/discussion/comment.ts";
import type { JoinReason, Participation } from "#server/domain/discussion/participation.ts";
import type { CommentId, IssueId, ProjectId, UserId } from "#server/domain/ids.ts";

/** Comments on issues (part of `store.ts`). Each leaves an activity in the same transaction. */
export interface CommentStore {
  /**
   * Subscribes the author and mentioned members, unless they unsubscribed. Undefined if the issue
   * was merged or deleted since it was read.
   */
  add(comment: NewComment): Promise<Comment | undefined>;
  /** Newest first; deleted comments without their text. */
  list(projectId: ProjectId, issueId: IssueId): Promise<Comment[]>;
  find(projectId: ProjectId, issueId: IssueId, id: CommentId): Promise<Comment | undefined>;
  /**
   * Changes the text, unless the version differs from the one seen: then `saved` is false and
   * `comment` is the current version. Undefined if it doesn't exist or is deleted.
   */
  edit(
    projectId: ProjectId,
    issueId: IssueId,
    id: CommentId,
    change: CommentChange,
  ): Promise<{ saved: boolean; comment: Comment } | undefined>;
  /**
   * Deletes the text, also from notices that quote it. Undefined if it doesn't exist or is already
   * deleted.
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

/** Subscribers of an issue. */
export interface SubscriptionStore {
  /** Unordered, including members who unsubscribed. */
  list(projectId: ProjectId, issueId: IssueId): Promise<Participation[]>;
  /** Does nothing if the issue was deleted. */
  set(
    projectId: ProjectId,
    issueId: IssueId,
    userId: UserId,
    to: "subscribed" | "unsubscribed",
  ): Promise<void>;
  /** Subscribes members without a subscription state; others are unchanged. */
  join(
    projectId: ProjectId,
    issueId: IssueId,
    userIds: UserId[],
    because: JoinReason,
  ): Promise<void>;
}

/** Prefix of the keys of notices that quote a comment. */
export const commentNoticeKey = (id: CommentId): string => `comment:${id}:`;
