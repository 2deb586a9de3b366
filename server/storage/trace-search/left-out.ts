import { isAskedFor, type Unlisted, unlistedKinds } from "#server/domain/trace/listing/unlisted.ts";
import type { LeftOut, TraceList } from "#server/storage/traces/trace-store.ts";
import { type ShapedTraceRow, unlistedKindOfRow } from "#server/storage/traces/row.ts";

/**
 * Counts the traces that a list omits. `true` filters in the database, as far as columns suffice;
 * `false` filters here, so that omitted traces can be counted.
 */
export class LeftOutCount {
  readonly #asked: Unlisted;
  readonly #isCounting: boolean;
  readonly #counts: Required<LeftOut> = { idle: 0, asset: 0, detached: 0 };

  constructor(asked: Unlisted) {
    this.#asked = Object.fromEntries(
      unlistedKinds.flatMap((kind) => (asked[kind] === undefined ? [] : [[kind, asked[kind]]])),
    );
    // In a list of one sort only, other traces are not part of the request.
    this.#isCounting = unlistedKinds.every((kind) => asked[kind] !== true);
  }

  /** Whether the list omits a trace. */
  take(row: ShapedTraceRow): boolean {
    const kind = unlistedKindOfRow(row);
    if (isAskedFor(this.#asked, kind)) return false;
    if (this.#isCounting && kind) this.#counts[kind]++;
    return true;
  }

  /** Adds another count; undefined if nothing was omitted. */
  counts(other?: LeftOutCount): Pick<TraceList, "leftOut"> {
    const sums = unlistedKinds.map(
      (kind) => [kind, this.#counts[kind] + (other ? other.#counts[kind] : 0)] as const,
    );
    const leftOut: LeftOut = Object.fromEntries(sums.filter(([, sum]) => sum > 0));
    return Object.keys(leftOut).length > 0 ? { leftOut } : {};
  }
}
