import type { KnownSession } from "#server/domain/release/session.ts";

/** Recent sessions by project and ID, to tell what an update adds. */
export type RecentSessions = {
  of(session: string): KnownSession | undefined;
  set(session: string, known: KnownSession): void;
  /** Whether a session that started then would be known. */
  reachesBackTo(startedAt: number): boolean;
};

/** At most about 30 MiB. */
const sessionsMax = 100_000;

/**
 * For a single process (several share them: `shared-sessions.ts`). Kept only in memory, from
 * `startedAt`. Forgets the sessions with the oldest updates. A forgotten session that started
 * earlier counts as counted (`absorb-sessions.ts`).
 */
export function createRecentSessions(startedAt: number, max: number = sessionsMax): RecentSessions {
  const sessions = new Map<string, KnownSession>();
  let since = startedAt;

  return {
    of: (session) => sessions.get(session),
    set(session, known) {
      sessions.delete(session);
      sessions.set(session, known);
      if (sessions.size <= max) return;
      const [oldest, { startedAt: began }] = sessions.entries().next().value!;
      sessions.delete(oldest);
      since = Math.max(since, began + 1);
    },
    reachesBackTo: (time) => time >= since,
  };
}
