import { setTimeout } from "node:timers/promises";
import { diskCauseOf } from "#server/domain/health/disk-cause.ts";
import type { DiskCause } from "#server/domain/health/trouble.ts";
import { hourOf, type LedgerEntry } from "#server/domain/ledger.ts";
import type { Log } from "#server/log.ts";
import type { Batch } from "./absorb.ts";
import { entry as attachmentEntry } from "./absorb-attachments.ts";

export type SurelyParts = {
  absorb: (batch: Batch) => Promise<void>;
  log: Log;
  /** Told while storage takes nothing, and once it does again. */
  onRefused: (cause: DiskCause) => void;
  onStored: () => void;
};

const attemptsBeforeApart = 4;
const longestPauseMs = 2000;

/**
 * Tries for as long as it takes: what was accepted is never given up because a disk is full or a database is locked.
 * A batch that keeps failing is taken apart, and what fails alone while its neighbours pass is put aside.
 */
export async function absorbSurely(parts: SurelyParts, batch: Batch): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await parts.absorb(batch);
      return parts.onStored();
    } catch (error) {
      parts.log("error", "A batch could not be stored; it stays on disk and is tried again.", { attempt, error });
      const cause = diskCauseOf(error);
      parts.onRefused(cause ?? "other");
      if (!cause && attempt >= attemptsBeforeApart && (await absorbApart(parts, batch))) return parts.onStored();
      await setTimeout(Math.min(longestPauseMs, 100 * 2 ** attempt));
    }
  }
}

/**
 * One event or trace a transaction, the cursor left where it was until all have passed: a crash in between repeats them,
 * and repeats are known by their ids. False when storage is to blame: when it says so (a small piece may fit on a disk that is full
 * for its neighbours), or when nothing at all could be stored.
 */
async function absorbApart({ absorb, log }: SurelyParts, batch: Batch): Promise<boolean> {
  const { events, traces, vitals, sessions, checkIns, feedback, attachments, ledger, from, cursor } = batch;
  const alone: Batch = {
    events: [],
    traces: [],
    vitals: [],
    sessions: [],
    checkIns: [],
    feedback: [],
    attachments: [],
    ledger: [],
    from,
    cursor: from,
  };
  const pieces: Batch[] = [
    ...events.map((event) => ({ ...alone, events: [event] })),
    ...traces.map((trace) => ({ ...alone, traces: [trace] })),
    ...checkIns.map((checkIn) => ({ ...alone, checkIns: [checkIn] })),
    ...feedback.map((each) => ({ ...alone, feedback: [each] })),
    ...attachments.map((each) => ({ ...alone, attachments: [each] })),
  ];
  const refused: LedgerEntry[] = [];
  for (const piece of pieces) {
    try {
      await absorb(piece);
    } catch (error) {
      if (diskCauseOf(error)) return false;
      log("error", "One piece was put aside: storage takes its neighbours but not it.", { ...nameOf(piece), error });
      refused.push(refusal(piece));
    }
  }
  if (pieces.length > 0 && refused.length === pieces.length) return false;
  await absorb({ ...alone, vitals, sessions, ledger: [...ledger, ...refused], cursor });
  return true;
}

const nameOf = ({ events, traces, feedback, attachments }: Batch) => ({
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
}: Batch): LedgerEntry {
  const reason = "could not be stored";
  if (checkIn) {
    const { projectId, receivedAt } = checkIn;
    return { projectId, hour: hourOf(receivedAt), outcome: "invalid", category: "monitor", reason, quantity: 1 };
  }
  if (file) return attachmentEntry(file, "invalid", reason);
  if (words) {
    const { projectId, receivedAt } = words;
    return { projectId, hour: hourOf(receivedAt), outcome: "invalid", category: "feedback", reason, quantity: 1 };
  }
  if (event) {
    const { projectId, receivedAt } = event;
    return { projectId, hour: hourOf(receivedAt), outcome: "invalid", category: "error", reason, quantity: 1 };
  }
  const { projectId, receivedAt, part } = trace!;
  const quantity = part.spans.length;
  return { projectId, hour: hourOf(receivedAt), outcome: "invalid", category: "span", reason, quantity };
}
