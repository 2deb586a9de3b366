/**
 * A project's grouping rules, one per line; the first match counts:
 *
 *     type:DatabaseError message:"connection *" -> database-down
 *     path:src/vendor/** !level:fatal -> vendor {{ default }} title="{{ type }} in vendor code"
 *
 * All matchers of a rule must match. `*` matches anything (in paths, except slashes), `**`
 * anything, `?` one character.
 */
export type GroupingRule = {
  /** 1-based. */
  line: number;
  matchers: Matcher[];
  /** Parts with variables; absent: the rule only sets the title. */
  fingerprint?: string[];
  title?: string;
};

export type Matcher = { field: MatcherField; negated: boolean; pattern: string };

export const plainFields = [
  "type",
  "message",
  "function",
  "module",
  "path",
  "logger",
  "level",
  "release",
  "environment",
  "family",
] as const;

export type MatcherField = (typeof plainFields)[number] | `tags.${string}`;

/**
 * Names in `{{ … }}`, besides `default` (a whole part of a fingerprint: the default grouping) and
 * `tags.KEY`.
 */
export const variables = [
  "type",
  "message",
  "function",
  "module",
  "path",
  "transaction",
  "logger",
  "level",
  "release",
  "environment",
] as const;

/** Result of rules for an event, with the rule's text at that time. */
export type Ruled = {
  fingerprint?: { rule: string; parts: string[] };
  title?: { rule: string; text: string };
};
