import { attachmentCategory } from "#server/domain/attachment/attachment.ts";
import { discardedReason, type OutcomeEntry } from "#server/domain/outcomes.ts";
import { hourOf } from "#server/domain/time.ts";
import {
  attachmentKey,
  type ReceivedAttachment,
} from "#server/storage/attachments/attachment-store.ts";
import type { DigestTransaction } from "#server/storage/digest/digest-store.ts";
import type { DigestEvent } from "./digest-event.ts";

/**
 * Decides which files of a batch are stored. A file in its event's request is stored if the event
 * is. Other files are stored even if their event is unknown. The same file of an event is stored
 * once.
 */
export async function absorbAttachments(
  transaction: Pick<DigestTransaction, "attachmentsKept">,
  alone: ReceivedAttachment[],
  events: { fresh: DigestEvent[]; repeated: DigestEvent[]; discarded: DigestEvent[] },
): Promise<{ attachments: ReceivedAttachment[]; outcomes: OutcomeEntry[] }> {
  const candidates = [...filesOf(events.fresh), ...alone];
  const repeated = filesOf(events.repeated);
  const seen =
    candidates.length > 0 ? await transaction.attachmentsKept(candidates) : new Set<string>();
  const attachments: ReceivedAttachment[] = [];
  for (const each of candidates) {
    const key = attachmentKey(each);
    (seen.has(key) ? repeated : attachments).push(each);
    seen.add(key);
  }
  const outcomes = [
    ...attachments.map((each) => entry(each, "kept")),
    ...repeated.map((each) => entry(each, "duplicate")),
    ...filesOf(events.discarded).map((each) => entry(each, "filtered", discardedReason)),
  ];
  return { attachments, outcomes };
}

const filesOf = (events: DigestEvent[]): ReceivedAttachment[] =>
  events.flatMap(({ at, attachments = [] }) => attachments.map((each) => ({ ...each, at })));

/** In bytes. An empty file counts as one byte, as at ingestion. */
function entry(
  { projectId, receivedAt, byteLength }: ReceivedAttachment,
  outcome: OutcomeEntry["outcome"],
  reason = "",
): OutcomeEntry {
  const quantity = Math.max(1, byteLength);
  return {
    projectId,
    hour: hourOf(receivedAt),
    outcome,
    category: attachmentCategory,
    reason,
    quantity,
  };
}
