/** A notification before its channel is known: plain text. Each channel formats it. */
export type Notice = {
  kind: NoticeKind;
  /** What an earlier notice reported is over. */
  isRecovered?: true;
  /** One line: an email's subject, or a message's heading. */
  subject: string;
  /** Sentences, most important first. */
  body: string[];
  facts: { label: string; value: string }[];
  /** Its subject: `path` below the public URL, without base path. */
  about: { text: string; path: string };
  project: { slug: string; name: string };
  issue?: { shortId: string; title: string; level: string; culprit: string };
  stack?: StackExcerpt;
};

/**
 * Where it was thrown: frames as `submitOrder (src/checkout.ts:42:7)`, innermost first, and lines
 * around the first.
 */
export type StackExcerpt = {
  frames: string[];
  /** `first`: a line number. `failing`: an index of `lines`. */
  source?: { first: number; lines: string[]; failing: number };
};

export type NoticeKind =
  | "issue-new"
  | "issue-regressed"
  | "issue-escalated"
  | "frequency"
  | "spike"
  | "route"
  | "vital"
  | "check-in"
  | "release"
  | "assigned"
  | "mentioned"
  | "commented"
  | "resolved"
  | "weekly"
  /** A test of a rule. */
  | "test";
