/**
 * Something that people are told, before it is known how: plain text throughout. Each channel
 * prints it its own way.
 */
export type Notice = {
  kind: NoticeKind;
  /** One line: an email's subject, a message's heading. */
  subject: string;
  /** Sentences, the most important first. */
  body: string[];
  facts: { label: string; value: string }[];
  /** What it is about: `path` below the public URL, without base path. */
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
  /** `first` is a line number; `failing` an index of `lines`. */
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
  /** What a rule was told to send to see whether it arrives. */
  | "test";
