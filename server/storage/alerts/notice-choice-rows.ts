import type { ProjectId, UserId } from "#server/domain/ids.ts";
import { defaultWanted, type NoticeReach, type NoticeTopic, type Wanted } from "#server/domain/notice/choice.ts";
import type { NoticeChoices } from "./notice-choice-store.ts";

export type TopicRow = { user_id: number; topic: NoticeTopic };
export type ReachRow = { user_id: number; project_id: number; reach: NoticeReach };

export const choicesOf = (topics: TopicRow[], reaches: ReachRow[], weekly: boolean): NoticeChoices => ({
  unwanted: topics.map(({ topic }) => topic),
  reaches: reaches.map(({ project_id, reach }) => ({ projectId: project_id as ProjectId, reach })),
  weekly,
});

/** `reaches`: those in one project. */
export function wantedOf(topics: TopicRow[], reaches: ReachRow[]): Map<UserId, Wanted> {
  const wanted = new Map<UserId, Wanted>();
  const known = (id: number) => wanted.get(id as UserId) ?? defaultWanted;
  for (const { user_id, reach } of reaches) wanted.set(user_id as UserId, { ...known(user_id), reach });
  for (const { user_id, topic } of topics)
    wanted.set(user_id as UserId, { ...known(user_id), unwanted: [...known(user_id).unwanted, topic] });
  return wanted;
}
