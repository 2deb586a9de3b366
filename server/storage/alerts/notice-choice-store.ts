import type { ProjectId, UserId } from "#server/domain/ids.ts";
import type { EmailTopic, NoticeReach, NoticeTopic, Wanted } from "#server/domain/notice/choice.ts";

/** What each person wants to be told. */
export interface NoticeChoiceStore {
  of(userId: UserId): Promise<NoticeChoices>;
  save(userId: UserId, choices: NoticeChoices): Promise<void>;
  /** From now on nothing of this topic. */
  stop(userId: UserId, topic: EmailTopic): Promise<void>;
  /** Users who want the weekly digest. */
  weekly(): Promise<UserId[]>;
  /** In one project, of those who have chosen anything; for everyone else holds `defaultWanted`. */
  inProject(projectId: ProjectId): Promise<Map<UserId, Wanted>>;
}

/** Projects that are not named have the default. */
export type NoticeChoices = {
  unwanted: NoticeTopic[];
  reaches: { projectId: ProjectId; reach: NoticeReach }[];
  /** Whether the weekly digest is wanted. */
  weekly: boolean;
};
