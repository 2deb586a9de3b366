import { dayMs } from "#server/domain/time.ts";
import type { DigestTransaction } from "#server/storage/digest/digest-store.ts";
import type { DigestEvent } from "./digest-event.ts";

/**
 * Files events under their receipt time if their day is closed (deleted by retention, or its file
 * is damaged), so that no acknowledged event is lost. All others keep the day on which they
 * happened.
 */
export async function placeLateEvents(
  transaction: Pick<DigestTransaction, "acceptsLate">,
  events: DigestEvent[],
): Promise<DigestEvent[]> {
  const late = events.filter(isLate);
  if (late.length === 0) return events;
  const takes = await transaction.acceptsLate(late);
  const refused = new Set(late.filter((_, index) => !takes[index]));
  return events.map((event) => (refused.has(event) ? { ...event, at: event.receivedAt } : event));
}

const isLate = ({ at, receivedAt }: DigestEvent): boolean =>
  Math.floor(at / dayMs) < Math.floor(receivedAt / dayMs);
