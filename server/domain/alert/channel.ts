/** Where a notice goes. Secrets are sealed: storage cannot read them. */
export type Channel =
  /**
   * Addresses of people who may read the project; those who lost access are left out when it is
   * sent.
   */
  | { kind: "mail"; to: string[] }
  /** Accounts that may read the project and want its emails. */
  | { kind: "mail-members" }
  /** Signed with HMAC-SHA-256 (`notify/webhook.ts`). */
  | { kind: "webhook"; url: string; sealedSecret: string }
  /**
   * Anything that takes what Slack's incoming webhooks take. The URL is a secret; its host is what
   * people see of it.
   */
  | { kind: "slack"; sealedUrl: string; host?: string };

/** What secrets of channels are sealed for (`commands/sign-in/seal.ts`). */
export const webhookSecretPurpose = "alert webhook secret";
export const slackUrlPurpose = "alert slack url";

/** How much of a rule reaches people, and when. */
export type Pace = {
  /** Notices an hour; what is beyond is counted, and told in one notice when the hour is over. */
  mostPerHour: number;
  /**
   * Wall-clock times between which nothing is sent; what came up is sent together when they end.
   */
  quiet?: { from: ClockTime; to: ClockTime; timeZone: string };
  /** A daily or weekly digest instead of one email an event. */
  digest?: "day" | "week";
};

/** `07:30`. */
export type ClockTime = `${number}:${number}`;
