import type { Level } from "#server/domain/event/error-event.ts";
import type { IssueId } from "#server/domain/ids.ts";
import type { Problem } from "#server/domain/problem.ts";

/**
 * What the search box of the issue list means. Parsed by `parseIssueQuery`; storage turns it into
 * conditions.
 */
export type IssueQuery = {
  /** Any of these; empty: whatever state. */
  states: StateTerm[];
  /** Any of these; empty: whatever level. */
  levels: string[];
  /**
   * All of these, without case: anywhere in the searched text, in a release, or the whole short id.
   */
  words: string[];
  /** All of these besides. */
  terms?: IssueTerm[];
};

export const stateTerms = ["open", "new", "ongoing", "regressed", "ignored", "resolved"] as const;
export type StateTerm = (typeof stateTerms)[number];

/**
 * States and levels that are negated; words that are negated or patterns. Relative times and `me`
 * are resolved when storage is asked.
 */
export type IssueTerm =
  | { kind: "state"; values: StateTerm[]; negated: true }
  | { kind: "level"; values: Level[]; negated: true }
  | { kind: "word"; word: TextMatch; negated: boolean }
  | { kind: "flag"; flag: "unhandled" | "assigned"; negated: boolean }
  | { kind: "field"; field: TextField; values: TextMatch[]; negated: boolean }
  | { kind: "line"; field: LineField; values: TextMatch[]; negated: boolean }
  | { kind: "tag"; key: string; values: TextMatch[]; negated: boolean }
  | { kind: "number"; key: string; sign: Sign; number: number; negated: boolean }
  | { kind: "has"; key: string; negated: boolean }
  | { kind: "trace"; traces: string[]; issues?: IssueId[]; negated: boolean }
  | { kind: "count"; field: CountField; sign: Sign | "="; count: number }
  | { kind: "time"; field: TimeField; sign: Sign; moment: string }
  | { kind: "age"; field: TimeField; age: string; isOlder: boolean }
  | { kind: "any"; queries: IssueQuery[]; negated: boolean };

/**
 * `assigned` to `me`, `none`, an email address or a name; `release` may be `latest`, and goes
 * without its package.
 */
export const textFields = [
  "environment",
  "release",
  "first-release",
  "assigned",
  "route",
  "platform",
  "issue",
] as const;
export type TextField = (typeof textFields)[number];
/** Lines of the searched text of an issue (`domain/event/searched-text.ts`). */
export const lineFields = [
  "error.type",
  "message",
  "stack.filename",
  "stack.function",
  "stack.module",
] as const;
export type LineField = (typeof lineFields)[number];
export const countFields = ["times-seen", "users"] as const;
export type CountField = (typeof countFields)[number];
export const timeFields = ["first-seen", "last-seen"] as const;
export type TimeField = (typeof timeFields)[number];

export type Sign = ">" | ">=" | "<" | "<=";

/** The text itself, or what it is like: `*` stands for anything. */
export type TextMatch = string | { like: string };

/**
 * What is wrong with a query, which part of the text that is, and what that part may be meant as;
 * `traces`: the search for traces that it may be as a whole.
 */
export type WrongQuery = Problem & { from: number; to: number; instead?: string; traces?: string };
