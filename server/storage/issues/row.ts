import type { IssueId, ProjectId, UserId } from "#server/domain/ids.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { IssueState } from "#server/domain/issue/state.ts";
import { idText } from "#server/storage/events/row.ts";
import { levelOf } from "./stored-status.ts";

export type IssueRow = {
  id: number;
  project_id: number;
  number: number;
  prefix: string;
  type: string;
  value: string;
  culprit: string;
  level: number;
  platform: string;
  standing: string;
  event_count: number;
  user_count: number;
  first_seen: number;
  last_seen: number;
  newest_event: Uint8Array | null;
  first_release: string | null;
  last_release: string | null;
  assignee_id: number | null;
  assignee_name: string | null;
  unhandled: number;
};

/** Every column of `issues` (here `i`) that leaves the store. */
export const storedColumns = `i.id, i.project_id, i.number, i.type, i.value, i.culprit, i.level, i.platform, i.standing,
  i.event_count, i.user_count, i.first_seen, i.last_seen, i.newest_event, i.first_release, i.last_release, i.assignee_id, i.unhandled`;

export function issueOf(row: IssueRow): Issue {
  return {
    id: row.id as IssueId,
    projectId: row.project_id as ProjectId,
    number: row.number,
    shortId: `${row.prefix}-${row.number}`,
    type: row.type,
    value: row.value,
    culprit: row.culprit,
    level: levelOf(row.level),
    platform: row.platform,
    state: JSON.parse(row.standing) as IssueState,
    count: row.event_count,
    userCount: row.user_count,
    firstSeen: row.first_seen,
    lastSeen: row.last_seen,
    ...(row.newest_event !== null && { newestEventId: idText(row.newest_event) }),
    ...(row.first_release !== null && { firstRelease: row.first_release }),
    ...(row.last_release !== null && { lastRelease: row.last_release }),
    ...(row.assignee_id !== null && {
      assignee: { id: row.assignee_id as UserId, name: row.assignee_name ?? "" },
    }),
    unhandled: row.unhandled === 1,
  };
}

/**
 * The searched text of an issue: its title, and the lines from its newest event
 * (`domain/event/searched-text.ts`).
 */
type SearchedName = Pick<Issue, "type" | "value" | "culprit"> & { searched?: string };

/**
 * The searched text in lowercase, so that a case-insensitive search is a plain comparison, and
 * padded for the index (`issue-search/words.sqlite.ts`).
 */
export const wordsOf = ({ type, value, culprit, searched = "" }: SearchedName): string =>
  `${type}\n${value}\n${culprit}\n${searched}\n`.toLowerCase();
