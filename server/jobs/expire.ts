import { dayMs } from "#server/domain/time.ts";
import type { Store } from "#server/storage/store.ts";

/** Ended invitations stay on their page for as long. */
const invitationsKeptMs = 90 * dayMs;

/**
 * Removes what opens nothing any more: sessions, links, known browsers, counted failures. Returns
 * how much it was.
 */
export async function expire(
  store: Pick<
    Store,
    "sessions" | "devices" | "throttles" | "resets" | "invitations" | "usedTokens"
  >,
  now: number,
): Promise<number> {
  const removed = [
    await store.sessions.removeExpired(now),
    await store.devices.removeExpired(now),
    await store.throttles.removeForgotten(now),
    await store.resets.removeExpired(now),
    await store.usedTokens.removeExpired(now),
    await store.invitations.removeEnded(now - invitationsKeptMs),
  ];
  return removed.reduce((sum, count) => sum + count, 0);
}
