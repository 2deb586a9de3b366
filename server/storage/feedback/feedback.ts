import {
  type FeedbackState,
  feedbackStates,
  type StoredFeedback,
} from "#server/domain/feedback/feedback.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import { countOf, type Database, firstOf, type Query } from "#server/storage/database.ts";
import { idBytes } from "#server/storage/events/row.ts";
import { decodeCursor, pageOf } from "#server/storage/layout/keyset.ts";
import { allOf, contains, ifGiven, isAnyOf, raw, type Sql, sql } from "#server/storage/sql.ts";
import { codeOf, feedbackOf, type FeedbackRow, spam } from "./feedback-row.ts";
import type { FeedbackFilter, FeedbackStore } from "./feedback-store.ts";

const isNoSpam = raw(`state <> ${spam}`);
const mostOfEvent = 50;

const select = sql`SELECT f.id, f.project_id, f.feedback_id, f.received_at, f.message, f.name, f.email, f.url,
  f.environment, f.release, f.trace_id, f.about_event, f.state, i.id AS issue_id, i.number, i.type, i.value
  FROM feedback f LEFT JOIN issues i ON i.project_id = f.project_id AND i.id = f.issue_id`;

export function feedbackStore({ query }: Database): FeedbackStore {
  return {
    async list(filter) {
      const { projectId, limit } = filter;
      const rows = await read(
        query,
        projectId,
        sql`${conditionsOf(filter)} ORDER BY f.id DESC LIMIT ${limit + 1}`,
      );
      return pageOf(rows, limit, feedbackOf, (last) => [last.id]);
    },
    async counts(projectId) {
      const rows = await query<{ state: number; count: number }>(
        sql`SELECT state, count(*) AS count FROM feedback WHERE project_id = ${projectId} GROUP BY state`,
      );
      const found = new Map(rows.map(({ state, count }) => [state, count]));
      const each = feedbackStates.map((state) => [state, found.get(codeOf(state)) ?? 0]);
      return Object.fromEntries(each) as { [state in FeedbackState]: number };
    },
    async countUnread(projectId, most) {
      const row = await firstOf(
        query<{ count: number }>(sql`SELECT count(*) AS count FROM (SELECT id FROM feedback
          WHERE project_id = ${projectId} AND state = ${codeOf("unread")} LIMIT ${most}) unread`),
      );
      return row!.count;
    },
    async countOf(projectId, issueId) {
      const row = await firstOf(
        query<{ count: number }>(sql`SELECT count(*) AS count FROM feedback
          WHERE project_id = ${projectId} AND issue_id = ${issueId} AND ${isNoSpam}`),
      );
      return row!.count;
    },
    async aboutEvent(projectId, eventId): Promise<StoredFeedback[]> {
      const rest = sql`f.about_event = ${idBytes(eventId)} AND f.${isNoSpam} ORDER BY f.id DESC LIMIT ${raw(mostOfEvent)}`;
      return (await read(query, projectId, rest)).map(feedbackOf);
    },
    setState: (projectId, ids, state) =>
      countOf(
        query(sql`UPDATE feedback SET state = ${codeOf(state)}
          WHERE project_id = ${projectId} AND ${isAnyOf(raw("id"), ids)}`),
      ),
  };
}

/** The prefix is a separate query: projects are stored apart from their data. */
async function read(query: Query, projectId: ProjectId, rest: Sql): Promise<FeedbackRow[]> {
  const [rows, project] = await Promise.all([
    query<Omit<FeedbackRow, "prefix">>(
      sql`${select} WHERE f.project_id = ${projectId} AND ${rest}`,
    ),
    firstOf(query<{ prefix: string }>(sql`SELECT prefix FROM projects WHERE id = ${projectId}`)),
  ]);
  return rows.map((row) => ({ ...row, prefix: project?.prefix ?? "" }));
}

function conditionsOf({ issueId, state, environment, since, text, cursor }: FeedbackFilter): Sql {
  const [before] = decodeCursor<[number]>(cursor, ["integer"]) ?? [];
  return allOf([
    ifGiven(issueId, (issueId) => sql`f.issue_id = ${issueId} AND f.${isNoSpam}`),
    ifGiven(state, (state) => sql`f.state = ${codeOf(state)}`),
    ifGiven(environment, (environment) => sql`f.environment = ${environment}`),
    ifGiven(since, (since) => sql`f.received_at >= ${since}`),
    ifGiven(text || undefined, (text) => contains(raw("f.words"), text.toLowerCase())),
    ifGiven(before, (before) => sql`f.id < ${before}`),
  ]);
}
