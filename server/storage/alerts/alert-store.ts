import type { Firing, AlertRule } from "#server/domain/alert/rule.ts";
import type { AlertRuleId, ProjectId } from "#server/domain/ids.ts";
import type { NewNotice, Place } from "./notice-store.ts";

/** Alert rules and their current firings. `jobs/evaluate-alerts.ts` evaluates them. */
export interface AlertStore {
  create(rule: NewAlertRule): Promise<AlertRule>;
  /**
   * Changes everything except creator and creation time. A new `since` means a new subject, so
   * firings are forgotten. Undefined if the rule doesn't exist.
   */
  change(rule: AlertRule): Promise<AlertRule | undefined>;
  /** Also removes its firings and notices. Returns false if it doesn't exist. */
  remove(projectId: ProjectId, id: AlertRuleId): Promise<boolean>;
  find(projectId: ProjectId, id: AlertRuleId): Promise<ListedRule | undefined>;
  /** Oldest first. */
  list(projectId: ProjectId): Promise<ListedRule[]>;
  /** Rules of all projects that are not being deleted, without those muted at that time. */
  active(now: number): Promise<AlertRule[]>;
  firings(ruleId: AlertRuleId): Promise<Firing[]>;
  /**
   * Stores an evaluation in one transaction: notices (known keys are skipped), firings that start
   * and end, and the follower's position. Deleted rules are skipped. Stores nothing if another
   * process evaluated the same in the meantime: the follower moved (`Place`), or `judged` is
   * outdated.
   */
  record(evaluation: Evaluation): Promise<void>;
  /**
   * Releases in order of the receipt of their first event, session, or span: the order that release
   * rules follow by ID. `of`: only these projects, whose cluster nodes alone are asked.
   */
  releasesAfter(after: number, limit: number, of?: ProjectId[]): Promise<FirstSeenRelease[]>;
  /** ID of the newest entry ever; 0 before the first. */
  newestRelease(): Promise<number>;
}

export type NewAlertRule = Omit<AlertRule, "id">;

/** `firing`: number of subjects over the threshold. */
export type ListedRule = AlertRule & { lastFiredAt?: number; firing: number };

export type Evaluation = {
  notices: RuleNotice[];
  firings: FiringChange[];
  place?: Place;
  /** The rule's firings at the time of evaluation. */
  judged?: { ruleId: AlertRuleId; firings: Firing[] };
};

export type RuleNotice = NewNotice & { to: { kind: "rule"; ruleId: AlertRuleId } };

/** Without `firing`, it has ended. */
export type FiringChange = { ruleId: AlertRuleId; subject: string; firing?: Firing };

export type FirstSeenRelease = { id: number; projectId: ProjectId; version: string; at: number };
