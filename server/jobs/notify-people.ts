import type { Comment } from "#server/domain/discussion/comment.ts";
import { participantsOf } from "#server/domain/discussion/participation.ts";
import type { CommentId, UserId } from "#server/domain/ids.ts";
import type { ActivityKind } from "#server/domain/issue/activity.ts";
import { noWords } from "#server/domain/markdown/markdown.ts";
import { mentionedIn, plainLines } from "#server/domain/markdown/plain-text.ts";
import { readMarkdown } from "#server/domain/markdown/read-markdown.ts";
import { personalNotice, quoted } from "#server/domain/notice/personal.ts";
import { type Audience, recipientsOf } from "#server/domain/notice/recipients.ts";
import { findPerson } from "#server/domain/people/mention.ts";
import type { User } from "#server/domain/people/person.ts";
import { commentNoticeKey } from "#server/storage/discussion/discussion-store.ts";
import type { NewNotice } from "#server/storage/alerts/notice-store.ts";
import type { LoggedActivity } from "#server/storage/issues/issue-store.ts";
import type { Store } from "#server/storage/store.ts";
import { followActivity } from "./follow-activity.ts";
import type { LogFollower } from "./follow-log.ts";

type PeopleStore = Pick<
  Store,
  | "comments"
  | "issues"
  | "members"
  | "noticeChoices"
  | "notices"
  | "people"
  | "projects"
  | "subscriptions"
>;

const told: ReadonlySet<ActivityKind["kind"]> = new Set([
  "assigned",
  "commented",
  "comment-edited",
  "regressed",
  "resolved",
]);

type Deps = { store: PeopleStore; now: () => number };

/** Writes notices about issue activity for the affected people. */
export function notifyPeople({ store, now }: Deps): LogFollower {
  return followActivity({ store, now }, "people", async (entries) => {
    const notices: NewNotice[] = [];
    for (const entry of entries)
      if (told.has(entry.what.kind)) notices.push(...(await noticesOf(store, entry)));
    return notices;
  });
}

async function noticesOf(store: PeopleStore, entry: LoggedActivity): Promise<NewNotice[]> {
  const { id, projectId, issueId, at, what, by } = entry;
  // Assignees become subscribers however the issue was assigned.
  if (what.kind === "assigned" && what.to !== undefined)
    await store.subscriptions.join(projectId, issueId, [what.to], "assigned");
  const [project, issue] = await Promise.all([
    store.projects.byId(projectId),
    store.issues.find(projectId, { id: issueId }),
  ]);
  const comment =
    "commentId" in what ? await store.comments.find(projectId, issueId, what.commentId) : undefined;
  if (!project || !issue || ("commentId" in what && isGone(comment))) return [];
  const readers = await store.members.readers(projectId);
  const said = comment && read(comment, readers);
  const audience: Audience = {
    readers: readers.map((user) => user.id),
    participants: participantsOf(
      await store.subscriptions.list(projectId, issueId),
      issue.assignee,
    ),
    wanted: await store.noticeChoices.inProject(projectId),
    mentioned: said?.mentioned ?? [],
  };
  const name = by.kind === "user" ? (await store.people.byId(by.id))?.name : undefined;
  const actor = name ?? (by.kind === "system" ? "Spoor" : "A former user");
  return recipientsOf(entry, audience).map(({ userId, kind }) => ({
    key: keyOf(what, { id, userId, kind }),
    at,
    projectId,
    to: { kind: "person", userId },
    notice: personalNotice({
      kind,
      issue,
      project,
      by: actor,
      what,
      ...(said && { said: said.lines }),
    }),
  }));
}

const isGone = (comment: Comment | undefined): boolean =>
  comment === undefined || comment.deletedAt !== undefined;

function read({ text }: Comment, readers: User[]): { lines: string[]; mentioned: UserId[] } {
  const blocks = readMarkdown(text, { ...noWords, person: findPerson(readers) });
  return { lines: quoted(plainLines(blocks)), mentioned: mentionedIn(blocks) };
}

/** An edited comment mentions each person once. Other actions notify once per action. */
function keyOf(
  what: ActivityKind,
  { id, userId, kind }: { id: number; userId: UserId; kind: string },
): string {
  const commentId: CommentId | undefined = "commentId" in what ? what.commentId : undefined;
  return commentId === undefined
    ? `activity:${id}:${userId}`
    : `${commentNoticeKey(commentId)}${kind}:${userId}`;
}
