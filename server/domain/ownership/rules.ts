/** One line of a project's ownership rules: a condition and its owners. */
export type OwnershipRule = {
  line: number;
  /** As written, without the owners. */ says: string;
  of: OwnedBy;
  owners: string[];
};

export type OwnedBy =
  | { kind: "path"; pattern: string }
  | { kind: "route"; pattern: string }
  | { kind: "tag"; key: string; pattern: string };

/** An error in a line; `word`: the affected part. */
export type WrongLine = { line: number; word: string; detail: string };

const mostRules = 500;
const longestPattern = 300;

/**
 * Parses rules, one per line: `path:src/checkout/** mira@example.com`, `route:/checkout/* …`,
 * `tags.plan:pro …`. Values with spaces are quoted; lines that start with `#` are comments.
 * `owners`: assignable people by lowercase email address.
 */
export function readOwnership(
  text: string,
  owners: ReadonlySet<string>,
): { rules: OwnershipRule[]; wrong: WrongLine[] } {
  const read = text
    .split(/\r\n|\r|\n/)
    .map((line, index) => readLine(line.trim(), index + 1, owners));
  const rules = read.flatMap(({ rule }) => rule ?? []);
  const wrong = read.flatMap((line) => line.wrong ?? []);
  const tooMany = rules[mostRules];
  if (tooMany)
    wrong.push({
      line: tooMany.line,
      word: tooMany.says,
      detail: `Enter at most ${mostRules} rules.`,
    });
  return { rules, wrong };
}

type ReadLine = { rule?: OwnershipRule; wrong?: WrongLine };

function readLine(text: string, line: number, owners: ReadonlySet<string>): ReadLine {
  if (text === "" || text.startsWith("#")) return {};
  const [says = "", ...people] = text.match(/(?:"[^"]*"|[^\s"])+/g) ?? [];
  const of = readOwned(says);
  if (typeof of === "string") return { wrong: { line, word: says, detail: of } };
  if (people.length === 0)
    return {
      wrong: { line, word: says, detail: "Add the owners' email addresses after the pattern." },
    };
  const stranger = people.find((email) => !owners.has(email.toLowerCase()));
  if (stranger !== undefined)
    return {
      wrong: {
        line,
        word: stranger,
        detail: "No project member who can be assigned has this email.",
      },
    };
  return { rule: { line, says, of, owners: people.map((email) => email.toLowerCase()) } };
}

/** The condition, or an error message. */
function readOwned(word: string): OwnedBy | string {
  const [, kind = "", key = "", value = ""] =
    /^(path|route|tags\.([^:\s]+)):(.*)$/.exec(word) ?? [];
  const pattern = value.replaceAll('"', "");
  if (kind === "") return "Start a rule with path:, route:, or tags.NAME:";
  if (pattern.length > longestPattern) return `Use at most ${longestPattern} characters.`;
  if (pattern.replaceAll("/", "") === "") return "Enter a pattern after the colon.";
  return kind === "path" || kind === "route" ? { kind, pattern } : { kind: "tag", key, pattern };
}
