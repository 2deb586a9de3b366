import type { UserId } from "#server/domain/ids.ts";
import { weeklyTopic } from "#server/domain/notice/choice.ts";
import { choicesOf, type ReachRow, type TopicRow, wantedOf } from "#server/storage/layout/notice-choice-rows.ts";
import type { NoticeChoiceStore } from "#server/storage/notice-choice-store.ts";
import type { Database } from "./database.ts";

const selectTopics = "SELECT user_id, topic FROM unwanted_notices WHERE user_id = $1 ORDER BY topic";
const selectReaches = "SELECT user_id, project_id, reach FROM notice_reach WHERE user_id = $1 ORDER BY project_id";
const selectAllTopics = "SELECT user_id, topic FROM unwanted_notices ORDER BY topic";
const selectReachesIn = "SELECT user_id, project_id, reach FROM notice_reach WHERE project_id = $1";
// Of one person's choices one after the other.
const lockUser = "SELECT id FROM users WHERE id = $1 FOR NO KEY UPDATE";
// An account that is gone by now has nothing to stop.
const addTopics = `INSERT INTO unwanted_notices (user_id, topic)
  SELECT id, unnest($2::text[]) FROM users WHERE id = $1 ON CONFLICT DO NOTHING`;
const addReaches = `INSERT INTO notice_reach (user_id, project_id, reach)
  SELECT $1, * FROM unnest($2::bigint[], $3::text[])`;
const selectWeekly = "SELECT user_id FROM weekly_digests ORDER BY user_id";
const selectWeeklyOf = "SELECT user_id FROM weekly_digests WHERE user_id = $1";
const addWeekly = "INSERT INTO weekly_digests (user_id) SELECT id FROM users WHERE id = $1 ON CONFLICT DO NOTHING";
const forgetWeekly = "DELETE FROM weekly_digests WHERE user_id = $1";

type WeeklyRow = { user_id: UserId };

export function noticeChoiceStore({ query, transaction }: Database): NoticeChoiceStore {
  return {
    async of(userId) {
      const [topics, reaches, weekly] = await Promise.all([
        query<TopicRow>(selectTopics, userId),
        query<ReachRow>(selectReaches, userId),
        query<WeeklyRow>(selectWeeklyOf, userId),
      ]);
      return choicesOf(topics, reaches, weekly.length > 0);
    },
    save: (userId, { unwanted, reaches, weekly }) =>
      transaction(async (query) => {
        await query(lockUser, userId);
        await Promise.all([
          query("DELETE FROM unwanted_notices WHERE user_id = $1", userId),
          query("DELETE FROM notice_reach WHERE user_id = $1", userId),
          query(weekly ? addWeekly : forgetWeekly, userId),
        ]);
        const [projectIds, words] = [reaches.map(({ projectId }) => projectId), reaches.map(({ reach }) => reach)];
        await Promise.all([query(addTopics, userId, unwanted), query(addReaches, userId, projectIds, words)]);
      }),
    stop: async (userId, topic) =>
      void (await (topic === weeklyTopic ? query(forgetWeekly, userId) : query(addTopics, userId, [topic]))),
    weekly: async () => (await query<WeeklyRow>(selectWeekly)).map(({ user_id }) => user_id),
    inProject: async (projectId) =>
      wantedOf(...(await Promise.all([query<TopicRow>(selectAllTopics), query<ReachRow>(selectReachesIn, projectId)]))),
  };
}
