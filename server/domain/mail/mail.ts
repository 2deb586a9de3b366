export type Mail = {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /**
   * The left half of its `Message-ID`: the same for a repetition, which mail readers then show
   * once.
   */
  messageId?: string;
  /** Emails with the same word make one conversation. */
  thread?: string;
  /** Where one post ends such emails (RFC 8058). */
  unsubscribeUrl?: string;
};

/**
 * `why` is a sentence for people. `forGood`: the server will never take this mail (a 5yz reply, RFC
 * 5321 4.2.1).
 */
export type MailResult = { sent: true } | { sent: false; why: string; forGood?: boolean };

/** How mail is set up, for people: no secrets. */
export type MailFacts = { configured: false } | ConfiguredMail;
export type ConfiguredMail = {
  configured: true;
  server: string;
  from: string;
  lastFailure?: MailFailure;
};
export type MailFailure = { at: number; why: string };
