import type { Level } from "#server/domain/event/error-event.ts";
import type { EventId, IssueId, ProjectId, UserId } from "#server/domain/ids.ts";
import type { IssueState } from "./state.ts";

/** What events have in common: the thing people triage. Times are milliseconds since 1970. */
export type Issue = {
  id: IssueId;
  projectId: ProjectId;
  /** Running number in its project. */
  number: number;
  /** `SHOP-142`. */
  shortId: string;
  type: string;
  value: string;
  /** The route, transaction or function it happened in. */
  culprit: string;
  level: Level;
  platform: string;
  state: IssueState;
  count: number;
  userCount: number;
  /** When its oldest and its newest event happened. */
  firstSeen: number;
  lastSeen: number;
  /**
   * Type, value, culprit, and level are this event's. Of several at one time, the one whose id is
   * the greatest.
   */
  newestEventId?: EventId;
  firstRelease?: string;
  lastRelease?: string;
  assignee?: { id: UserId; name: string };
  /** True when its newest event was not handled. */
  unhandled: boolean;
};

/** One line for lists and headings: `TypeError: x is undefined`, or the message alone. */
export function issueTitle(issue: Pick<Issue, "type" | "value">): string {
  if (!issue.type) return issue.value || "(no message)";
  return issue.value ? `${issue.type}: ${issue.value}` : issue.type;
}

/** Where new issues of a project are counted, counting stops here. */
export const newIssuesMost = 1000;
