export type Mail = { to: string; subject: string; text: string; html?: string };

/** `why` is a sentence for people. */
export type MailResult = { sent: true } | { sent: false; why: string };

/** How mail is set up, for people: no secrets. */
export type MailFacts = { configured: false } | ConfiguredMail;
export type ConfiguredMail = { configured: true; server: string; from: string; lastFailure?: MailFailure };
export type MailFailure = { at: number; why: string };
