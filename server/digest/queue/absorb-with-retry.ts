import { setTimeout } from "node:timers/promises";
import { diskCauseOf } from "#server/domain/health/disk-cause.ts";
import type { DiskCause } from "#server/domain/health/trouble.ts";
import type { Log } from "#server/telemetry/log.ts";
import { AlreadyReplayed, type Piece } from "#server/digest/absorb.ts";
import { eachAlone, joined, outcomeOf, storedLast } from "#server/digest/understanding.ts";

export type RetryDeps = {
  absorb: (batch: Piece) => Promise<void>;
  log: Log;
  /** Called when storage starts and stops refusing writes. */
  onRefused: (cause: DiskCause) => void;
  onStored: () => void;
  /**
   * Keeps pieces that storage refuses while accepting their neighbors. The digest waits until they
   * are kept.
   */
  keep?: (refused: Piece[]) => Promise<void>;
  /** Delay between attempts; `setTimeout` by default. */
  wait?: (ms: number) => Promise<unknown>;
};

const attemptsBeforeApart = 4;
const shortestPauseMs = 100;
const longestPauseMs = 5_000;

/**
 * Retries until stored: accepted data is never dropped because a disk is full, a database is
 * locked, or its server is down. A batch that keeps failing is split, and a piece that fails alone
 * while its neighbors succeed is quarantined.
 */
export async function absorbWithRetry(deps: RetryDeps, batch: Piece): Promise<void> {
  const { wait = setTimeout } = deps;
  for (let attempt = 1; ; attempt++) {
    try {
      await deps.absorb(batch);
      return deps.onStored();
    } catch (error) {
      if (error instanceof AlreadyReplayed) throw error;
      deps.log("error", "A batch could not be stored. It stays on disk and will be retried.", {
        attempt,
        error,
      });
      const cause = diskCauseOf(error);
      deps.onRefused(cause ?? "other");
      if (!cause && attempt >= attemptsBeforeApart && (await absorbApart(deps, batch)))
        return deps.onStored();
      await wait(pauseMs(attempt));
    }
  }
}

/** Doubles each time, plus up to 50% random, so that processes don't retry in step. */
const pauseMs = (attempt: number) =>
  Math.min(longestPauseMs, shortestPauseMs * 2 ** (attempt - 1)) * (1 + Math.random() / 2);

/**
 * Leaves the cursor until all pieces are stored. A crash in between repeats them, and duplicates
 * are found by ID. Returns false if storage is at fault: it reported an error (a small piece may
 * fit on a disk that is full for its neighbors), or stored nothing.
 */
async function absorbApart(deps: RetryDeps, batch: Piece): Promise<boolean> {
  const { from, cursor, replayed } = batch;
  const pieces = piecesOf(batch);
  const refused = await absorbHalves(deps, pieces);
  if (!refused || (pieces.length > 0 && refused.length === pieces.length)) return false;
  if (refused.length > 0) await deps.keep?.(refused);
  const where = { ...(cursor && { cursor }), ...(replayed && { replayed }) };
  const last = storedLast(batch);
  const outcomes = [
    ...last.outcomes,
    ...refused.map((piece) => outcomeOf(piece, "could not be stored")),
  ];
  await deps.absorb({ ...last, outcomes, from, ...where });
  return true;
}

/** Splits until each refused item is alone. Returns these; undefined if storage is at fault. */
async function absorbHalves(deps: RetryDeps, pieces: Piece[]): Promise<Piece[] | undefined> {
  if (pieces.length === 0) return [];
  try {
    await deps.absorb(joinedPieces(pieces));
    return [];
  } catch (error) {
    if (diskCauseOf(error)) return undefined;
    if (pieces.length > 1) return absorbBoth(deps, pieces);
    const [piece] = pieces;
    deps.log(
      "error",
      "One item could not be stored and was set aside. The rest of its batch was stored.",
      {
        ...nameOf(piece!),
        error,
      },
    );
    return pieces;
  }
}

async function absorbBoth(deps: RetryDeps, pieces: Piece[]): Promise<Piece[] | undefined> {
  const middle = Math.ceil(pieces.length / 2);
  const first = await absorbHalves(deps, pieces.slice(0, middle));
  const second = first && (await absorbHalves(deps, pieces.slice(middle)));
  return second && [...first, ...second];
}

/** Everything that has an ID. The rest is stored together with the cursor. */
const piecesOf = (batch: Piece): Piece[] =>
  eachAlone(batch).map((each) => ({ ...each, from: batch.from }));

const joinedPieces = (pieces: Piece[]): Piece => ({ ...pieces[0]!, ...joined(pieces) });

const nameOf = ({ events, traces, feedback, attachments }: Piece) => ({
  event: events[0]?.eventId ?? attachments[0]?.eventId,
  trace: traces[0]?.part.traceId,
  feedback: feedback[0]?.feedbackId,
});
