import { overLimitReason } from "#server/domain/cardinality/over-limit.ts";
import type { OutcomeEntry } from "#server/domain/outcomes.ts";
import { hourOf } from "#server/domain/time.ts";
import type { SessionChange } from "#server/storage/releases/release-store.ts";
import type { DigestChanges } from "#server/storage/digest/digest-store.ts";

type Tag = DigestChanges["tags"][number];

/** For so long a place that is full is believed to be. */
const fullMs = 600_000;

/** Places that are remembered; what is forgotten is counted again. */
const mostPlaces = 10_000;

/**
 * How many rows there are in places that have a limit: counted once in storage and here from then
 * on, so that a batch does not count them. Other processes add to them, and what is deleted is
 * noticed once the limit is reached: it is overrun by little.
 */
export class RowRoom {
  readonly #places = new Map<string, { rows: number; readAt: number }>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** Whether the place's rows have to be counted before it takes another one. */
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

/** Of a value that is counted with its key alone, because its issue or its project has too many. */
export const overTagValues = ({ projectId, lastSeen, count }: Tag): OutcomeEntry => ({
  projectId,
  hour: hourOf(lastSeen),
  outcome: "over-limit",
  category: "error",
  quantity: count,
  reason: overLimitReason("tagValues"),
});

/** Of users of a release who are not told apart, because it has too many that day. */
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
