import { dayMs } from "#server/domain/time.ts";
import type { Store } from "#server/storage/store.ts";

/** How long ended invitations stay on their page. */
const invitationsKeptMs = 90 * dayMs;

/** Removes expired sessions, links, known devices, and counted failures. Returns their number. */
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
