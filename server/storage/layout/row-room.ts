import { overLimitReason } from "#server/domain/cardinality/over-limit.ts";
import type { OutcomeEntry } from "#server/domain/outcomes.ts";
import { hourOf } from "#server/domain/time.ts";
import type { SessionChange } from "#server/storage/releases/release-store.ts";
import type { DigestChanges } from "#server/storage/digest/digest-store.ts";

type Tag = DigestChanges["tags"][number];

/** How long a place is assumed to stay full. */
const fullMs = 600_000;

/** Number of places in memory; others are counted again. */
const mostPlaces = 10_000;

/**
 * Number of rows in places with a limit: counted once in storage and then here, so that a batch
 * does not count them. Other processes also add rows, and deletions are noticed when the limit is
 * reached, so it may be exceeded slightly.
 */
export class RowRoom {
  readonly #places = new Map<string, { rows: number; readAt: number }>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** Whether the place's rows must be counted before the next is added. */
  isUnknown(place: string, now: number): boolean {
    const known = this.#places.get(place);
    return !known || (known.rows >= this.#most && now - known.readAt > fullMs);
  }

  read(place: string, rows: number, now: number): void {
    if (this.#places.size >= mostPlaces) this.#places.clear();
    this.#places.set(place, { rows, readAt: now });
  }

  has(place: string): boolean {
    return (this.#places.get(place)?.rows ?? 0) < this.#most;
  }

  take(place: string): void {
    const known = this.#places.get(place);
    if (known) known.rows += 1;
  }
}

/** For a value counted only with its key, because its issue or project has too many. */
export const overTagValues = ({ projectId, lastSeen, count }: Tag): OutcomeEntry => ({
  projectId,
  hour: hourOf(lastSeen),
  outcome: "over-limit",
  category: "error",
  quantity: count,
  reason: overLimitReason("tagValues"),
});

/** For users of a release who are not tracked, because it has too many that day. */
export const overSessionUsers = (
  { projectId, hour }: SessionChange,
  quantity: number,
): OutcomeEntry => ({
  projectId,
  hour,
  outcome: "over-limit",
  category: "session",
  quantity,
  reason: overLimitReason("sessionUsers"),
});
