import type { ChatChannel } from "./chat.ts";

/** A notification channel. Secrets are encrypted: storage can't read them. */
export type Channel =
  /** Email addresses of members; those who lost access are skipped when it is sent. */
  | { kind: "mail"; to: string[] }
  /** Members with email notifications on. */
  | { kind: "mail-members" }
  /** Signed with HMAC-SHA-256 (`notify/webhook.ts`). */
  | { kind: "webhook"; url: string; sealedSecret: string }
  | ChatChannel;

/** Purpose for which the secret is encrypted (`commands/sign-in/seal.ts`). */
export const webhookSecretPurpose = "alert webhook secret";

/** How often a rule notifies, and when. */
export type Pace = {
  /** Notices per hour; others are grouped in one notice at the end of the hour. */
  mostPerHour: number;
  /**
   * Wall-clock times between which nothing is sent; pending notices are grouped and sent when they
   * end.
   */
  quiet?: { from: ClockTime; to: ClockTime; timeZone: string };
  /** A daily or weekly digest instead of an email per event. */
  digest?: "day" | "week";
};

/** `07:30`. */
export type ClockTime = `${number}:${number}`;
