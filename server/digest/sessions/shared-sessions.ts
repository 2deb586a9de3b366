import type { DigestTransaction } from "#server/storage/digest/digest-store.ts";
import { dayMs } from "#server/domain/time.ts";
import type { DigestSession } from "./absorb-sessions.ts";
import type { RecentSessions } from "./recent-sessions.ts";

/**
 * A session that nothing was heard of for so long is forgotten: `jobs/evictions.ts` waits a day
 * longer.
 */
const reachMs = dayMs;

/**
 * What is known of these sessions. Of processes that share a database each is sent some of a
 * session's updates: then all of them look it up, in the transaction that holds its project; a
 * process that is alone knows by itself.
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
