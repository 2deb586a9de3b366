export type Mail = {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /**
   * The left half of its `Message-ID`: the same for a duplicate, which email clients then show
   * once.
   */
  messageId?: string;
  /** Emails with the same key form one conversation. */
  thread?: string;
  /** URL whose POST unsubscribes (RFC 8058). */
  unsubscribeUrl?: string;
};

/**
 * `why`: a sentence for users. `forGood`: the server permanently rejects this email (a 5yz reply,
 * RFC 5321 4.2.1).
 */
export type MailResult = { sent: true } | { sent: false; why: string; forGood?: boolean };

/** Email configuration for display, without secrets. */
export type MailFacts = { configured: false } | ConfiguredMail;
export type ConfiguredMail = {
  configured: true;
  server: string;
  from: string;
  lastFailure?: MailFailure;
};
export type MailFailure = { at: number; why: string };
