import type { AlertRuleId, ProjectId, UserId } from "#server/domain/ids.ts";
import type { Notice } from "#server/domain/notice/notice.ts";
import type { Lane, NewNotice, StoredNotice, WaitingLane } from "./notice-store.ts";

export type LaneRow = {
  recipient: string;
  project_id: number;
  urgent: number;
  count: number;
  first_at: number;
  last_id: number;
};
export type NoticeRow = { id: number; key: string; at: number; notice: string };

export const waitingLaneOf = (row: LaneRow): WaitingLane => ({
  to: toOf(row.recipient),
  projectId: row.project_id as ProjectId,
  isTest: row.urgent === 1,
  count: row.count,
  firstAt: row.first_at,
  lastId: row.last_id,
});

export const noticeOf = (
  { id, key, at, notice }: NoticeRow,
  { projectId, to }: Lane,
): StoredNotice => ({
  id,
  key,
  at,
  projectId,
  to,
  notice: JSON.parse(notice) as Notice,
});

/**
 * Parameters of the statements that write a notice, in order: key, time, project, recipient,
 * content, urgency.
 */
export const noticeValues = ({ key, at, projectId, to, notice }: NewNotice) =>
  [
    key,
    at,
    projectId,
    recipientOf(to),
    JSON.stringify(notice),
    Number(notice.kind === "test"),
  ] as const;

/** Value of `notices.recipient`. */
export const recipientOf = (to: NewNotice["to"]): string =>
  to.kind === "rule" ? `rule:${to.ruleId}` : `person:${to.userId}`;

function toOf(recipient: string): NewNotice["to"] {
  const [kind, id] = recipient.split(":");
  return kind === "rule"
    ? { kind, ruleId: Number(id) as AlertRuleId }
    : { kind: "person", userId: Number(id) as UserId };
}

/** Recipient, project, and urgency: the key of a lane in the waiting index. */
export const laneKey = ({ to, projectId, isTest }: Lane): [string, number, number] => [
  recipientOf(to),
  projectId,
  Number(isTest),
];
