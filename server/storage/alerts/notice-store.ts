import type { AlertRuleId, ProjectId, UserId } from "#server/domain/ids.ts";
import type { Notice } from "#server/domain/notice/notice.ts";

/**
 * Notices for people. A job that follows a log (activities, incidents) and writes notices stores
 * its position in the same transaction, so a crash neither loses nor repeats a notice.
 */
export interface NoticeStore {
  /** Stores notices and a follower's position. A notice with a known key is skipped. */
  add(notices: NewNotice[], place?: Place): Promise<void>;
  positions(follower: string): Promise<Positions>;
  /**
   * Gives projects a position of their own, where the follower is now. Does nothing if it is no
   * longer there.
   */
  holdBack(follower: string, position: number, projectIds: readonly ProjectId[]): Promise<void>;
  /** Notices to be planned (`DeliveryStore.plan`), by lane. */
  waiting(): Promise<WaitingLane[]>;
  /** The lane's unplanned notices up to `lastId`, oldest first. */
  unplanned(lane: Lane, upTo: { lastId: number; limit: number }): Promise<StoredNotice[]>;
}

/**
 * A follower has one position in the log of all projects (undefined: it never started), and one for
 * each project that is held back because its cluster node doesn't respond.
 */
export type Positions = {
  position: number | undefined;
  heldBack: ReadonlyMap<ProjectId, number>;
};

/**
 * A log follower's new position and its previous one (undefined: it never started). If the previous
 * one is outdated, or `heldBack` (default: none), another process has followed the log, and nothing
 * is stored. `of`: a project's own position. `rejoins` deletes it: `position` is then where the
 * follower is.
 */
export type Place = {
  follower: string;
  after: number | undefined;
  position: number;
  heldBack?: Positions["heldBack"];
  of?: { projectId: ProjectId; rejoins: boolean };
};

export type NewNotice = {
  /** Identifies the event and the recipient: `rule:7:first-seen:4711`. */
  key: string;
  at: number;
  projectId: ProjectId;
  to: { kind: "rule"; ruleId: AlertRuleId } | { kind: "person"; userId: UserId };
  notice: Notice;
};

export type StoredNotice = NewNotice & { id: number };

/**
 * Notices that are grouped: of a rule, or for a person about a project. Tests are separate, because
 * they are never delayed.
 */
export type Lane = { to: NewNotice["to"]; projectId: ProjectId; isTest: boolean };

export type WaitingLane = Lane & { count: number; firstAt: number; lastId: number };
