import type { Firing } from "#server/domain/alert/rule.ts";
import type { Notice } from "#server/domain/notice/notice.ts";

/** How a subject stands to a rule's condition at this moment, and what would be said of it. */
export type Reading = {
  subject: string;
  /** Undefined: too little is known to say. */
  isTrue: boolean | undefined;
  /** Undefined: nobody is told of that. */
  notice(verdict: "tell" | "remind" | "recovered"): Promise<Notice | undefined>;
};

/** `absent`: what it means that nothing was read of a subject. */
export type Readings = { readings: Reading[]; absent: false | undefined; settleMs: number };

export const unread = (subject: string, absent: false | undefined): Reading => ({
  subject,
  isTrue: absent,
  notice: async () => undefined,
});

export type FiringsBySubject = Map<string, Firing>;
