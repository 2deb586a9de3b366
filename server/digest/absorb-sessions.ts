import type { ProjectId } from "#server/domain/ids.ts";
import { hourOf, type LedgerEntry, type Outcome } from "#server/domain/ledger.ts";
import {
  type SessionCounts,
  sessionMarks,
  type SessionMarks,
  type SessionPlace,
  type SessionReport,
  type SessionUpdate,
} from "#server/domain/release/session.ts";
import type { SessionChange } from "#server/storage/release-store.ts";
import type { DigestChanges } from "#server/storage/store.ts";
import type { KnownSession, RecentSessions } from "./recent-sessions.ts";

/** What a request said of a session, or of several. */
export type DigestSession = { projectId: ProjectId; receivedAt: number; report: SessionReport };

export type AbsorbedSessions = {
  sessions: SessionChange[];
  releases: DigestChanges["releases"];
  ledger: LedgerEntry[];
  /** To be called once all this is committed, and not before: a batch that is tried again must not meet itself. */
  remember: () => void;
};

/**
 * What a batch adds to the counts of sessions, under the hours in which they started. A session counts once, with the first
 * that is heard of it, and as crashed, errored and abnormal once each, in whatever order its updates come.
 *
 * After a restart nothing is known of sessions under way. Their updates then add no session, and what goes wrong in them
 * from then on still counts; what had gone wrong before counts once more where a later update repeats it.
 */
export function absorbSessions(arrivals: DigestSession[], recent: RecentSessions): AbsorbedSessions {
  const heard = new Map<string, KnownSession>();
  const changes = new SessionChanges();
  const ledger = arrivals.map((arrival) => {
    const { report } = arrival;
    if (report.kind === "tally") {
      // Nothing tells a tally from its repetition: SDKs send each once.
      changes.add(arrival, report, report.counts, report.counts.crashed > 0);
      return ledgerEntry(arrival, "kept");
    }
    const name = `${arrival.projectId}:${report.sid}`;
    const known = heard.get(name) ?? recent.of(name);
    if (known?.revisions.includes(report.revision)) return ledgerEntry(arrival, "duplicate");
    const startedAt = known?.startedAt ?? report.startedAt;
    changes.add(arrival, { ...report, startedAt }, addedBy(report, known, recent), report.marks.crashed);
    heard.set(name, after(report, known));
    return ledgerEntry(arrival, "kept");
  });
  return {
    ...changes.collect(),
    ledger,
    remember() {
      for (const [name, known] of heard) recent.set(name, known);
    },
  };
}

function addedBy(update: SessionUpdate, known: KnownSession | undefined, recent: RecentSessions): SessionCounts {
  const isNew = !known && (update.isFirst || recent.reachesBackTo(update.startedAt));
  const once = (mark: keyof SessionMarks) => (update.marks[mark] && !known?.marks[mark] ? 1 : 0);
  return { sessions: isNew ? 1 : 0, crashed: once("crashed"), errored: once("errored"), abnormal: once("abnormal") };
}

/** An SDK gone wild must not fill the memory with revisions of one session. */
const mostRevisions = 20;

function after({ marks, startedAt, revision }: SessionUpdate, known: KnownSession | undefined): KnownSession {
  if (!known) return { startedAt, marks, revisions: [revision] };
  const either = (mark: keyof SessionMarks) => known.marks[mark] || marks[mark];
  return {
    startedAt: known.startedAt,
    marks: { crashed: either("crashed"), errored: either("errored"), abnormal: either("abnormal") },
    revisions: [...known.revisions, revision].slice(-mostRevisions),
  };
}

/** One row for each hour, release and environment, however many sessions it has. */
class SessionChanges {
  private readonly sums = new Map<string, SessionChange>();
  private readonly releases = new Map<string, DigestChanges["releases"][number]>();

  add({ projectId, receivedAt }: DigestSession, place: SessionPlace, counts: SessionCounts, crashed: boolean): void {
    const sum = this.sumOf(projectId, place);
    sum.sessions += counts.sessions;
    for (const mark of sessionMarks) sum[mark] += counts[mark];
    if (place.user !== undefined) sum.users.push({ hash: place.user, crashed });
    const { release: version } = place;
    if (version !== "") this.releases.set(`${projectId}:${version}`, { projectId, version, seenAt: receivedAt });
  }

  collect(): Pick<AbsorbedSessions, "sessions" | "releases"> {
    return { sessions: [...this.sums.values()], releases: [...this.releases.values()] };
  }

  private sumOf(projectId: ProjectId, { release, environment, startedAt }: SessionPlace): SessionChange {
    const hour = hourOf(startedAt);
    const key = [projectId, hour, environment, release].join("\n");
    const none = { sessions: 0, crashed: 0, errored: 0, abnormal: 0, users: [] };
    const sum = this.sums.get(key) ?? { projectId, release, environment, hour, ...none };
    this.sums.set(key, sum);
    return sum;
  }
}

function ledgerEntry({ projectId, receivedAt }: DigestSession, outcome: Outcome): LedgerEntry {
  return { projectId, hour: hourOf(receivedAt), outcome, category: "session", reason: "", quantity: 1 };
}
