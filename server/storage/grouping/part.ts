import type { GroupingAlgorithm } from "#server/domain/grouping/grouping.ts";
import type { FingerprintHash, IssueId } from "#server/domain/ids.ts";
import type { IssuePart, PartsAsked } from "#server/storage/grouping/grouping-store.ts";
import { idText } from "#server/storage/events/row.ts";

/** A fingerprint of an issue. `short_id`: the merged issue it came from. */
export type PrintRow = {
  hash: FingerprintHash;
  algorithm: GroupingAlgorithm;
  first_seen: number;
  origin_id: number | null;
  short_id: string | null;
};

/** Number of one fingerprint's events in a day, and the newest of them. */
export type PartCountRow = {
  hash: string;
  count: number;
  event_id: Uint8Array;
  received_at: number;
  title: string;
};

/** The initial value before counting. */
export function partOf({ hash, algorithm, first_seen, origin_id, short_id }: PrintRow): IssuePart {
  const isAway = origin_id !== null && short_id !== null;
  return {
    hash,
    algorithm,
    firstSeen: first_seen,
    events: 0,
    ...(isAway && { origin: { id: origin_id as IssueId, shortId: short_id } }),
  };
}

/** Must be called newest day first. */
export function addDay(
  part: IssuePart | undefined,
  { count, event_id, received_at, title }: PartCountRow,
): void {
  if (!part) return;
  part.events += count;
  part.latest ??= { eventId: idText(event_id), at: received_at, title };
}

export const lastSeenFirst = (parts: Iterable<IssuePart>): IssuePart[] =>
  [...parts].toSorted(
    (a, b) =>
      (b.latest?.at ?? 0) - (a.latest?.at ?? 0) ||
      a.firstSeen - b.firstSeen ||
      (a.hash < b.hash ? -1 : 1),
  );

/** Maximum number of events counted per day, newest first: 1–2 µs each, on a page of 8 ms. */
export const eventsPerDay = 5_000;

export const isSample = (rows: readonly PartCountRow[]): boolean =>
  rows.reduce((sum, { count }) => sum + count, 0) >= eventsPerDay;

/** Maximum number of fingerprints read per issue. */
export const partsLookedAt = 20_000;

export function askedParts(
  parts: IssuePart[],
  asked?: PartsAsked,
): { parts: IssuePart[]; total: number } {
  if (!asked) return { parts, total: parts.length };
  const text = (asked.query ?? "").toLowerCase();
  const found = parts.filter(
    ({ hash, latest }) => hash.includes(text) || latest?.title.toLowerCase().includes(text),
  );
  return { parts: found.slice(0, asked.limit), total: found.length };
}
