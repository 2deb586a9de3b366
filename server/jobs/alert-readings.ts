import type { Firing } from "#server/domain/alert/rule.ts";
import type { Notice } from "#server/domain/notice/notice.ts";

/** A subject's current state relative to a rule's condition, and the notice that would be sent. */
export type Reading = {
  subject: string;
  /** Undefined: not enough data. */
  isTrue: boolean | undefined;
  /** The subject, its amount, and its page, as the rule's page prints them. */
  what: string;
  value: string;
  path: string;
  /** Sort key. */
  amount: number;
  /** Undefined: no notification. */
  notice(verdict: "tell" | "remind" | "recovered"): Promise<Notice | undefined>;
};

/** `absent`: the meaning of a subject without a reading. */
export type Readings = { readings: Reading[]; absent: false | undefined; settleMs: number };

export const unread = (subject: string, absent: false | undefined): Reading => ({
  subject,
  isTrue: absent,
  what: "",
  value: "",
  path: "",
  amount: 0,
  notice: async () => undefined,
});

export type FiringsBySubject = Map<string, Firing>;
