import { isBrowser, isDocumentFetch, isDocumentLoad } from "#server/domain/trace/browser-span.ts";
import { type Parentage, parentsFirst } from "./parentage.ts";
import { isOtherProcess } from "./process.ts";
import type { Span } from "#server/domain/trace/span.ts";

/**
 * Inverts page loads. A page gets its trace ID from the document, so its load arrives as a child of
 * the request that started after it. The load takes the request's place, and the request moves
 * below the load, or below the load's fetch of the document. With several loads of one request, a
 * cache served all but the first: those become separate roots. Other browser spans below the
 * request follow its load.
 */
export function frameDocuments(parentage: Parentage): void {
  const guestsByRequest = browserGuests(parentage);
  if (guestsByRequest.size === 0) return;
  const fetches = documentFetches(parentage);
  for (const [request, guests] of guestsByRequest) frame(parentage, fetches, request, guests);
}

function frame(
  parentage: Parentage,
  fetches: Map<number, number>,
  request: number,
  guests: number[],
): void {
  const { spans, parents, places, inverted } = parentage;
  guests.sort((a, b) => compareStart(spans[a]!, spans[b]!));
  const [first, ...further] = guests.filter((guest) => isDocumentLoad(spans[guest]!));
  if (first === undefined) return;
  parents[first] = parents[request]!;
  places[first] = places[request]!;
  parents[request] = fetches.get(first) ?? first;
  places[request] = "child";
  inverted.add(first);
  for (const load of further) setApart(parentage, load);
  for (const guest of guests) {
    if (!isDocumentLoad(spans[guest]!))
      parents[guest] = loadBefore(spans, [first, ...further], guest);
  }
}

function setApart({ parents, places, inverted }: Parentage, load: number): void {
  parents[load] = -1;
  places[load] = "cached-load";
  inverted.add(load);
}

/** The last load that started before the span, otherwise the first. */
const loadBefore = (spans: Span[], loads: number[], guest: number): number =>
  loads.findLast((load) => compareStart(spans[load]!, spans[guest]!) <= 0) ?? loads[0]!;

/** By load. */
function documentFetches({ spans, parents }: Parentage): Map<number, number> {
  const fetches = new Map<number, number>();
  for (const [index, span] of spans.entries()) {
    const load = parents[index]!;
    if (load !== -1 && isDocumentFetch(span) && !fetches.has(load)) fetches.set(load, index);
  }
  return fetches;
}

/** For each request, the browser spans whose sent parent ran inside it. */
function browserGuests({ spans, parents }: Parentage): Map<number, number[]> {
  const browser = Uint8Array.from(spans, (span) => Number(isBrowser(span)));
  const guests = spans.keys().filter((index) => browser[index] === 1 && parents[index] !== -1);
  const fromServers = guests.filter((index) => browser[parents[index]!] === 0).toArray();
  if (fromServers.length === 0) return new Map();
  const entries = entriesOf(spans, parents, browser);
  return Map.groupBy(fromServers, (index) => entries[parents[index]!]!);
}

/** The process entry of every span. */
function entriesOf(spans: Span[], parents: Int32Array, browser: Uint8Array): Int32Array {
  const entries = new Int32Array(spans.length);
  for (const index of parentsFirst(parents)) {
    const parent = parents[index]!;
    const isEntry =
      parent === -1 || browser[parent] === 1 || isOtherProcess(spans[parent]!, spans[index]!);
    entries[index] = isEntry ? index : entries[parent]!;
  }
  return entries;
}

const compareStart = (a: Span, b: Span): number =>
  a.startedAtNs < b.startedAtNs
    ? -1
    : a.startedAtNs > b.startedAtNs
      ? 1
      : a.spanId < b.spanId
        ? -1
        : 1;
