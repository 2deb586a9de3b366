import type { DigestTransaction } from "#server/storage/digest/digest-store.ts";
import { dayMs } from "#server/domain/time.ts";
import type { DigestSession } from "./absorb-sessions.ts";
import type { RecentSessions } from "./recent-sessions.ts";

/**
 * A session without updates is forgotten after this long. `jobs/evictions.ts` waits a day longer.
 */
const reachMs = dayMs;

/**
 * The state of these sessions. Processes that share a database each receive some updates of a
 * session, so all look it up in the transaction that holds its project. A single process has it in
 * memory.
 */
export async function sessionsKnown(
  transaction: Pick<DigestTransaction, "sessionsHeard">,
  arrivals: DigestSession[],
  own: RecentSessions,
): Promise<RecentSessions> {
  const updates = arrivals.flatMap(({ projectId, report }) =>
    report.kind === "update" ? [{ projectId, sid: report.sid }] : [],
  );
  const shared = updates.length > 0 && (await transaction.sessionsHeard(updates));
  if (!shared) return own;
  const since =
    arrivals.reduce((least, { receivedAt }) => Math.min(least, receivedAt), Infinity) - reachMs;
  return {
    of: (session) => shared.get(session),
    set: () => undefined,
    reachesBackTo: (time) => time >= since,
  };
}
