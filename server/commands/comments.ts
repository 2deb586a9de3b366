import * as v from "valibot";
import {
  longestComment,
  mayDelete,
  mayEdit,
  type Comment,
} from "#server/domain/discussion/comment.ts";
import type { CommentId, ProjectId, UserId } from "#server/domain/ids.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import { noWords } from "#server/domain/markdown/markdown.ts";
import { mentionedIn } from "#server/domain/markdown/plain-text.ts";
import { readMarkdown } from "#server/domain/markdown/read-markdown.ts";
import { findPerson } from "#server/domain/people/mention.ts";
import { may } from "#server/domain/people/permission.ts";
import type { Viewer } from "#server/domain/people/person.ts";
import { isProblem, type Problem } from "#server/domain/problem.ts";
import type { Store } from "#server/storage/store.ts";
import { parse } from "./parse.ts";

type CommentEdit = { id: CommentId; text: string; version: number };

type CommentConflict = { conflict: Comment };

type Deps = { store: Store; now: () => number };

const textField = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, "Enter a comment."),
  v.maxLength(longestComment, "Use at most 10,000 characters."),
);

/**
 * If the issue was merged meanwhile, the comment is added to the merged issue. "invalid" if the
 * text is empty or too long.
 */
export async function comment(
  { store, now }: Deps,
  { user }: Viewer,
  issue: Issue,
  typed: string,
): Promise<Comment | Problem> {
  const text = parse(textField, typed);
  if (isProblem(text)) return text;
  const mentioned = await mentions(store, issue.projectId, text);
  const { projectId, id: issueId } = issue;
  const said = { projectId, by: user.id, at: now(), text, mentioned };
  const made = await store.comments.add({ ...said, issueId });
  if (made) return made;
  const into = await store.issues.find(projectId, { id: issueId });
  return (into && (await store.comments.add({ ...said, issueId: into.id }))) ?? issueGone;
}

/** Only the author's own. `conflict`: the comment changed meanwhile and was not edited. */
export async function editComment(
  { store, now }: Deps,
  { user }: Viewer,
  issue: Issue,
  { id, version, ...typed }: CommentEdit,
): Promise<Comment | CommentConflict | Problem> {
  const present = await store.comments.find(issue.projectId, issue.id, id);
  if (!present || present.deletedAt !== undefined) return gone;
  if (!mayEdit(present, user.id)) return somebodyElses;
  const text = parse(textField, typed.text);
  if (isProblem(text)) return text;
  if (text === present.text) return present;
  const mentioned = await mentions(store, issue.projectId, text);
  const change = { text, version, by: user.id, at: now(), mentioned };
  const edited = await store.comments.edit(issue.projectId, issue.id, id, change);
  if (!edited) return gone;
  return edited.saved ? edited.comment : { conflict: edited.comment };
}

/** By its author, or anyone who may change the project. */
export async function deleteComment(
  { store, now }: Deps,
  viewer: Viewer,
  issue: Issue,
  id: CommentId,
): Promise<Comment | Problem> {
  const present = await store.comments.find(issue.projectId, issue.id, id);
  if (!present || present.deletedAt !== undefined) return gone;
  if (!mayDelete(present, viewer.user.id, may(viewer, "project:change", issue.projectId)))
    return somebodyElses;
  return (await store.comments.remove(issue.projectId, issue.id, id, now())) ?? gone;
}

/** Only users who can read the project. Other names remain plain text. */
async function mentions(store: Store, projectId: ProjectId, text: string): Promise<UserId[]> {
  const person = findPerson(await store.members.readers(projectId));
  return mentionedIn(readMarkdown(text, { ...noWords, person }));
}

const issueGone: Problem = {
  problem: "not-found",
  detail: "The issue was deleted while you were writing.",
};
const gone: Problem = { problem: "not-found", detail: "This comment no longer exists." };
const somebodyElses: Problem = {
  problem: "forbidden",
  detail: "This is another member's comment.",
};
