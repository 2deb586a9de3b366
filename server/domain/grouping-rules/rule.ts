/**
 * A project's own rules of grouping, one a line, the first that matches decides:
 *
 *     type:DatabaseError message:"connection *" -> database-down
 *     path:src/vendor/** !level:fatal -> vendor {{ default }} title="{{ type }} in vendor code"
 *
 * All matchers of a rule must match. `*` is anything (in paths: but a slash), `**` anything at all,
 * `?` one character.
 */
export type GroupingRule = {
  /** 1-based. */
  line: number;
  matchers: Matcher[];
  /** Parts with variables in them; absent: the rule changes the title alone. */
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
 * What `{{ … }}` may name, besides `default` (a whole part of a fingerprint: what Spoor takes by
 * itself) and `tags.KEY`.
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

/** What rules made of an event, with the rule as it read then. */
export type Ruled = {
  fingerprint?: { rule: string; parts: string[] };
  title?: { rule: string; text: string };
};
