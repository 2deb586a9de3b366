import type { IssueId, ProjectId } from "#server/domain/ids.ts";

/**
 * How much happens now: what rules about frequencies and spikes ask, each with a bounded cost.
 * Counted by when events happened, and those that came late by when they were received: what a
 * device sends after hours offline is news, too.
 */
export interface TrafficStore {
  /**
   * Issues that had more than `moreThan` events since the start of the hour that `since` is in,
   * with that count: read from the hourly counters, so an upper bound where the hour is cut. At
   * most `limit`, the busiest first.
   */
  busyIssues(filter: BusyFilter): Promise<{ issueId: IssueId; count: number }[]>;
  /**
   * Events of these issues, or people in them, since then; counting stops at `most`, and people are
   * looked for in 50,000 events a day.
   */
  count(filter: CountFilter): Promise<number>;
  /**
   * Users in events of these issues, step by step and together. Of each day at most 50,000 events
   * are looked at, fewer where the window has several: where there are more, `isAll` is false and
   * the users are at least so many.
   */
  affectedUsers(filter: UsersFilter): Promise<AffectedUsers>;
  /**
   * Events of the whole project by hour, oldest first, the last one being the hour that `until` is
   * in. What was received in the last two hours and happened earlier counts in the hour of its
   * receipt.
   */
  hours(projectId: ProjectId, window: HoursAsked): Promise<number[]>;
  /** The same of issues, by id. */
  issueHours(
    projectId: ProjectId,
    issueIds: IssueId[],
    window: HoursAsked,
  ): Promise<Map<IssueId, number[]>>;
  /**
   * Issues of a project to which this happened since then, each time it did, the newest first: at
   * most `limit`.
   */
  happened(filter: HappenedFilter): Promise<IssueId[]>;
}

type HoursAsked = { until: number; hours: number; environment?: string };

type BusyFilter = {
  projectId: ProjectId;
  environment?: string;
  since: number;
  moreThan: number;
  limit: number;
};

export type CountFilter = {
  projectId: ProjectId;
  issueIds: IssueId[];
  measure: "events" | "users";
  environment?: string;
  since: number;
  most: number;
};

export type UsersFilter = {
  projectId: ProjectId;
  issueIds: IssueId[];
  environment?: string;
  since: number;
  until: number;
  stepMs: number;
};

/** `steps`: from `since` on, as many as reach to `until`. */
export type AffectedUsers = { users: number; steps: number[]; isAll: boolean };

type HappenedFilter = {
  projectId: ProjectId;
  what: "first-seen" | "regressed" | "woken";
  since: number;
  limit: number;
};
