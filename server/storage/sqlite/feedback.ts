import type { DatabaseSync } from "node:sqlite";
import { type FeedbackState, feedbackStates, type StoredFeedback } from "#server/domain/feedback/feedback.ts";
import type { FeedbackFilter, FeedbackStore } from "#server/storage/feedback-store.ts";
import type { Page } from "#server/storage/store.ts";
import type { Connections } from "./connections.ts";
import { idBytes } from "#server/storage/layout/event-row.ts";
import { codeOf, feedbackOf, type FeedbackRow, spam } from "#server/storage/layout/feedback-row.ts";
import { decodeCursor, encodeCursor } from "#server/storage/layout/keyset.ts";
import { prepare, type Statement } from "./statement.ts";
import type { Write } from "./writing.ts";

const select = `SELECT f.id, f.project_id, f.feedback_id, f.received_at, f.message, f.name, f.email, f.url, f.environment,
  f.release, f.trace_id, f.about_event, f.state, i.id AS issue_id, i.number, i.type, i.value, p.prefix
  FROM feedback f JOIN projects p ON p.id = f.project_id LEFT JOIN issues i ON i.id = f.issue_id`;

const mostOfEvent = 50;

export function feedbackStore({ reader, writer }: Connections, write: Write): FeedbackStore {
  const list = listOf(reader);
  const counts = prepare<{ state: number; count: number }>(
    reader,
    "SELECT state, count(*) AS count FROM feedback WHERE project_id = ? GROUP BY state",
  );
  const ofIssue = prepare<{ count: number }>(
    reader,
    `SELECT count(*) AS count FROM feedback WHERE issue_id = ? AND state <> ${spam}`,
  );
  const ofEvent = prepare<FeedbackRow>(
    reader,
    `${select} WHERE f.project_id = ? AND f.about_event = ? AND f.state <> ${spam} ORDER BY f.id DESC LIMIT ${mostOfEvent}`,
  );
  const move = prepare(writer, "UPDATE feedback SET state = ? WHERE project_id = ? AND id = ?");
  return {
    list: async (filter) => list(filter),
    async counts(projectId) {
      const found = new Map(counts.all(projectId).map(({ state, count }) => [state, count]));
      const each = feedbackStates.map((state) => [state, found.get(codeOf(state)) ?? 0]);
      return Object.fromEntries(each) as { [state in FeedbackState]: number };
    },
    countOf: async (_projectId, issueId) => ofIssue.get(issueId)!.count,
    aboutEvent: async (projectId, eventId) => ofEvent.all(projectId, idBytes(eventId)).map(feedbackOf),
    setState: (projectId, ids, state) =>
      write(() => ids.reduce((moved, id) => moved + move.run(codeOf(state), projectId, id), 0)),
  };
}

/** A statement for each set of conditions that was asked for: there are few. */
function listOf(reader: DatabaseSync): (filter: FeedbackFilter) => Page<StoredFeedback> {
  const statements = new Map<string, Statement<FeedbackRow>>();
  return (filter) => {
    const conditions = conditionsOf(filter);
    const where = conditions.map(([sql]) => sql).join(" AND ");
    const statement = statements.get(where) ?? prepare(reader, `${select} WHERE ${where} ORDER BY f.id DESC LIMIT ?`);
    statements.set(where, statement);
    const rows = statement.all(...conditions.flatMap(([, values]) => values), filter.limit + 1);
    const shown = rows.slice(0, filter.limit).map(feedbackOf);
    return { rows: shown, ...(rows.length > filter.limit && { next: encodeCursor([shown.at(-1)!.id]) }) };
  };
}

type Condition = [sql: string, values: (string | number)[]];

function conditionsOf({ projectId, issueId, state, environment, since, text, cursor }: FeedbackFilter): Condition[] {
  const [before] = decodeCursor<[number]>(cursor, ["integer"]) ?? [];
  const asked: (Condition | false)[] = [
    ["f.project_id = ?", [projectId]],
    issueId !== undefined && [`f.issue_id = ? AND f.state <> ${spam}`, [issueId]],
    state !== undefined && ["f.state = ?", [codeOf(state)]],
    environment !== undefined && ["f.environment = ?", [environment]],
    since !== undefined && ["f.received_at >= ?", [since]],
    text !== undefined && text !== "" && ["instr(f.words, ?) > 0", [text.toLowerCase()]],
    before !== undefined && ["f.id < ?", [before]],
  ];
  return asked.filter((each) => each !== false);
}
