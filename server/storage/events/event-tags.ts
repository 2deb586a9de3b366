import { shortenedKeys } from "#server/domain/event/derived-tags.ts";
import type { EventSummary } from "#server/storage/events/event-store.ts";

type Tags = EventSummary["tags"];

/**
 * Format of an event's tags in SQLite: key and value, each after a mark. Keys that most events have
 * are one character. A name that the previous tag starts with (`os` is `Debian 12.11`, `os.name` is
 * `Debian`) is not repeated; a mark ends it. A server's event had 561 bytes of JSON and has 276 in
 * this format. Rows of earlier versions, and tags that contain marks, are JSON.
 */
const [tagMark, valueMark, nameMark] = ["\u001e", "\u001f", "\u001d"];
/** Marks, and characters that a short key could be mistaken for. */
const marks = /\p{Cc}/u;

const shortOf = new Map(shortenedKeys.map((key, at) => [key, String.fromCharCode(at + 1)]));
const keyOf = new Map(shortenedKeys.map((key, at) => [String.fromCharCode(at + 1), key]));

const short = (key: string): string => shortOf.get(key) ?? key;

export function writeTags(tags: Tags): string {
  let text = tagMark;
  for (let at = 0; at < tags.length; at++) {
    const [key, value] = tags[at]!;
    if (marks.test(key) || marks.test(value)) return JSON.stringify(tags);
    const name = nameIn(tags[at]!, tags[at + 1]);
    text += short(key) + valueMark;
    text += name === undefined ? value : name + nameMark + value.slice(name.length);
    text += tagMark;
    if (name !== undefined) at += 1;
  }
  return text;
}

function nameIn([key, value]: Tags[number], next: Tags[number] | undefined): string | undefined {
  if (next?.[0].length !== key.length + 5 || !next[0].endsWith(".name") || !next[0].startsWith(key))
    return undefined;
  return value.startsWith(next[1]) ? next[1] : undefined;
}

export function readTags(text: string): Tags {
  if (!text.startsWith(tagMark)) return JSON.parse(text) as Tags;
  const tags: Tags = [];
  for (const each of text.split(tagMark).slice(1, -1)) {
    const [written = "", said = ""] = each.split(valueMark);
    const key = keyOf.get(written) ?? written;
    const [name = "", rest] = said.split(nameMark);
    tags.push([key, rest === undefined ? said : name + rest]);
    if (rest !== undefined) tags.push([`${key}.name`, name]);
  }
  return tags;
}

/**
 * Text that a row with the tag contains: `json` in JSON, otherwise `name`, or `pair` after its
 * `nameMark`s are removed.
 */
export function tagPieces({ key, value }: { key: string; value: string }): {
  json: string;
  pair: string;
  name: string;
} {
  const pair = tagMark + short(key) + valueMark + value + tagMark;
  const named = key.endsWith(".name")
    ? tagMark + short(key.slice(0, -5)) + valueMark + value + nameMark
    : pair;
  return { json: JSON.stringify([key, value]), pair, name: named };
}
