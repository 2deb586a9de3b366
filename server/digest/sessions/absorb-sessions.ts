import { hash } from "node:crypto";
import type { ProjectId } from "#server/domain/ids.ts";
import type { OutcomeEntry, Outcome } from "#server/domain/outcomes.ts";
import { hourOf } from "#server/domain/time.ts";
import {
  type KnownSession,
  type SessionCounts,
  sessionMarks,
  type SessionMarks,
  type SessionPlace,
  type SessionReport,
  type SessionUpdate,
} from "#server/domain/release/session.ts";
import type { SessionChange } from "#server/storage/releases/release-store.ts";
import {
  type DigestChanges,
  type SharedSession,
  sessionKey,
} from "#server/storage/digest/digest-store.ts";
import type { RecentSessions } from "./recent-sessions.ts";
import { SeenReleases } from "./seen-releases.ts";

/** A session update of a request, or aggregated sessions. */
export type DigestSession = { projectId: ProjectId; receivedAt: number; report: SessionReport };

type AbsorbedSessions = {
  sessions: SessionChange[];
  releases: DigestChanges["releases"];
  outcomes: OutcomeEntry[];
  /** The new state of each session. */
  heard: SharedSession[];
  /** Call after the commit: a batch that is retried must not find its own updates. */
  remember: () => void;
};

/**
 * Session counts of one batch, by the hour in which sessions started. A session counts once, with
 * its first update, and once each as crashed, errored, and abnormal, in any order of updates.
 *
 * After a restart, sessions in progress are unknown. Their updates add no session, and new errors
 * in them still count. Earlier errors count again if a later update repeats them.
 */
export function absorbSessions(
  arrivals: DigestSession[],
  recent: RecentSessions,
): AbsorbedSessions {
  const heard = new Map<string, SharedSession>();
  const changes = new SessionChanges();
  const outcomes = arrivals.map((arrival) => {
    const { report } = arrival;
    if (report.kind === "tally") {
      // A repeated aggregate can't be detected: SDKs send each once.
      changes.add(arrival, report, report.counts, report.counts.crashed > 0);
      return outcomeEntry(arrival, "kept");
    }
    const { projectId, receivedAt: heardAt } = arrival;
    const { sid } = report;
    const name = sessionKey({ projectId, sid });
    const known = heard.get(name)?.known ?? recent.of(name);
    if (known?.revisions.includes(shortened(report.revision)))
      return outcomeEntry(arrival, "duplicate");
    const { counts, now } = advance(report, known, recent);
    changes.add(arrival, { ...report, startedAt: now.startedAt }, counts, report.marks.crashed);
    heard.set(name, { projectId, sid, heardAt, known: now });
    return outcomeEntry(arrival, "kept");
  });
  return {
    ...changes.collect(),
    outcomes,
    heard: [...heard.values()],
    remember() {
      for (const [name, { known }] of heard) recent.set(name, known);
    },
  };
}

/** Bounds memory if an SDK sends endless revisions of one session. */
const mostRevisions = 20;

/**
 * 48 bits distinguish the revisions of a session. In full, those of 100,000 sessions would take 240
 * MiB.
 */
const shortened = (revision: string): string => hash("sha1", revision, "base64").slice(0, 8);

/** The counts that an update adds, and the new state of its session. */
function advance(
  { isFirst, marks, startedAt, revision }: SessionUpdate,
  known: KnownSession | undefined,
  recent: RecentSessions,
): { counts: SessionCounts; now: KnownSession } {
  const before = known ?? { startedAt, isCounted: false, marks: noMarks, revisions: [] };
  // The first update always counts. Another counts only if the first would be known.
  const isNew = !before.isCounted && (isFirst || (!known && recent.reachesBackTo(startedAt)));
  const once = (mark: keyof SessionMarks) => (marks[mark] && !before.marks[mark] ? 1 : 0);
  const ever = (mark: keyof SessionMarks) => marks[mark] || before.marks[mark];
  return {
    counts: {
      sessions: isNew ? 1 : 0,
      crashed: once("crashed"),
      errored: once("errored"),
      abnormal: once("abnormal"),
    },
    now: {
      startedAt: before.startedAt,
      isCounted: before.isCounted || isNew,
      marks: { crashed: ever("crashed"), errored: ever("errored"), abnormal: ever("abnormal") },
      revisions: [...before.revisions, shortened(revision)].slice(-mostRevisions),
    },
  };
}

const noMarks: SessionMarks = { crashed: false, errored: false, abnormal: false };

/** One row per hour, release, and environment, regardless of the number of sessions. */
class SessionChanges {
  private readonly sums = new Map<string, SessionChange>();
  private readonly releases = new SeenReleases();

  add(
    { projectId, receivedAt }: DigestSession,
    place: SessionPlace,
    counts: SessionCounts,
    crashed: boolean,
  ): void {
    const sum = this.sumOf(projectId, place);
    sum.sessions += counts.sessions;
    for (const mark of sessionMarks) sum[mark] += counts[mark];
    if (place.user !== undefined) sum.users.push({ hash: place.user, crashed });
    if (place.release !== "")
      this.releases.see(projectId, place.release, { at: place.startedAt, receivedAt });
  }

  collect(): Pick<AbsorbedSessions, "sessions" | "releases"> {
    return { sessions: [...this.sums.values()], releases: this.releases.all() };
  }

  private sumOf(
    projectId: ProjectId,
    { release, environment, startedAt }: SessionPlace,
  ): SessionChange {
    const hour = hourOf(startedAt);
    const key = [projectId, hour, environment, release].join("\n");
    const none = { sessions: 0, crashed: 0, errored: 0, abnormal: 0, users: [] };
    const sum = this.sums.get(key) ?? { projectId, release, environment, hour, ...none };
    this.sums.set(key, sum);
    return sum;
  }
}

function outcomeEntry({ projectId, receivedAt }: DigestSession, outcome: Outcome): OutcomeEntry {
  return {
    projectId,
    hour: hourOf(receivedAt),
    outcome,
    category: "session",
    reason: "",
    quantity: 1,
  };
}
