import { changesBetween } from "./nearest.ts";

const longest = 60;
const shortest = 2;
const mostShown = 3;

/**
 * Suggestions for a value that doesn't exist, most likely first: values that start with it or
 * contain a word that does (`prod` of `production`, `bob` of `Bob Stone`), then those that differ
 * in a few letters (`/chekout`).
 */
export function nearValues(typed: string, values: readonly string[]): string[] {
  const wanted = plain(typed);
  if (wanted.length < shortest) return [];
  return values
    .map((value, at) => ({ value, at, rank: rankOf(wanted, plain(value)) }))
    .filter(({ rank }) => rank < unlike)
    .toSorted((a, b) => a.rank - b.rank || a.at - b.at)
    .slice(0, mostShown)
    .map(({ value }) => value);
}

const unlike = 1_000;

function rankOf(wanted: string, value: string): number {
  if (value.startsWith(wanted)) return 0;
  if (wordsOf(value).some((word) => word.startsWith(wanted))) return 1;
  const most = Math.max(1, Math.floor(wanted.length / 3));
  const changes = Math.min(
    ...[value, ...wordsOf(value)].map((text) => changesBetween(wanted, text, most)),
  );
  return changes > most ? unlike : 1 + changes;
}

const plain = (text: string) => text.toLowerCase().slice(0, longest);
const wordsOf = (text: string) =>
  text.split(/[\s@/_.:-]+/).filter((word) => word.length >= shortest);
