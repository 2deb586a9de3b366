import type { CommentId, IssueId, UserId } from "#server/domain/ids.ts";
import type { ActivityKind } from "#server/domain/issue/activity.ts";
import { commentOf, type CommentRow } from "#server/storage/layout/comment-row.ts";
import type { CommentStore } from "#server/storage/discussion-store.ts";
import { addActivity } from "./activities.ts";
import { forgetQuotes } from "./comment-quotes.ts";
import type { Connections } from "./connections.ts";
import { prepare } from "./statement.ts";
import { joinIssue } from "./subscriptions.ts";
import type { Write } from "./writing.ts";

const select = `SELECT c.id, c.issue_id, c.user_id, u.name, c.at, c.text, c.version, c.edited_at, c.deleted_at
  FROM comments c LEFT JOIN users u ON u.id = c.user_id WHERE c.issue_id = ?`;

export function commentStore({ reader, writer }: Connections, write: Write): CommentStore {
  const all = prepare<CommentRow>(reader, `${select} ORDER BY c.id DESC`);
  const one = prepare<CommentRow>(reader, `${select} AND c.id = ?`);
  const present = prepare<CommentRow>(writer, `${select} AND c.id = ?`);
  const insert = prepare<{ id: number }>(
    writer,
    "INSERT INTO comments (issue_id, user_id, at, text) SELECT id, ?2, ?3, ?4 FROM issues WHERE id = ?1 RETURNING id",
  );
  const update = prepare(
    writer,
    "UPDATE comments SET text = ?, edited_at = ?, version = version + 1 WHERE id = ? AND version = ?",
  );
  const empty = prepare(writer, "UPDATE comments SET text = '', deleted_at = ?, version = version + 1 WHERE id = ?");
  const tell = addActivity(writer);
  const join = joinIssue(writer);
  const forget = forgetQuotes(writer);

  const read = (issueId: IssueId, id: number) => commentOf(present.get(issueId, id)!);
  const leave = (kind: "commented" | "comment-edited", issueId: IssueId, id: number, by: UserId, at: number) => {
    const what: ActivityKind = { kind, commentId: id as CommentId };
    tell({ issueId, at, by: { kind: "user", id: by }, what });
  };

  return {
    add: ({ issueId, by, at, text, mentioned }) =>
      write(() => {
        const made = insert.get(issueId, by, at, text);
        if (!made) return undefined;
        leave("commented", issueId, made.id, by, at);
        join(issueId, [by], "commented");
        join(issueId, mentioned, "mentioned");
        return read(issueId, made.id);
      }),
    list: async (_projectId, issueId) => all.all(issueId).map(commentOf),
    async find(_projectId, issueId, id) {
      const row = one.get(issueId, id);
      return row && commentOf(row);
    },
    edit: (_projectId, issueId, id, { text, version, at, by, mentioned }) =>
      write(() => {
        const row = present.get(issueId, id);
        if (!row || row.deleted_at !== null) return undefined;
        const saved = update.run(text, at, id, version) > 0;
        if (saved) leave("comment-edited", issueId, id, by, at);
        if (saved) join(issueId, mentioned, "mentioned");
        return { saved, comment: read(issueId, id) };
      }),
    remove: (_projectId, issueId, id, at) =>
      write(() => {
        const row = present.get(issueId, id);
        if (!row || row.deleted_at !== null) return undefined;
        empty.run(at, id);
        forget(issueId, id);
        return read(issueId, id);
      }),
  };
}
