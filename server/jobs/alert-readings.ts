import type { Firing } from "#server/domain/alert/rule.ts";
import type { Notice } from "#server/domain/notice/notice.ts";

/** How a subject stands to a rule's condition at this moment, and what would be said of it. */
export type Reading = {
  subject: string;
  /** Undefined: too little is known to say. */
  isTrue: boolean | undefined;
  /**
   * Which it is, how much it has, and where its page is: in words, as the rule's page prints them.
   */
  what: string;
  value: string;
  path: string;
  /** Orders them. */
  amount: number;
  /** Undefined: no notification. */
  notice(verdict: "tell" | "remind" | "recovered"): Promise<Notice | undefined>;
};

/** `absent`: what it means that nothing was read of a subject. */
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
