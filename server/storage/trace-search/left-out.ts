import { isAskedFor, type Unlisted, unlistedKinds } from "#server/domain/trace/listing/unlisted.ts";
import type { LeftOut, TraceList } from "#server/storage/traces/trace-store.ts";
import { type ShapedTraceRow, unlistedKindOfRow } from "#server/storage/traces/row.ts";

/**
 * Counts the traces that a list leaves out. `true` is asked of the database, as far as columns
 * tell; `false` is judged here, so that what is left out can be counted.
 */
export class LeftOutCount {
  readonly #asked: Unlisted;
  readonly #isCounting: boolean;
  readonly #counts: Required<LeftOut> = { idle: 0, asset: 0, detached: 0 };

  constructor(asked: Unlisted) {
    this.#asked = Object.fromEntries(
      unlistedKinds.flatMap((kind) => (asked[kind] === undefined ? [] : [[kind, asked[kind]]])),
    );
    // Beside a list of one sort alone, the others are no part of what was asked for.
    this.#isCounting = unlistedKinds.every((kind) => asked[kind] !== true);
  }

  /** Whether the list leaves a trace out. */
  take(row: ShapedTraceRow): boolean {
    const kind = unlistedKindOfRow(row);
    if (isAskedFor(this.#asked, kind)) return false;
    if (this.#isCounting && kind) this.#counts[kind]++;
    return true;
  }

  /** Those of another count added; nothing where nothing was left out. */
  counts(other?: LeftOutCount): Pick<TraceList, "leftOut"> {
    const sums = unlistedKinds.map(
      (kind) => [kind, this.#counts[kind] + (other ? other.#counts[kind] : 0)] as const,
    );
    const leftOut: LeftOut = Object.fromEntries(sums.filter(([, sum]) => sum > 0));
    return Object.keys(leftOut).length > 0 ? { leftOut } : {};
  }
}
