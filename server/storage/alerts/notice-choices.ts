import type { ProjectId, UserId } from "#server/domain/ids.ts";
import {
  defaultWanted,
  type NoticeReach,
  type NoticeTopic,
  type Wanted,
  weeklyTopic,
} from "#server/domain/notice/choice.ts";
import { countOf, type Database, type Query } from "#server/storage/database.ts";
import { forUpdate, rowsOf, type Sql, sql } from "#server/storage/sql.ts";
import type { NoticeChoices, NoticeChoiceStore } from "./notice-choice-store.ts";

type TopicRow = { user_id: number; topic: NoticeTopic };
type ReachRow = { user_id: number; project_id: number; reach: NoticeReach };

const choicesOf = (topics: TopicRow[], reaches: ReachRow[], weekly: boolean): NoticeChoices => ({
  unwanted: topics.map(({ topic }) => topic),
  reaches: reaches.map(({ project_id, reach }) => ({ projectId: project_id as ProjectId, reach })),
  weekly,
});

const selectTopics = sql`SELECT user_id, topic FROM unwanted_notices`;
const selectReaches = sql`SELECT user_id, project_id, reach FROM notice_reach`;
const weeklyOf = (userId: UserId): Sql =>
  sql`SELECT user_id FROM weekly_digests WHERE user_id = ${userId}`;

export function noticeChoiceStore({ query, transaction }: Database): NoticeChoiceStore {
  return {
    async of(userId) {
      const [topics, reaches, weekly] = await Promise.all([
        query<TopicRow>(sql`${selectTopics} WHERE user_id = ${userId} ORDER BY topic`),
        query<ReachRow>(sql`${selectReaches} WHERE user_id = ${userId} ORDER BY project_id`),
        countOf(query(weeklyOf(userId))),
      ]);
      return choicesOf(topics, reaches, weekly > 0);
    },
    save: (userId, { unwanted, reaches, weekly }) =>
      transaction(async (query) => {
        // Serializes changes of one person's preferences.
        await query(sql`SELECT id FROM users WHERE id = ${userId}${forUpdate}`);
        await query(sql`DELETE FROM unwanted_notices WHERE user_id = ${userId}`);
        await query(sql`DELETE FROM notice_reach WHERE user_id = ${userId}`);
        await query(weekly ? addWeekly(userId) : forgetWeekly(userId));
        await addTopics(query, userId, unwanted);
        if (reaches.length === 0) return;
        const rows = reaches.map(({ projectId, reach }) => [projectId, reach]);
        await query(sql`INSERT INTO notice_reach (user_id, project_id, reach)
          SELECT ${userId}, project_id, reach FROM ${rowsOf({ project_id: "bigint", reach: "text" }, rows)}`);
      }),
    stop: async (userId, topic) =>
      void (await (topic === weeklyTopic
        ? query(forgetWeekly(userId))
        : addTopics(query, userId, [topic]))),
    async weekly() {
      const rows = await query<{ user_id: UserId }>(
        sql`SELECT user_id FROM weekly_digests ORDER BY user_id`,
      );
      return rows.map(({ user_id }) => user_id);
    },
    async inProject(projectId) {
      const [topics, reaches] = await Promise.all([
        query<TopicRow>(sql`${selectTopics} ORDER BY topic`),
        query<ReachRow>(sql`${selectReaches} WHERE project_id = ${projectId}`),
      ]);
      return wantedOf(topics, reaches);
    },
  };
}

/** A deleted account has no preferences. */
async function addTopics(query: Query, userId: UserId, topics: readonly string[]): Promise<void> {
  if (topics.length === 0) return;
  const given = rowsOf(
    { topic: "text" },
    topics.map((topic) => [topic]),
  );
  await query(sql`INSERT INTO unwanted_notices (user_id, topic)
    SELECT users.id, given.topic FROM users CROSS JOIN ${given} WHERE users.id = ${userId} ON CONFLICT DO NOTHING`);
}

const addWeekly = (userId: UserId): Sql =>
  sql`INSERT INTO weekly_digests (user_id) SELECT id FROM users WHERE id = ${userId} ON CONFLICT DO NOTHING`;
const forgetWeekly = (userId: UserId): Sql =>
  sql`DELETE FROM weekly_digests WHERE user_id = ${userId}`;

/** `reaches`: the entries of one project. */
function wantedOf(topics: TopicRow[], reaches: ReachRow[]): Map<UserId, Wanted> {
  const wanted = new Map<UserId, Wanted>();
  const known = (id: number) => wanted.get(id as UserId) ?? defaultWanted;
  for (const { user_id, reach } of reaches)
    wanted.set(user_id as UserId, { ...known(user_id), reach });
  for (const { user_id, topic } of topics)
    wanted.set(user_id as UserId, {
      ...known(user_id),
      unwanted: [...known(user_id).unwanted, topic],
    });
  return wanted;
}
