import type { AlertRuleId, ProjectId, UserId } from "#server/domain/ids.ts";
import type { Notice } from "#server/domain/notice/notice.ts";

/**
 * What people are to be told. Those who follow a log (activities, incidents) and write notices keep
 * their place in it in the same transaction, so that a crash neither swallows a notice nor tells it
 * twice.
 */
export interface NoticeStore {
  /**
   * Keeps the notices, and where a follower has got to. A notice whose key is known already is left
   * out.
   */
  add(notices: NewNotice[], place?: Place): Promise<void>;
  /** Where a follower has got to; undefined: it never began. */
  position(follower: string): Promise<number | undefined>;
  /** What waits to be planned (`DeliveryStore.plan`), by lane. */
  waiting(): Promise<WaitingLane[]>;
  /** The lane's oldest notices that are not planned yet, the oldest first, up to `lastId`. */
  unplanned(lane: Lane, upTo: { lastId: number; limit: number }): Promise<StoredNotice[]>;
}

/**
 * Where a follower of a log has got to, and where it was when it was asked (undefined: it never
 * began). If it is there no more, another person has followed meanwhile and told what there was to
 * tell: nothing at all is kept then.
 */
export type Place = { follower: string; after: number | undefined; position: number };

export type NewNotice = {
  /** Names what happened and who is told: `rule:7:first-seen:4711`. */
  key: string;
  at: number;
  projectId: ProjectId;
  to: { kind: "rule"; ruleId: AlertRuleId } | { kind: "person"; userId: UserId };
  notice: Notice;
};

export type StoredNotice = NewNotice & { id: number };

/**
 * What is told together: of a rule, or to a person about a project. Tests go by themselves, since
 * no pace holds them up.
 */
export type Lane = { to: NewNotice["to"]; projectId: ProjectId; isTest: boolean };

export type WaitingLane = Lane & { count: number; firstAt: number; lastId: number };
