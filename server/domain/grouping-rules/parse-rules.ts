import {
  type GroupingRule,
  type Matcher,
  type MatcherField,
  plainFields,
  variables,
} from "./rule.ts";
import { isDefault, isVariable, variablesIn } from "./template.ts";
import { type RuleWord, wordsOfRule } from "./words.ts";

/** The error, and its line and word (1-based). */
export type WrongLine = { line: number; word: string; why: string };
type ReadRules = { ok: true; rules: GroupingRule[] } | { ok: false; wrong: WrongLine[] };

const rulesMost = 100;
const lineMost = 1_000;

/** Parses rules, one per line; skips empty lines and those that start with #. Never throws. */
export function parseRules(text: string): ReadRules {
  const rules: GroupingRule[] = [];
  const wrong: WrongLine[] = [];
  text.split(/\r\n?|\n/).forEach((line, index) => {
    if (line.trim() === "" || line.trimStart().startsWith("#")) return;
    const read = parseLine(line, index + 1);
    if ("why" in read) wrong.push(read);
    else rules.push(read);
  });
  const tooMany = rules[rulesMost];
  if (tooMany)
    wrong.push({ line: tooMany.line, word: "", why: `A project has at most ${rulesMost} rules.` });
  return wrong.length > 0 ? { ok: false, wrong } : { ok: true, rules };
}

function parseLine(text: string, line: number): GroupingRule | WrongLine {
  const stop = (word: string, why: string): WrongLine => ({ line, word, why });
  if (text.length > lineMost) return stop("", `A rule has at most ${lineMost} characters.`);
  const words = wordsOfRule(text);
  if (!words)
    return stop(text.slice(text.lastIndexOf('"')).slice(0, 30), "The closing quote is missing.");
  const arrow = words.findIndex(({ raw }) => raw === "->");
  if (arrow < 0) return stop(words.at(-1)!.raw, "Separate conditions and result with an arrow: ->");
  if (arrow === 0)
    return stop("->", "Enter a condition before the arrow: type:…, message:…, path:….");
  const matchers = words.slice(0, arrow).map(readMatcher);
  const misread = matchers.findIndex((each) => typeof each === "string");
  if (misread >= 0) return stop(words[misread]!.raw, matchers[misread] as string);
  const result = readResult(words.slice(arrow + 1));
  return "why" in result
    ? stop(result.word, result.why)
    : { line, matchers: matchers as Matcher[], ...result };
}

/** A matcher, or why it is invalid. */
function readMatcher({ text, quotedAt }: RuleWord): Matcher | string {
  const colon = text.indexOf(":");
  if (colon < 0 || (quotedAt !== undefined && quotedAt <= colon))
    return `A condition is a field, a colon, and a pattern. Fields: ${fieldList}.`;
  const negated = text.startsWith("!");
  const field = text.slice(negated ? 1 : 0, colon);
  const pattern = text.slice(colon + 1);
  if (!isField(field)) return `Unknown field “${field}”. Fields: ${fieldList}.`;
  if (pattern === "") return "Enter a pattern after the colon; * matches anything.";
  return { field, negated, pattern };
}

const fieldList = `${plainFields.join(", ")} and tags.KEY`;
const isField = (name: string): name is MatcherField =>
  (plainFields as readonly string[]).includes(name) || /^tags\.[^\s:]{1,200}$/.test(name);

type Result = Pick<GroupingRule, "fingerprint" | "title">;

function readResult(words: RuleWord[]): Result | { word: string; why: string } {
  const titles = words.filter(isTitle);
  const parts = words.filter((word) => !isTitle(word));
  if (titles.length > 1) return { word: titles[1]!.raw, why: "A rule can set one title." };
  if (words.length === 0)
    return { word: "->", why: 'Enter a fingerprint or title="…" after the arrow.' };
  for (const word of words) {
    const why = whyNoTemplate(word);
    if (why !== undefined) return { word: word.raw, why };
  }
  const title = titles[0]?.text.slice("title=".length);
  return {
    ...(parts.length > 0 && { fingerprint: parts.map(({ text }) => text) }),
    ...(title !== undefined && { title }),
  };
}

const isTitle = ({ text, quotedAt }: RuleWord) =>
  text.startsWith("title=") && (quotedAt ?? Infinity) >= "title=".length;

function whyNoTemplate(word: RuleWord): string | undefined {
  const text = isTitle(word) ? word.text.slice("title=".length) : word.text;
  if (text.trim() === "") return "This is empty.";
  if (isDefault(text) && !isTitle(word)) return undefined;
  for (const name of variablesIn(text)) {
    if (name === "default")
      return isTitle(word)
        ? "A title can't contain {{ default }}."
        : "Put spaces around {{ default }}.";
    if (!isVariable(name))
      return `Unknown variable {{ ${name} }}. Variables: default, ${variables.join(", ")}, and tags.KEY.`;
  }
  return undefined;
}
