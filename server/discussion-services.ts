import type { Comment } from "#server/domain/discussion/comment.ts";
import type { CommentId } from "#server/domain/ids.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { Block } from "#server/domain/markdown/markdown.ts";
import type { EmailTopic } from "#server/domain/notice/choice.ts";
import type { OwnershipRule, WrongLine } from "#server/domain/ownership/rules.ts";
import type { Mentionable } from "#server/domain/people/mention.ts";
import type { Viewer } from "#server/domain/people/person.ts";
import type { Problem } from "#server/domain/problem.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { Doer } from "#server/people-services.ts";
import type { NoticeChoices } from "#server/storage/alerts/notice-choice-store.ts";
import type { Ownership } from "#server/storage/projects/ownership-store.ts";

/** The part of `Commands` (services.ts) by which people talk, take part, and say what they want to hear of. */
export interface DiscussionCommands {
  /** "invalid" when there is nothing in it or too much. */
  comment(viewer: Viewer, issue: Issue, text: string): Promise<Comment | Problem>;
  /** One's own. `conflict`: it is no longer the version that was seen, and left as it is. */
  editComment(viewer: Viewer, issue: Issue, edit: CommentEdit): Promise<Comment | CommentConflict | Problem>;
  /** One's own, or anybody's for who may change the project. */
  deleteComment(viewer: Viewer, issue: Issue, id: CommentId): Promise<Comment | Problem>;
  subscribe(viewer: Viewer, issue: Issue, to: "subscribed" | "unsubscribed"): Promise<void>;
  /** Keeps the rules when every line is right; else what is wrong with which, and nothing is changed. */
  saveOwnership(by: Doer, project: Project, ownership: Ownership): Promise<WrongLine[]>;
  saveNoticeChoices(viewer: Viewer, choices: NoticeChoices): Promise<void>;
  /** What a link in a letter would stop, and for whom; undefined for a link that is none of ours. */
  unsubscribeFor(token: string): Promise<Unsubscribing | undefined>;
  unsubscribe(token: string): Promise<Unsubscribing | undefined>;
}

export type CommentEdit = { id: CommentId; text: string; version: number };
export type CommentConflict = { conflict: Comment };
export type Unsubscribing = { email: string; topic: EmailTopic };

/** Texts of people about a project's issues, in order, with the people and issues that they name. */
export type ReadTexts = (project: Project, texts: string[]) => Promise<{ read: Block[][]; readers: Mentionable[] }>;

/** Whose an issue is by the project's rules, and which rule says so; undefined: no rule means it. */
export type SuggestOwners = (project: Pick<Project, "id">, issue: Issue) => Promise<Suggestion | undefined>;
export type Suggestion = { rule: OwnershipRule; owners: Mentionable[]; autoAssign: boolean };
