import { type FeedbackState, feedbackStates } from "#server/domain/feedback/feedback.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import type { FeedbackFilter, FeedbackStore } from "#server/storage/feedback-store.ts";
import { idBytes } from "#server/storage/layout/event-row.ts";
import { codeOf, feedbackOf, type FeedbackRow, spam } from "#server/storage/layout/feedback-row.ts";
import { decodeCursor, encodeCursor } from "#server/storage/layout/keyset.ts";
import type { Value } from "#server/storage/sql.ts";
import type { Database, Query } from "./database.ts";

type StoredRow = Omit<FeedbackRow, "prefix">;

const select = `SELECT f.id, f.project_id, f.feedback_id, f.received_at, f.message, f.name, f.email, f.url, f.environment,
  f.release, f.trace_id, f.about_event, f.state, i.id AS issue_id, i.number, i.type, i.value
  FROM feedback f LEFT JOIN issues i ON i.project_id = f.project_id AND i.id = f.issue_id WHERE f.project_id = $1`;
const mostOfEvent = 50;
const selectOfEvent = `${select} AND f.about_event = $2 AND f.state <> ${spam} ORDER BY f.id DESC LIMIT ${mostOfEvent}`;
const selectPrefix = "SELECT prefix FROM projects WHERE id = $1";
const countStates = "SELECT state, count(*) AS count FROM feedback WHERE project_id = $1 GROUP BY state";
const countOfIssue = `SELECT count(*) AS count FROM feedback WHERE project_id = $1 AND issue_id = $2 AND state <> ${spam}`;
const updateState = "UPDATE feedback SET state = $3 WHERE project_id = $1 AND id = ANY($2::bigint[])";

export function feedbackStore({ query }: Database): FeedbackStore {
  return {
    async list(filter) {
      const { conditions, values } = conditionsOf(filter);
      const statement = `${[select, ...conditions].join(" AND ")} ORDER BY f.id DESC LIMIT $2`;
      const rows = await read(query, filter.projectId, statement, filter.limit + 1, ...values);
      const shown = rows.slice(0, filter.limit);
      return { rows: shown, ...(rows.length > filter.limit && { next: encodeCursor([shown.at(-1)!.id]) }) };
    },
    async counts(projectId) {
      const rows = await query<{ state: number; count: number }>(countStates, projectId);
      const found = new Map(rows.map(({ state, count }) => [state, count]));
      const each = feedbackStates.map((state) => [state, found.get(codeOf(state)) ?? 0]);
      return Object.fromEntries(each) as { [state in FeedbackState]: number };
    },
    countOf: async (projectId, issueId) => (await query<{ count: number }>(countOfIssue, projectId, issueId))[0]!.count,
    aboutEvent: (projectId, eventId) => read(query, projectId, selectOfEvent, idBytes(eventId)),
    setState: async (projectId, ids, state) => (await query(updateState, projectId, ids, codeOf(state))).count,
  };
}

async function read(query: Query, projectId: ProjectId, statement: string, ...values: Value[]) {
  const [rows, [project]] = await Promise.all([
    query<StoredRow>(statement, projectId, ...values),
    query<{ prefix: string }>(selectPrefix, projectId),
  ]);
  return rows.map((row) => feedbackOf({ ...row, prefix: project?.prefix ?? "" }));
}

/** What is asked beside the project ($1) and the limit ($2). A statement for each set of conditions that was asked for: there are few. */
function conditionsOf({ issueId, state, environment, since, text, cursor }: FeedbackFilter) {
  const [before] = decodeCursor<[number]>(cursor, ["integer"]) ?? [];
  const asked: (false | [sql: (value: string) => string, value: string | number])[] = [
    issueId !== undefined && [(value) => `f.issue_id = ${value} AND f.state <> ${spam}`, issueId],
    state !== undefined && [(value) => `f.state = ${value}`, codeOf(state)],
    environment !== undefined && [(value) => `f.environment = ${value}`, environment],
    since !== undefined && [(value) => `f.received_at >= ${value}`, since],
    text !== undefined && text !== "" && [(value) => `strpos(f.words, ${value}) > 0`, text.toLowerCase()],
    before !== undefined && [(value) => `f.id < ${value}`, before],
  ];
  const given = asked.filter((each) => each !== false);
  return {
    conditions: given.map(([sql], index) => sql(`$${index + 3}`)),
    values: given.map(([, value]) => value),
  };
}
