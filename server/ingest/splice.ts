import { Buffer } from "node:buffer";

/** A field of an event that cleaning changed: its text before, and after (`undefined`: the field is gone). */
export type Edit = { key: string | number; from: string; to: string | undefined };

/**
 * The JSON text as received with the edits made in its bytes, in pieces; undefined where it cannot be told for sure where they
 * belong, and the event is to be printed anew. That takes 100 µs for 25 kB, this 15.
 *
 * Sure means: the text that is sought can be written in one way only (plain letters, and a source without `\u` and `\/`),
 * and stands in the source as often as it was edited. Within another string its quotes would be escaped.
 */
export function splice(source: Buffer, edits: readonly Edit[]): Buffer[] | undefined {
  if (source.includes("\\u", 0, "latin1") || source.includes("\\/", 0, "latin1")) return undefined;
  const cuts: Cut[] = [];
  for (const [sought, { count, edit }] of seek(edits) ?? []) {
    const found = findAll(source, sought, count);
    if (!found) return undefined;
    for (const at of found) {
      const cut =
        edit.to === undefined
          ? cutOf(source, at, sought.length)
          : { at, end: at + sought.length, put: print(edit.key, edit.to) };
      if (!cut) return undefined;
      cuts.push(cut);
    }
  }
  return cuts.length > 0 && cuts.length === edits.length
    ? join(
        source,
        cuts.toSorted((a, b) => a.at - b.at),
      )
    : undefined;
}

type Cut = { at: number; end: number; put: string };
type Sought = Map<string, { count: number; edit: Edit }>;

const plain = /^[ !#-[\]-~]*$/;

/** What to look for, and how often it was edited. */
function seek(edits: readonly Edit[]): Sought | undefined {
  const sought: Sought = new Map();
  for (const edit of edits) {
    if (!plain.test(edit.from) || !plain.test(String(edit.key))) return undefined;
    const text = print(edit.key, edit.from);
    const known = sought.get(text);
    if (known && known.edit.to !== edit.to) return undefined;
    sought.set(text, { count: (known?.count ?? 0) + 1, edit });
  }
  return sought;
}

/** Entries of lists have no name. */
const print = (key: string | number, text: string): string =>
  typeof key === "number" ? JSON.stringify(text) : `${JSON.stringify(key)}:${JSON.stringify(text)}`;

/** Where it stands, if that is so often. */
function findAll(source: Buffer, text: string, count: number): number[] | undefined {
  const places: number[] = [];
  // Half the time of a search in UTF-8, and the same: the text is ASCII.
  const next = (from: number) => source.indexOf(text, from, "latin1");
  for (let at = next(0); at >= 0; at = next(at + text.length)) {
    if (places.push(at) > count) return undefined;
  }
  return places.length === count ? places : undefined;
}

const comma = 0x2c;
const [open, close] = [0x7b, 0x7d];

/** A field with the comma that parts it from its neighbour. */
function cutOf(source: Buffer, at: number, length: number): Cut | undefined {
  const end = at + length;
  if (source[end] === comma) return { at, end: end + 1, put: "" };
  if (source[end] !== close) return undefined;
  if (source[at - 1] === comma) return { at: at - 1, end, put: "" };
  return source[at - 1] === open ? { at, end, put: "" } : undefined;
}

function join(source: Buffer, cuts: Cut[]): Buffer[] | undefined {
  const pieces: Buffer[] = [];
  let from = 0;
  for (const { at, end, put } of cuts) {
    if (at < from) return undefined;
    pieces.push(source.subarray(from, at), Buffer.from(put));
    from = end;
  }
  return [...pieces, source.subarray(from)];
}
