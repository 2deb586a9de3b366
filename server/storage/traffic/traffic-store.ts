import type { IssueId, ProjectId } from "#server/domain/ids.ts";

/**
 * Current traffic for frequency and spike rules, at bounded cost. Counts by event time, and late
 * events by receipt: what a device sends after hours offline is news, too.
 */
export interface TrafficStore {
  /**
   * Issues with more than `moreThan` events since the start of the hour of `since`, with the count:
   * from hourly counters, so an upper bound if the hour is cut. At most `limit`, busiest first.
   */
  busyIssues(filter: BusyFilter): Promise<{ issueId: IssueId; count: number }[]>;
  /**
   * Events of these issues, or users in them, since then. Counting stops at `most`; users are
   * counted in at most 50,000 events per day.
   */
  count(filter: CountFilter): Promise<number>;
  /**
   * Users in events of these issues, per step and in total. Reads at most 50,000 events per day,
   * fewer if the window has several days. If there are more, `isAll` is false, and the numbers are
   * lower bounds.
   */
  affectedUsers(filter: UsersFilter): Promise<AffectedUsers>;
  /**
   * Events of the project by hour, oldest first, up to the hour of `until`. Late events received in
   * the last two hours count in the hour of receipt.
   */
  hours(projectId: ProjectId, window: HoursAsked): Promise<number[]>;
  /** The same for issues, by ID. */
  issueHours(
    projectId: ProjectId,
    issueIds: IssueId[],
    window: HoursAsked,
  ): Promise<Map<IssueId, number[]>>;
  /**
   * Issues of a project with this activity since then and its time, once per activity, newest
   * first: at most `limit`.
   */
  happened(filter: HappenedFilter): Promise<{ issueId: IssueId; at: number }[]>;
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

/** `steps`: from `since` on, up to `until`. */
export type AffectedUsers = { users: number; steps: number[]; isAll: boolean };

type HappenedFilter = {
  projectId: ProjectId;
  what: "first-seen" | "regressed" | "woken";
  since: number;
  limit: number;
};
