import type { ChatChannel } from "#server/domain/alert/chat.ts";
import type { ClockTime } from "#server/domain/alert/channel.ts";
import type { AlertRuleId, ProjectId, UserId } from "#server/domain/ids.ts";
import type { Notice } from "#server/domain/notice/notice.ts";

/** One or more notices sent together. */
export type Message = {
  /** Oldest first; those beyond `mostNotices` are only counted. */
  notices: Notice[];
  more: number;
  /** Delayed because the rule reached its maximum per hour. */
  heldBack?: boolean;
  /** Delayed for a daily or weekly digest. */
  digest?: "day" | "week";
};

/** A message to one recipient by one channel (pending → delivered | retrying → failed). */
export type Delivery = {
  id: number;
  /** Sent along, so that receivers recognize a duplicate: 32 hexadecimal digits. */
  messageId: string;
  projectId: ProjectId;
  /** Absent: a personal email. */
  ruleId?: AlertRuleId;
  target: Target;
  message: Message;
  state: DeliveryState;
  /** Number of attempts started. */
  tries: number;
  createdAt: number;
  /** Result of the last attempt: a sentence. */
  answer?: string;
};

export type DeliveryState =
  | { state: "pending"; dueAt: number }
  | { state: "retrying"; dueAt: number }
  | { state: "delivered"; at: number }
  | { state: "failed"; at: number };

/**
 * The recipient when the message was created. Email recipients are resolved when it is sent: by
 * user, otherwise by address.
 */
export type Target =
  /** `asMember`: as a member of the project, not by name. */
  | { kind: "mail"; to: UserId | string; asMember?: true }
  | { kind: "webhook"; url: string; sealedSecret: string }
  | ChatChannel;

/** Quiet hours of `Pace`. */
export type QuietHours = { from: ClockTime; to: ClockTime; timeZone: string };

export const mostNotices = 20;

/** Retention of deliveries and their content. */
export const keptDays = 30;

/** The first notices in full, and the number of others. `total`: the number of all. */
export function messageOf(
  notices: Notice[],
  total: number,
  why: Pick<Message, "heldBack" | "digest"> = {},
): Message {
  const said = notices.slice(0, mostNotices);
  return { notices: said, more: total - said.length, ...why };
}

/** A test by a user: attempted once. */
export const isTest = ({ notices }: Message): boolean => notices[0]?.kind === "test";

export const noticeCount = ({ notices, more }: Message): number => notices.length + more;
