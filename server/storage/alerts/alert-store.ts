import type { Firing, AlertRule } from "#server/domain/alert/rule.ts";
import type { AlertRuleId, ProjectId } from "#server/domain/ids.ts";
import type { NewNotice, Place } from "./notice-store.ts";

/**
 * Rules, and what each has told of that is still true. Who evaluates them is
 * `jobs/evaluate-alerts.ts`.
 */
export interface AlertStore {
  create(rule: NewAlertRule): Promise<AlertRule>;
  /**
   * Everything but who made it and when. A `since` that moved means that it watches something else
   * now: what it was firing about is forgotten. Undefined when there is no such rule.
   */
  change(rule: AlertRule): Promise<AlertRule | undefined>;
  /** With its firings and the notices it wrote. False when there was none. */
  remove(projectId: ProjectId, id: AlertRuleId): Promise<boolean>;
  find(projectId: ProjectId, id: AlertRuleId): Promise<ListedRule | undefined>;
  /** The oldest first. */
  list(projectId: ProjectId): Promise<ListedRule[]>;
  /** Of all projects that are not being deleted, but for those that are muted at that time. */
  active(now: number): Promise<AlertRule[]>;
  firings(ruleId: AlertRuleId): Promise<Firing[]>;
  /**
   * What an evaluation came to, in one transaction: notices (one whose key is known is left out),
   * what fires from now on and what does no more, and how far its follower has got. Rules that are
   * gone meanwhile are passed over. Nothing is kept where another person has evaluated the same
   * meanwhile: the follower is elsewhere (`Place`), or `judged` is not what there is.
   */
  record(evaluation: Evaluation): Promise<void>;
  /**
   * Releases in the order in which the first of their events, sessions or spans came: what rules
   * about releases follow by id.
   */
  releasesAfter(after: number, limit: number): Promise<FirstSeenRelease[]>;
}

export type NewAlertRule = Omit<AlertRule, "id">;

/** `firing`: how many subjects it is firing about. */
export type ListedRule = AlertRule & { lastFiredAt?: number; firing: number };

export type Evaluation = {
  notices: RuleNotice[];
  firings: FiringChange[];
  place?: Place;
  /** What the rule was firing about when it was judged. */
  judged?: { ruleId: AlertRuleId; firings: Firing[] };
};

export type RuleNotice = NewNotice & { to: { kind: "rule"; ruleId: AlertRuleId } };

/** `firing` absent: it is over. */
export type FiringChange = { ruleId: AlertRuleId; subject: string; firing?: Firing };

export type FirstSeenRelease = { id: number; projectId: ProjectId; version: string; at: number };
