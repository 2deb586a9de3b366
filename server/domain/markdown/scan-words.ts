import { linkTarget } from "./link-target.ts";
import type { Inline, Words } from "./markdown.ts";

const address = /https?:\/\/[^\s<>"`]+/;
/** Only at the start of a word: `mira@example.com` mentions no one. */
const mention =
  /(?<![\p{L}\p{N}_.@/-])@[\p{L}\p{N}][\p{L}\p{N}._+-]*(?:@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*)?/u;
const shortId = /(?<![\p{L}\p{N}_/-])[A-Z0-9]+(?:-[A-Z0-9]+)*-[0-9]{1,15}(?![\p{L}\p{N}_-])/u;
const word = new RegExp(
  `(?<address>${address.source})|(?<mention>${mention.source})|(?<issue>${shortId.source})`,
  "gu",
);

/** Text with resolved words: URLs, people, issues. Unresolved words stay text. */
export function scanWords(text: string, words: Words): Inline[] {
  const found: Inline[] = [];
  let end = 0;
  for (const match of text.matchAll(word)) {
    const read = readWord(match.groups ?? {}, words);
    if (!read) continue;
    if (match.index > end) found.push(plain(text.slice(end, match.index)));
    found.push(read.inline);
    end = match.index + read.length;
  }
  if (end < text.length) found.push(plain(text.slice(end)));
  return found;
}

/**
 * Every word that looks like a short ID, without duplicates, for lookup before the text is parsed.
 */
export function shortIdsIn(text: string): string[] {
  return [...new Set([...text.matchAll(word)].flatMap(({ groups }) => groups?.["issue"] ?? []))];
}

type Read = { inline: Inline; length: number };

function readWord(groups: Record<string, string | undefined>, words: Words): Read | undefined {
  const { address: url, mention: at, issue: id } = groups;
  if (url !== undefined) return readAddress(url);
  if (at !== undefined) return readMention(at, words);
  const path = id === undefined ? undefined : words.issue(id);
  return id !== undefined && path !== undefined
    ? { inline: { kind: "issue", shortId: id, path }, length: id.length }
    : undefined;
}

/**
 * Punctuation at the end of a sentence is not part of the URL; neither is a bracket opened before
 * it.
 */
function readAddress(matched: string): Read | undefined {
  const unmarked = matched.replace(/[.,;:!?'*_~\]]{1,20}$/, "");
  const url = unmarked.endsWith(")") && !unmarked.includes("(") ? unmarked.slice(0, -1) : unmarked;
  const href = linkTarget(url);
  return href === undefined
    ? undefined
    : { inline: { kind: "link", href, of: [plain(url)] }, length: url.length };
}

/** The longest name of an account: `@mira.` at the end of a sentence means Mira. */
function readMention(matched: string, words: Words): Read | undefined {
  const names = [matched, matched.replace(/[._+-]{1,20}$/, "")];
  for (const name of names) {
    const person = words.person(name.slice(1));
    if (person)
      return {
        inline: { kind: "mention", userId: person.id, name: person.name },
        length: name.length,
      };
  }
  return undefined;
}

const plain = (text: string): Inline => ({ kind: "text", text });
