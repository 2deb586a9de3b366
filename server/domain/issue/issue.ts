import type { Level } from "#server/domain/event/error-event.ts";
import type { EventId, IssueId, ProjectId, UserId } from "#server/domain/ids.ts";
import type { IssueState } from "./state.ts";

/** A group of events to triage. Times are milliseconds since 1970. */
export type Issue = {
  id: IssueId;
  projectId: ProjectId;
  /** Running number in its project. */
  number: number;
  /** `SHOP-142`. */
  shortId: string;
  type: string;
  value: string;
  /** The route, transaction, or function where it occurs. */
  culprit: string;
  level: Level;
  platform: string;
  state: IssueState;
  count: number;
  userCount: number;
  /** Times of its oldest and newest event. */
  firstSeen: number;
  lastSeen: number;
  /**
   * Type, value, culprit, and level come from this event. Of several at the same time, the one with
   * the greatest ID.
   */
  newestEventId?: EventId;
  firstRelease?: string;
  lastRelease?: string;
  assignee?: { id: UserId; name: string };
  /** True if its newest event was unhandled. */
  unhandled: boolean;
};

/** A title for lists and headings: `TypeError: x is undefined`, or only the message. */
export function issueTitle(issue: Pick<Issue, "type" | "value">): string {
  if (!issue.type) return issue.value || "(no message)";
  return issue.value ? `${issue.type}: ${issue.value}` : issue.type;
}

/** Maximum count of new issues per project. */
export const newIssuesMost = 1000;
