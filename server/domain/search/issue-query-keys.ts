import { type IssueKey, issueKeys, type KnownKey, knownKeys } from "./issue-keys.ts";
import type { QueryToken } from "./query-tokens.ts";

/** Case-insensitive, with or without separators: `timesSeen`, `first_release`. */
export const knownKey = (key: string): KnownKey | undefined => bySquashed.get(squash(key));

const squash = (key: string) => key.toLowerCase().replaceAll(/[-_]/g, "");
const bySquashed = new Map(
  knownKeys.flatMap((known) => {
    const { also = [] }: IssueKey = issueKeys[known];
    return [known, ...also].map((name): [string, KnownKey] => [squash(name), known]);
  }),
);

// Keys that many projects have as tags, however similar to one of ours.
const commonTags = ["user", "router", "routes"];
const shortestToCorrect = 5;
/** A misspelling of one of these is rejected immediately: no project has such a tag. */
const corrected: KnownKey[] = [
  ...(["level", "environment", "release", "first-release", "assigned", "route"] as const),
  ...([
    "times-seen",
    "users",
    "first-seen",
    "last-seen",
    "error.type",
    "stack.filename",
    "stack.function",
  ] as const),
];

/** The key meant by one that differs in a letter, or by two swapped neighbors. */
export function meantKey(key: string): KnownKey | undefined {
  const squashed = squash(key);
  if (squashed.length < shortestToCorrect - 1 || commonTags.includes(squashed)) return undefined;
  return corrected.find((known) => isOneSlip(squashed, squash(known)));
}

function isOneSlip(typed: string, meant: string): boolean {
  if (typed === meant || Math.abs(typed.length - meant.length) > 1) return false;
  let from = 0;
  while (from < typed.length && typed[from] === meant[from]) from++;
  const [a, b] = [typed.slice(from), meant.slice(from)];
  const isSwapped = a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2);
  return isSwapped || a.slice(1) === b.slice(1) || a.slice(1) === b || a === b.slice(1);
}

const scheme =
  /^(?:https?|wss?|file|node|webpack|webpack-internal|app|blob|data|urn|mailto|javascript|[a-z]+-extension)$/;
const placeWithNumber =
  /^(?:localhost|.*\.(?:[cm]?[jt]sx?|vue|svelte|py|rb|php|go|java|kt|cs|rs|html?|css))$/;

/**
 * Whether an unknown key is a tag. Error messages contain many colons and are pasted. Not a tag:
 * followed by a space (`Error: x`) or a second colon (`std::vector`), starting with a capital like
 * a class (`Error:x`), a URL's scheme (`node:fs`, `http://…`), or a file or host before a number
 * (`cart.tsx:41`, `localhost:3000`). A quoted key is always a tag.
 */
export function isKeyOfTag({ key = "", isKeyQuoted, value, isQuoted }: QueryToken): boolean {
  if (isKeyQuoted) return true;
  if (!isQuoted && (value === "" || value.startsWith(":"))) return false;
  if (/^[A-Z]/.test(key) || scheme.test(key)) return false;
  return !(placeWithNumber.test(key) && /^\d/.test(value));
}
