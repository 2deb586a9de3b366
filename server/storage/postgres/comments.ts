import type { Comment } from "#server/domain/discussion/comment.ts";
import type { CommentId, IssueId, ProjectId, UserId } from "#server/domain/ids.ts";
import type { CommentChange, CommentStore, NewComment } from "#server/storage/discussion-store.ts";
import { commentOf, type CommentRow } from "#server/storage/layout/comment-row.ts";
import { addActivities } from "./activities.ts";
import { forgetQuotes } from "./comment-quotes.ts";
import type { Database, Query } from "./database.ts";
import { joinIssue } from "./subscriptions.ts";
import { userNames } from "#server/storage/people/user-names.ts";
import { nounQuery } from "./noun-database.ts";

type StoredRow = Omit<CommentRow, "name">;

const columns = "id, issue_id, user_id, at, text, version, edited_at, deleted_at";
const ofIssue = "WHERE project_id = $1 AND issue_id = $2";
const selectAll = `SELECT ${columns} FROM comments ${ofIssue} ORDER BY id DESC`;
const selectOne = `SELECT ${columns} FROM comments ${ofIssue} AND id = $3`;
const holdIssue = "SELECT id FROM issues WHERE project_id = $1 AND id = $2 FOR KEY SHARE";
const insert = `INSERT INTO comments (project_id, issue_id, user_id, at, text) VALUES ($1, $2, $3, $4, $5) RETURNING ${columns}`;
const update = `UPDATE comments SET text = $4, edited_at = $5, version = version + 1
  ${ofIssue} AND id = $3 AND version = $6 AND deleted_at IS NULL RETURNING ${columns}`;
const empty = `UPDATE comments SET text = '', deleted_at = $4, version = version + 1
  ${ofIssue} AND id = $3 AND deleted_at IS NULL RETURNING ${columns}`;

export function commentStore({ query, transaction }: Database): CommentStore {
  return {
    add: (comment) => transaction((query) => add(query, comment)),
    list: async (projectId, issueId) => named(query, await query<StoredRow>(selectAll, projectId, issueId)),
    find: (projectId, issueId, id) => one(query, query<StoredRow>(selectOne, projectId, issueId, id)),
    edit: (projectId, issueId, id, change) => transaction((query) => edit(query, { projectId, issueId, id }, change)),
    remove: (projectId, issueId, id, at) =>
      transaction(async (query) => {
        const removed = await one(query, query<StoredRow>(empty, projectId, issueId, id, at));
        if (removed) await forgetQuotes(query, projectId, id);
        return removed;
      }),
  };
}

async function add(query: Query, comment: NewComment): Promise<Comment | undefined> {
  const { projectId, issueId, by, at, text, mentioned } = comment;
  const [issue] = await query(holdIssue, projectId, issueId);
  if (!issue) return undefined;
  const made = (await one(query, query<StoredRow>(insert, projectId, issueId, by, at, text)))!;
  await joinIssue(query, { projectId, issueId, userIds: [by], because: "commented" });
  await joinIssue(query, { projectId, issueId, userIds: mentioned, because: "mentioned" });
  await leave(query, "commented", { projectId, issueId, id: made.id }, { by, at });
  return made;
}

type Key = { projectId: ProjectId; issueId: IssueId; id: CommentId };

async function edit(query: Query, key: Key, { text, version, at, by, mentioned }: CommentChange) {
  const { projectId, issueId, id } = key;
  const saved = await one(query, query<StoredRow>(update, projectId, issueId, id, text, at, version));
  if (saved) {
    await joinIssue(query, { projectId, issueId, userIds: mentioned, because: "mentioned" });
    await leave(query, "comment-edited", key, { by, at });
    return { saved: true, comment: saved };
  }
  const present = await one(query, query<StoredRow>(selectOne, projectId, issueId, id));
  return present && present.deletedAt === undefined ? { saved: false, comment: present } : undefined;
}

async function leave(
  query: Query,
  kind: "commented" | "comment-edited",
  { projectId, issueId, id }: Key,
  { by, at }: { by: UserId; at: number },
): Promise<void> {
  const activity = { issueId, at, by: { kind: "user", id: by }, what: { kind, commentId: id } } as const;
  await addActivities(query, projectId, [activity]);
}

async function one(query: Query, rows: Promise<StoredRow[]>): Promise<Comment | undefined> {
  const [comment] = await named(query, await rows);
  return comment;
}

async function named(query: Query, rows: StoredRow[]): Promise<Comment[]> {
  const names = await userNames(
    nounQuery(query),
    rows.map(({ user_id }) => user_id),
  );
  return rows.map((row) => commentOf({ ...row, name: names.get(row.user_id ?? 0) ?? null }));
}
