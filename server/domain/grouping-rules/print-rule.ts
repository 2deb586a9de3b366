import type { GroupingRule, Matcher } from "./rule.ts";
import { quoted } from "./words.ts";

/** The rule as one line that parses to the same rule. */
export function printRule({
  matchers,
  fingerprint = [],
  title,
}: Omit<GroupingRule, "line">): string {
  const result = [
    ...fingerprint.map((part) =>
      part.startsWith("title=") || part === "->" ? alwaysQuoted(part) : quoted(part),
    ),
    ...(title === undefined ? [] : [`title=${alwaysQuoted(title)}`]),
  ];
  return [...matchers.map(printMatcher), "->", ...result].join(" ");
}

const printMatcher = ({ field, negated, pattern }: Matcher) =>
  `${negated ? "!" : ""}${field}:${quoted(pattern)}`;
const alwaysQuoted = (text: string) => `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
