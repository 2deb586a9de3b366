import { dayMs } from "#server/domain/time.ts";
import type { DigestTransaction } from "#server/storage/digest/digest-store.ts";
import type { DigestEvent } from "./digest-event.ts";

/**
 * Events whose day takes no more (retention deleted it, its file is damaged) are filed under their
 * receipt: what was acknowledged is kept. All others stay on the day on which they happened.
 */
export async function placeLateEvents(
  transaction: Pick<DigestTransaction, "takesLate">,
  events: DigestEvent[],
): Promise<DigestEvent[]> {
  const late = events.filter(isLate);
  if (late.length === 0) return events;
  const takes = await transaction.takesLate(late);
  const refused = new Set(late.filter((_, index) => !takes[index]));
  return events.map((event) => (refused.has(event) ? { ...event, at: event.receivedAt } : event));
}

const isLate = ({ at, receivedAt }: DigestEvent): boolean =>
  Math.floor(at / dayMs) < Math.floor(receivedAt / dayMs);
