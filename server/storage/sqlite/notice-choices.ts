import type { UserId } from "#server/domain/ids.ts";
import { weeklyTopic } from "#server/domain/notice/choice.ts";
import type { NoticeChoiceStore } from "#server/storage/notice-choice-store.ts";
import { choicesOf, type ReachRow, type TopicRow, wantedOf } from "#server/storage/layout/notice-choice-rows.ts";
import type { Connections } from "./connections.ts";
import { prepare } from "./statement.ts";
import type { Write } from "./writing.ts";

export function noticeChoiceStore({ reader, writer }: Connections, write: Write): NoticeChoiceStore {
  const topics = prepare<TopicRow>(
    reader,
    "SELECT user_id, topic FROM unwanted_notices WHERE user_id = ? ORDER BY topic",
  );
  const reaches = prepare<ReachRow>(
    reader,
    "SELECT user_id, project_id, reach FROM notice_reach WHERE user_id = ? ORDER BY project_id",
  );
  const allTopics = prepare<TopicRow>(reader, "SELECT user_id, topic FROM unwanted_notices");
  const reachesIn = prepare<ReachRow>(
    reader,
    "SELECT user_id, project_id, reach FROM notice_reach WHERE project_id = ?",
  );
  const forgetTopics = prepare(writer, "DELETE FROM unwanted_notices WHERE user_id = ?");
  const forgetReaches = prepare(writer, "DELETE FROM notice_reach WHERE user_id = ?");
  // An account that is gone by now has nothing to stop.
  const addTopic = prepare(
    writer,
    "INSERT INTO unwanted_notices (user_id, topic) SELECT id, ?2 FROM users WHERE id = ?1 ON CONFLICT DO NOTHING",
  );
  const addReach = prepare(writer, "INSERT INTO notice_reach (user_id, project_id, reach) VALUES (?, ?, ?)");

  const weekly = prepare<{ user_id: number }>(reader, "SELECT user_id FROM weekly_digests ORDER BY user_id");
  const isWeekly = prepare(reader, "SELECT 1 FROM weekly_digests WHERE user_id = ?");
  const addWeekly = prepare(
    writer,
    "INSERT INTO weekly_digests (user_id) SELECT id FROM users WHERE id = ? ON CONFLICT DO NOTHING",
  );
  const forgetWeekly = prepare(writer, "DELETE FROM weekly_digests WHERE user_id = ?");

  return {
    of: async (userId) => choicesOf(topics.all(userId), reaches.all(userId), isWeekly.get(userId) !== undefined),
    save: (userId, { unwanted, reaches: chosen, weekly: wantsWeekly }) =>
      write(() => {
        forgetTopics.run(userId);
        forgetReaches.run(userId);
        (wantsWeekly ? addWeekly : forgetWeekly).run(userId);
        for (const topic of unwanted) addTopic.run(userId, topic);
        for (const { projectId, reach } of chosen) addReach.run(userId, projectId, reach);
      }),
    stop: (userId, topic) =>
      write(() => void (topic === weeklyTopic ? forgetWeekly.run(userId) : addTopic.run(userId, topic))),
    weekly: async () => weekly.all().map(({ user_id }) => user_id as UserId),
    inProject: async (projectId) => wantedOf(allTopics.all(), reachesIn.all(projectId)),
  };
}
