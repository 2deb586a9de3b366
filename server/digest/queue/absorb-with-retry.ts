import { setTimeout } from "node:timers/promises";
import { diskCauseOf } from "#server/domain/health/disk-cause.ts";
import type { DiskCause } from "#server/domain/health/trouble.ts";
import type { OutcomeEntry } from "#server/domain/outcomes.ts";
import { hourOf } from "#server/domain/time.ts";
import type { Log } from "#server/telemetry/log.ts";
import { AlreadyReplayed, type Piece } from "#server/digest/absorb.ts";
import { entry as attachmentEntry } from "#server/digest/events/absorb-attachments.ts";

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
  const { vitals, sessions, outcomes, cursor, replayed } = batch;
  const pieces = piecesOf(batch);
  const refused = await absorbHalves(deps, pieces);
  if (!refused || (pieces.length > 0 && refused.length === pieces.length)) return false;
  if (refused.length > 0) await deps.keep?.(refused);
  const where = { ...(cursor && { cursor }), ...(replayed && { replayed }) };
  await deps.absorb({
    ...nothing(batch),
    vitals,
    sessions,
    outcomes: [...outcomes, ...refused.map(refusal)],
    ...where,
  });
  return true;
}

/** Splits until each refused item is alone. Returns these; undefined if storage is at fault. */
async function absorbHalves(deps: RetryDeps, pieces: Piece[]): Promise<Piece[] | undefined> {
  if (pieces.length === 0) return [];
  try {
    await deps.absorb(joined(pieces));
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

const nothing = ({ from }: Piece): Piece => ({
  events: [],
  traces: [],
  vitals: [],
  sessions: [],
  checkIns: [],
  feedback: [],
  attachments: [],
  outcomes: [],
  from,
});

/** Everything that has an ID. The rest is stored together with the cursor. */
function piecesOf(batch: Piece): Piece[] {
  const alone = nothing(batch);
  return [
    ...batch.events.map((event) => ({ ...alone, events: [event] })),
    ...batch.traces.map((trace) => ({ ...alone, traces: [trace] })),
    ...batch.checkIns.map((checkIn) => ({ ...alone, checkIns: [checkIn] })),
    ...batch.feedback.map((each) => ({ ...alone, feedback: [each] })),
    ...batch.attachments.map((each) => ({ ...alone, attachments: [each] })),
  ];
}

const joined = (pieces: Piece[]): Piece => ({
  ...pieces[0]!,
  events: pieces.flatMap(({ events }) => events),
  traces: pieces.flatMap(({ traces }) => traces),
  checkIns: pieces.flatMap(({ checkIns }) => checkIns),
  feedback: pieces.flatMap(({ feedback }) => feedback),
  attachments: pieces.flatMap(({ attachments }) => attachments),
});

const nameOf = ({ events, traces, feedback, attachments }: Piece) => ({
  event: events[0]?.eventId ?? attachments[0]?.eventId,
  trace: traces[0]?.part.traceId,
  feedback: feedback[0]?.feedbackId,
});

function refusal({
  events: [event],
  checkIns: [checkIn],
  traces: [trace],
  feedback: [words],
  attachments: [file],
}: Piece): OutcomeEntry {
  const reason = "could not be stored";
  if (checkIn) {
    const { projectId, receivedAt } = checkIn;
    return {
      projectId,
      hour: hourOf(receivedAt),
      outcome: "invalid",
      category: "monitor",
      reason,
      quantity: 1,
    };
  }
  if (file) return attachmentEntry(file, "invalid", reason);
  if (words) {
    const { projectId, receivedAt } = words;
    return {
      projectId,
      hour: hourOf(receivedAt),
      outcome: "invalid",
      category: "feedback",
      reason,
      quantity: 1,
    };
  }
  if (event) {
    const { projectId, receivedAt } = event;
    return {
      projectId,
      hour: hourOf(receivedAt),
      outcome: "invalid",
      category: "error",
      reason,
      quantity: 1,
    };
  }
  const { projectId, receivedAt, part } = trace!;
  const quantity = part.spans.length;
  return {
    projectId,
    hour: hourOf(receivedAt),
    outcome: "invalid",
    category: "span",
    reason,
    quantity,
  };
}
