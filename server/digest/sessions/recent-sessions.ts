import type { KnownSession } from "#server/domain/release/session.ts";

/**
 * Sessions heard of last, by project and id: an update of one of them is known for what it adds.
 */
export type RecentSessions = {
  of(session: string): KnownSession | undefined;
  set(session: string, known: KnownSession): void;
  /** Whether a session that started then would be known, had anything of it come before. */
  reachesBackTo(startedAt: number): boolean;
};

/** About 30 MiB at the most. */
const sessionsMax = 100_000;

/**
 * Of a process that is alone (several know them together: `shared-sessions.ts`). Kept in memory
 * alone: it begins with the process, at `startedAt`, and forgets those that were not heard of for
 * longest. What has been forgotten and started before is taken to have been counted
 * (`absorb-sessions.ts`).
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
