import { defaultSettings, type ScrubbingSettings } from "#server/domain/project/settings.ts";
import { isAddressName, isTelling, secrecyOf } from "./secret-key.ts";
import { withoutFields, withoutLines, withoutSecrets } from "./secret-value.ts";

/**
 * What a field's name implies: a certain secret, one only in fields set by machines, an address of
 * the sender, or an entry of the project's list to filter or never to filter. Undefined: the
 * value's pattern decides.
 */
export type NameVerdict = "strong" | "weak" | "address" | "listed" | "never" | undefined;

/** A project's compiled scrubbing rules: judging a name takes one or two regular expressions. */
export type ScrubRules = {
  verdictOf(name: string): NameVerdict;
  /** The text without values that look like secrets or follow a secret's name. */
  clean(text: string): string;
  /** The same for headers, one per line. */
  cleanLines(text: string): string;
  /** Whether numbers are checked, too. */
  looks: boolean;
  keepIp: boolean;
};

export function scrubRulesOf({
  secrets,
  keepIp,
  alsoFilter,
  neverFilter,
}: ScrubbingSettings): ScrubRules {
  const listed = listedNames(alsoFilter);
  const never = new Set(neverFilter.map(plainName));
  const judge = (name: string): NameVerdict => {
    if (never.size > 0 && never.has(plainName(name))) return "never";
    if (listed?.covers(name)) return "listed";
    if (!isTelling.test(name)) return undefined;
    return (
      (secrets ? secrecyOf(name) : undefined) ??
      (!keepIp && isAddressName(name) ? "address" : undefined)
    );
  };
  const verdictOf = remembering(judge);
  const isFiltered = (name: string) => ![undefined, "never"].includes(verdictOf(name));
  const clean = (text: string) => {
    const bare = secrets ? withoutSecrets(text) : text;
    return listed?.mayBeIn(bare) ? withoutFields(bare, listed.covers) : bare;
  };
  const cleanLines = (text: string) => clean(withoutLines(text, isFiltered));
  return { verdictOf, clean, cleanLines, looks: secrets, keepIp };
}

const namesMax = 5_000;
const rememberedLength = 60;

/** Events repeat a few hundred field names: a lookup takes a tenth of judging. */
function remembering(judge: (name: string) => NameVerdict): (name: string) => NameVerdict {
  const known = new Map<string, NameVerdict>();
  return (name) => {
    if (known.has(name)) return known.get(name);
    const verdict = judge(name);
    if (known.size >= namesMax) known.clear();
    if (name.length <= rememberedLength) known.set(name, verdict);
    return verdict;
  };
}

type ListedNames = { mayBeIn(text: string): boolean; covers(name: string): boolean };

/**
 * A listed name matches every name that contains its words in sequence: `iban` also matches
 * `customerIban` and `customer-iban`.
 */
function listedNames(names: string[]): ListedNames | undefined {
  const phrases = names.map(phraseOf).filter((phrase) => phrase.trim() !== "");
  if (phrases.length === 0) return undefined;
  // Fails for nearly all texts and names; only the others are analyzed.
  const likely = new RegExp(
    phrases.map((phrase) => phrase.trim().replaceAll(" ", "[^]{0,3}")).join("|"),
    "i",
  );
  const covers = (name: string) => {
    if (name.length > 200 || !likely.test(name) || structural.has(name)) return false;
    const words = phraseOf(name);
    return phrases.some((phrase) => words.includes(phrase));
  };
  return { mayBeIn: (text) => likely.test(text), covers };
}

/** Structural fields are never secrets, even if listed: `id` would otherwise match all of these. */
const structural = new Set([
  "event_id",
  "trace_id",
  "span_id",
  "parent_span_id",
  "debug_id",
  "timestamp",
  "type",
]);

/**
 * ` tax number ` for `taxNumber`, `TAX_NUMBER`. Any alphabet, and digits count: `address2` is not
 * `address`.
 */
function phraseOf(name: string): string {
  const apart = name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, "$1 $2");
  return ` ${apart
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, " ")
    .trim()} `;
}

const plainName = (name: string) => name.toLowerCase().replace(/[^\p{L}\d]/gu, "");

/** Rules of projects without changes. */
export const builtInRules: ScrubRules = scrubRulesOf(defaultSettings.scrubbing);
