import type { Level } from "#server/domain/event/error-event.ts";
import type { IssueId } from "#server/domain/ids.ts";
import type { Problem } from "#server/domain/problem.ts";

/** A parsed issue search. Parsed by `parseIssueQuery`; storage turns it into conditions. */
export type IssueQuery = {
  /** Any of these; empty: any state. */
  states: StateTerm[];
  /** Any of these; empty: any level. */
  levels: string[];
  /** All of these, case-insensitive: in the searched text or a release, or the whole short ID. */
  words: string[];
  /** All of these in addition. */
  terms?: IssueTerm[];
};

export const stateTerms = ["open", "new", "ongoing", "regressed", "ignored", "resolved"] as const;
export type StateTerm = (typeof stateTerms)[number];

/**
 * Negated states and levels; words that are negated or patterns. Storage resolves relative times
 * and `me`.
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
 * `assigned`: `me`, `none`, an email address, or a name. `release`: may be `latest`, and without
 * its package.
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
/** Lines of an issue's searched text (`domain/event/searched-text.ts`). */
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

/** An exact text or a pattern: `*` matches anything. */
export type TextMatch = string | { like: string };

/**
 * An error in a query: its message, position, and suggestion; `traces`: the equivalent trace
 * search.
 */
export type WrongQuery = Problem & { from: number; to: number; instead?: string; traces?: string };
