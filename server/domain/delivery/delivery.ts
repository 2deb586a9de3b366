import type { ClockTime } from "#server/domain/alert/channel.ts";
import type { AlertRuleId, ProjectId, UserId } from "#server/domain/ids.ts";
import type { Notice } from "#server/domain/notice/notice.ts";

/** One or more notices as they reach people together. */
export type Message = {
  /** The oldest first; those beyond `mostNotices` are only counted. */
  notices: Notice[];
  more: number;
  /** They waited because the rule had said as much as it may in an hour. */
  heldBack?: boolean;
  /** They waited for a daily or weekly digest. */
  digest?: "day" | "week";
};

/**
 * A message to one recipient by one channel (SPEC section 4: pending → delivered | retrying →
 * failed).
 */
export type Delivery = {
  id: number;
  /** Sent along, so that receivers know a repetition: 32 hex digits. */
  messageId: string;
  projectId: ProjectId;
  /** Absent: a person's own email. */
  ruleId?: AlertRuleId;
  target: Target;
  message: Message;
  state: DeliveryState;
  /** How often it was begun. */
  tries: number;
  createdAt: number;
  /** What became of the last try: a sentence. */
  answer?: string;
};

export type DeliveryState =
  | { state: "pending"; dueAt: number }
  | { state: "retrying"; dueAt: number }
  | { state: "delivered"; at: number }
  | { state: "failed"; at: number };

/**
 * Where to, as it was when the message was made. Who reads mail is found when it is sent: by
 * person, else by address.
 */
export type Target =
  /** `asMember`: for being one of the project's people, and not by name. */
  | { kind: "mail"; to: UserId | string; asMember?: true }
  | { kind: "webhook"; url: string; sealedSecret: string }
  | { kind: "slack"; sealedUrl: string; host?: string };

/** Quiet times as `Pace` has them. */
export type QuietHours = { from: ClockTime; to: ClockTime; timeZone: string };

export const mostNotices = 20;

/** Deliveries and what they say are kept as long. */
export const keptDays = 30;

/** The first notices in full, the rest as a number. `total`: how many there are in all. */
export function messageOf(
  notices: Notice[],
  total: number,
  why: Pick<Message, "heldBack" | "digest"> = {},
): Message {
  const said = notices.slice(0, mostNotices);
  return { notices: said, more: total - said.length, ...why };
}

/** Sent by hand to see whether it arrives: it is tried once. */
export const isTest = ({ notices }: Message): boolean => notices[0]?.kind === "test";

export const noticeCount = ({ notices, more }: Message): number => notices.length + more;
