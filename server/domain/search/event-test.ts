import type { Level } from "#server/domain/event/error-event.ts";
import { tagsOfKey } from "./issue-keys.ts";
import type { IssueQuery, IssueTerm, TextField, TextMatch } from "./issue-query.ts";
import { compares, isLike } from "./term-test.ts";

/** The fields of an event that a search tests. */
type TestedEvent = {
  eventId: string;
  title: string;
  level: Level;
  environment?: string;
  release?: string;
  traceId?: string;
  tags: readonly (readonly [key: string, value: string])[];
};

/**
 * Whether an event matches a search without issue-only parts (`event-query.ts`). `latest`: the
 * versions of `release:latest`.
 */
export function meetsQuery(
  query: IssueQuery,
  event: TestedEvent,
  latest: readonly string[],
): boolean {
  if (query.levels.length > 0 && !query.levels.includes(event.level)) return false;
  if (!query.words.every((word) => hasWord(event, word))) return false;
  return (query.terms ?? []).every((term) => meetsTerm(term, event, latest));
}

function meetsTerm(term: IssueTerm, event: TestedEvent, latest: readonly string[]): boolean {
  switch (term.kind) {
    case "level":
      return !term.values.includes(event.level);
    case "word":
      return hasWord(event, term.word) !== term.negated;
    case "flag":
      return (tagOf(event, "handled") === "no") !== term.negated;
    case "field":
      return (
        term.values.some((value) => hasField(event, term.field, value, latest)) !== term.negated
      );
    case "tag":
      return hasTag(event, term.key, term.values) !== term.negated;
    case "number":
      return (
        valuesOf(event, term.key).some((text) => compares(text, term.sign, term.number)) !==
        term.negated
      );
    case "has":
      return hasKey(event, term.key) !== term.negated;
    case "trace":
      return term.traces.includes(event.traceId ?? "") !== term.negated;
    case "any":
      return term.queries.some((query) => meetsQuery(query, event, latest)) !== term.negated;
    default:
      return false;
  }
}

const wordTags = [
  "transaction",
  "url",
  "user",
  "user.id",
  "user.email",
  "user.username",
  "user.ip",
];

/** In the title, transaction, URL, release, or user; or the start of the event's ID. */
function hasWord(event: TestedEvent, word: TextMatch): boolean {
  const tags = event.tags.filter(([key]) => wordTags.includes(key)).map(([, value]) => value);
  const texts = [event.title, event.release ?? "", ...tags];
  if (typeof word !== "string")
    return texts.some((text) => matches(text, { like: `*${word.like}*` }));
  if (
    /^[\da-f-]{8,36}$/i.test(word) &&
    event.eventId.startsWith(word.toLowerCase().replaceAll("-", ""))
  )
    return true;
  return texts.some((text) => contains(text, word));
}

const contains = (text: string, part: string): boolean =>
  text.toLowerCase().includes(part.toLowerCase());

function hasField(
  event: TestedEvent,
  field: TextField,
  value: TextMatch,
  latest: readonly string[],
): boolean {
  if (field === "environment")
    return event.environment !== undefined && matches(event.environment, value);
  if (field !== "release") return false;
  const { release } = event;
  if (release === undefined) return false;
  if (value === "latest") return latest.includes(release);
  return matches(release, value) || matches(release.slice(release.lastIndexOf("@") + 1), value);
}

function hasTag(event: TestedEvent, key: string, values: readonly TextMatch[]): boolean {
  const asked =
    key === "handled"
      ? values.map((value) => (typeof value === "string" ? truth(value) : value))
      : values;
  return valuesOf(event, key).some((text) => asked.some((value) => matches(text, value)));
}

const truth = (text: string): string =>
  ({ true: "yes", "1": "yes", false: "no", "0": "no" })[text.toLowerCase()] ?? text;

function hasKey(event: TestedEvent, key: string): boolean {
  if (key === "environment" || key === "release") return event[key] !== undefined;
  return valuesOf(event, key).length > 0;
}

const tagOf = ({ tags }: TestedEvent, wanted: string): string | undefined =>
  tags.find(([key]) => key === wanted)?.[1];

/** The values of all tags of a key, without their prefixes. */
function valuesOf({ tags }: TestedEvent, key: string): string[] {
  return tagsOfKey(key).flatMap(([meant, before]) =>
    tags.flatMap(([name, value]) =>
      name === meant && value.startsWith(before) ? value.slice(before.length) : [],
    ),
  );
}

function matches(text: string, match: TextMatch): boolean {
  if (typeof match === "string") return text.toLowerCase() === match.toLowerCase();
  return isLike(text.toLowerCase(), match.like.toLowerCase().split("*"));
}
