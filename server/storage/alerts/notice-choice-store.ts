import type { ProjectId, UserId } from "#server/domain/ids.ts";
import type { EmailTopic, NoticeReach, NoticeTopic, Wanted } from "#server/domain/notice/choice.ts";

/** Notification preferences of each person. */
export interface NoticeChoiceStore {
  of(userId: UserId): Promise<NoticeChoices>;
  save(userId: UserId, choices: NoticeChoices): Promise<void>;
  /** Turns off this topic. */
  stop(userId: UserId, topic: EmailTopic): Promise<void>;
  /** Users who turned on the weekly digest. */
  weekly(): Promise<UserId[]>;
  /** In one project, of users with preferences; for all others, `defaultWanted` applies. */
  inProject(projectId: ProjectId): Promise<Map<UserId, Wanted>>;
}

/** Projects without an entry have the default. */
export type NoticeChoices = {
  unwanted: NoticeTopic[];
  reaches: { projectId: ProjectId; reach: NoticeReach }[];
  /** Whether the weekly digest is on. */
  weekly: boolean;
};
