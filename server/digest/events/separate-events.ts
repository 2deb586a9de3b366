import { type DigestTransaction, eventKey } from "#server/storage/digest/digest-store.ts";
import type { BurstSampling } from "../intake/burst-sampling.ts";
import { allHashes, type DigestEvent } from "./digest-event.ts";
import type { FailureBatch } from "./recent-failures.ts";

type SeparatedEvents = {
  fresh: DigestEvent[];
  repeated: DigestEvent[];
  discarded: DigestEvent[];
};

/**
 * Separates a batch's events: `fresh` will be stored, `repeated` are already stored or left out by burst sampling, `discarded` belong to an issue that was deleted together with its future
 * events.
 */
export async function separateEvents(
  transaction: DigestTransaction,
  events: DigestEvent[],
  memory: { bursts: BurstSampling; failed: FailureBatch },
): Promise<SeparatedEvents> {
  const { fresh, repeated } = await withoutRepeated(transaction, events, memory);
  return { repeated, ...(await withoutDiscarded(transaction, fresh)) };
}

async function withoutRepeated(
  transaction: DigestTransaction,
  events: DigestEvent[],
  { bursts, failed }: { bursts: BurstSampling; failed: FailureBatch },
): Promise<{ fresh: DigestEvent[]; repeated: DigestEvent[] }> {
  const seen = await transaction.duplicates(events);
  const fresh: DigestEvent[] = [];
  const repeated: DigestEvent[] = [];
  const toldAgain = failed.toldAgain(events.filter((each) => !seen.has(eventKey(each))));
  for (const each of events) {
    const key = eventKey(each);
    (seen.has(key) || toldAgain.has(each) || bursts.hasThinned(each) ? repeated : fresh).push(each);
    seen.add(key);
  }
  return { fresh, repeated };
}

async function withoutDiscarded(
  transaction: DigestTransaction,
  events: DigestEvent[],
): Promise<{ fresh: DigestEvent[]; discarded: DigestEvent[] }> {
  const names = events.map((event) => ({
    projectId: event.projectId,
    receivedAt: event.receivedAt,
    hashes: allHashes(event),
  }));
  const isDiscarded = await transaction.discard(names);
  return {
    fresh: events.filter((_, index) => !isDiscarded[index]),
    discarded: events.filter((_, index) => isDiscarded[index]),
  };
}
