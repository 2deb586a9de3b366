import type { Comment } from "#server/domain/discussion/comment.ts";
import type { CommentId, IssueId, ProjectId, UserId } from "#server/domain/ids.ts";
import { firstOf, type Query } from "#server/storage/database.ts";
import type { IssueDatabase, IssueTransaction } from "#server/storage/issues/issue-database.ts";
import { ofIssue } from "#server/storage/issues/of-issue.ts";
import { userNames } from "#server/storage/people/user-names.ts";
import { byDialect, raw, type Sql, sql } from "#server/storage/sql.ts";
import { forgetQuotes } from "./comment-quotes.ts";
import type { CommentChange, CommentStore, NewComment } from "./discussion-store.ts";
import { joinIssue } from "./subscriptions.ts";

type CommentRow = {
  id: number;
  issue_id: number;
  user_id: number | null;
  name: string | null;
  at: number;
  text: string;
  version: number;
  edited_at: number | null;
  deleted_at: number | null;
};

const commentOf = (row: CommentRow): Comment => ({
  id: row.id as CommentId,
  issueId: row.issue_id as IssueId,
  at: row.at,
  ...(row.user_id !== null && { by: { id: row.user_id as UserId, name: row.name ?? "" } }),
  text: row.text,
  version: row.version,
  ...(row.edited_at !== null && { editedAt: row.edited_at }),
  ...(row.deleted_at !== null && { deletedAt: row.deleted_at }),
});

type LogActivity = IssueTransaction["log"];
type StoredRow = Omit<CommentRow, "name">;
type Key = { projectId: ProjectId; issueId: IssueId; id: CommentId };

const columns = raw("id, issue_id, user_id, at, text, version, edited_at, deleted_at");

const ofKey = ({ projectId, issueId, id }: Key): Sql =>
  sql`${ofIssue(projectId, issueId)} AND id = ${id}`;
const selectOne = (key: Key): Sql => sql`SELECT ${columns} FROM comments WHERE ${ofKey(key)}`;

export function commentStore({ query, transaction }: IssueDatabase): CommentStore {
  return {
    add: (comment) => transaction(({ query, log }) => add(query, log, comment)),
    async list(projectId, issueId) {
      const ofThis = ofIssue(projectId, issueId);
      return named(
        query,
        await query<StoredRow>(
          sql`SELECT ${columns} FROM comments WHERE ${ofThis} ORDER BY id DESC`,
        ),
      );
    },
    find: (projectId, issueId, id) => one(query, selectOne({ projectId, issueId, id })),
    edit: (projectId, issueId, id, change) =>
      transaction(({ query, log }) => edit(query, log, { projectId, issueId, id }, change)),
    remove: (projectId, issueId, id, at) =>
      transaction(async ({ query }) => {
        const removed = await one(
          query,
          sql`UPDATE comments SET text = '', deleted_at = ${at}, version = version + 1
            WHERE ${ofKey({ projectId, issueId, id })} AND deleted_at IS NULL RETURNING ${columns}`,
        );
        if (removed) await forgetQuotes(query, projectId, id);
        return removed;
      }),
  };
}

async function add(
  query: Query,
  log: LogActivity,
  comment: NewComment,
): Promise<Comment | undefined> {
  const { projectId, issueId, by, at, text, mentioned } = comment;
  const [issue] = await query(
    sql`SELECT id FROM issues WHERE project_id = ${projectId} AND id = ${issueId}${held}`,
  );
  if (!issue) return undefined;
  const inProject = byDialect(raw(""), raw("project_id, "));
  const made = (await one(
    query,
    sql`INSERT INTO comments (${inProject}issue_id, user_id, at, text)
      VALUES (${byDialect(raw(""), sql`${projectId}, `)}${issueId}, ${by}, ${at}, ${text}) RETURNING ${columns}`,
  ))!;
  await joinIssue(query, { projectId, issueId, userIds: [by], because: "commented" });
  await joinIssue(query, { projectId, issueId, userIds: mentioned, because: "mentioned" });
  await logAct(log, "commented", { projectId, issueId, id: made.id }, { by, at });
  return made;
}

/** Until the transaction ends, the issue can be neither merged nor deleted. */
const held: Sql = byDialect(raw(""), raw(" FOR KEY SHARE"));

async function edit(
  query: Query,
  log: LogActivity,
  key: Key,
  { text, version, at, by, mentioned }: CommentChange,
) {
  const { projectId, issueId } = key;
  const saved = await one(
    query,
    sql`UPDATE comments SET text = ${text}, edited_at = ${at}, version = version + 1
      WHERE ${ofKey(key)} AND version = ${version} AND deleted_at IS NULL RETURNING ${columns}`,
  );
  if (saved) {
    await joinIssue(query, { projectId, issueId, userIds: mentioned, because: "mentioned" });
    await logAct(log, "comment-edited", key, { by, at });
    return { saved: true, comment: saved };
  }
  const present = await one(query, selectOne(key));
  return present && present.deletedAt === undefined
    ? { saved: false, comment: present }
    : undefined;
}

async function logAct(
  log: LogActivity,
  kind: "commented" | "comment-edited",
  { projectId, issueId, id }: Key,
  { by, at }: { by: UserId; at: number },
): Promise<void> {
  await log(projectId, [
    { issueId, at, by: { kind: "user", id: by }, what: { kind, commentId: id } },
  ]);
}

async function one(query: Query, statement: Sql): Promise<Comment | undefined> {
  const row = await firstOf(query<StoredRow>(statement));
  return row && (await named(query, [row]))[0];
}

async function named(query: Query, rows: StoredRow[]): Promise<Comment[]> {
  const ids = rows.map(({ user_id }) => user_id);
  const names = await userNames(query, ids);
  return rows.map((row) => commentOf({ ...row, name: names.get(row.user_id ?? 0) ?? null }));
}
