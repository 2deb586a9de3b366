import type { ProjectId } from "#server/domain/ids.ts";
import { burstReason, discardedReason, type OutcomeEntry } from "#server/domain/outcomes.ts";
import { hourOf } from "#server/domain/time.ts";
import {
  type DigestTransaction,
  fingerprintKey,
  type PartEnds,
  type SharedDigest,
  type SpoolCursor,
} from "#server/storage/digest/digest-store.ts";
import type { Store } from "#server/storage/store.ts";
import { askForNames } from "./names/ask-for-names.ts";
import { absorbEvent, countUsers } from "./events/absorb-event.ts";
import { separateEvents } from "./events/separate-events.ts";
import { absorbAttachments } from "./events/absorb-attachments.ts";
import { absorbFeedback } from "./events/absorb-feedback.ts";
import { absorbTraces, type SpanMemory } from "./traces/absorb-traces.ts";
import { absorbSessions } from "./sessions/absorb-sessions.ts";
import { absorbCheckIns } from "./absorb-check-ins.ts";
import { Changes } from "./events/changes.ts";
import type { BurstSampling } from "./intake/burst-sampling.ts";
import type { DigestEvent } from "./events/digest-event.ts";
import { findIssues } from "./events/find-issues.ts";
import { NameFolding } from "./traces/fold-names.ts";
import { SpanFolding } from "./traces/fold-spans.ts";
import type { KnownNames } from "./names/known-names.ts";
import type { RecentFailures } from "./events/recent-failures.ts";
import type { RecentSessions } from "./sessions/recent-sessions.ts";
import { placeLateEvents } from "./events/place-late-events.ts";
import { releaseOrder } from "./events/release-order.ts";
import { sessionsKnown } from "./sessions/shared-sessions.ts";
import { keepAll, decisionOf } from "./intake/sampling-decision.ts";
import { sumEntries } from "./names/sum-entries.ts";
import { partOf } from "./parts.ts";
import { projectsOf, type Understanding } from "./understanding.ts";

export type Batch = Understanding & {
  /** Position of the first record. */
  from: SpoolCursor;
  /** The digest's cursor after the batch is stored. */
  cursor: SpoolCursor;
  /**
   * True if the batch waited so long that bursts of an issue are sampled (domain/issue/thinning).
   */
  isLate?: boolean;
};

/** Part of a batch stored on its own; the digest's cursor does not change. */
export type Piece = Omit<Batch, "cursor"> & {
  cursor?: SpoolCursor;
  /** End positions by project, for parts that are stored on their own. */
  ends?: PartEnds;
  /** Digests of the requests in a replay. None is stored twice (`AlreadyReplayed`). */
  replayed?: string[];
};

/** Some requests of the batch were stored by an earlier replay. Nothing of the batch was stored. */
export class AlreadyReplayed extends Error {
  readonly known: Set<string>;

  constructor(known: Set<string>) {
    super("Some of these requests were already ingested.");
    this.known = known;
  }
}

/** Recently stored items, kept in memory to find duplicates without reading storage. */
export type DigestMemory = {
  spans: SpanMemory;
  sessions: RecentSessions;
  bursts: BurstSampling;
  failures: RecentFailures;
  names: KnownNames;
  onOutcomes?: OnOutcomes;
};

type OnOutcomes = (entries: readonly OutcomeEntry[]) => void;

/**
 * Stores a batch in one transaction: the issue of each event, state changes, and every counter.
 * Idempotent on (project, event id). Costs five store calls per batch, regardless of its size.
 */
export async function absorb(store: Store, batch: Piece, memory: DigestMemory): Promise<void> {
  const remember = await store.digest(
    (transaction) => absorbIn(transaction, batch, memory),
    [...projectsOf(batch)],
  );
  remember();
}

/**
 * Stores the projects of a batch that no other process is storing. Returns the projects stored now
 * or earlier; `before` is the position up to which the whole spool is stored.
 */
export async function absorbFree(
  shared: SharedDigest,
  batch: Piece & { ends: PartEnds },
  before: SpoolCursor | undefined,
  memory: DigestMemory,
): Promise<Set<ProjectId>> {
  const { stored, result: remember } = await shared.digestParts(
    (transaction, projects) => absorbIn(transaction, partOf(batch, projects), memory),
    batch.ends,
    before,
  );
  remember?.();
  return stored;
}

/** Returns the callback to run after the commit. */
async function absorbIn(
  transaction: DigestTransaction,
  batch: Piece,
  {
    spans,
    sessions: recentSessions,
    bursts,
    failures,
    names: knownNames,
    onOutcomes,
  }: DigestMemory,
): Promise<() => void> {
  if (batch.replayed) await claim(transaction, batch.replayed);
  const failed = failures.open();
  const separated = await separateEvents(transaction, batch.events, { bursts, failed });
  const { repeated } = separated;
  const wanted = await placeLateEvents(transaction, separated.fresh);
  const names = knownNames.begin();
  await askForNames(transaction, names, { ...batch, events: wanted });
  const [folding, spanFolding] = [new NameFolding(names), new SpanFolding(names)];
  const found = await findIssues(transaction, wanted.map(folding.event), names.limits.newIssues);
  const { events: fresh, issues, fingerprints } = found;
  const discarded = [...separated.discarded, ...found.unwanted];
  for (const event of found.folded) folding.count(["newIssues"], { ...event, category: "error" });
  const newUsers = await countUsers(transaction, fresh, issues, names.limits.users);
  for (const issue of new Set(issues.values())) issue.userCount += newUsers.get(issue.id) ?? 0;
  const changes = new Changes(newUsers);
  const orderOf = await releaseOrder(transaction, fresh, issues);
  const burst = bursts.open();
  const keeps = batch.isLate ? decisionOf(batch, fresh, issues, burst) : keepAll;
  for (const each of fresh)
    absorbEvent(
      { changes, keeps },
      each,
      issues.get(fingerprintKey(each))!,
      orderOf(each.projectId),
    );
  const absorbed = await absorbTraces(transaction, batch.traces, spans, spanFolding);
  const { rollups, outcomes } = absorbed;
  spanFolding.askForCalls(absorbed.edges);
  await names.settle(transaction);
  const known = await sessionsKnown(transaction, batch.sessions, recentSessions);
  const ofSessions = absorbSessions(batch.sessions.map(folding.session), known);
  const ofCheckIns = await absorbCheckIns(transaction.monitors, batch.checkIns);
  const ofFiles = await absorbAttachments(transaction, batch.attachments, {
    fresh,
    repeated,
    discarded,
  });
  const words = await absorbFeedback(transaction, batch.feedback);
  const ofEvents = changes.collect();
  // Must precede the outcomes: a vital whose name has no room is counted under the folded name.
  const vitals = batch.vitals.map(folding.vital);
  const edges = absorbed.edges.map(spanFolding.edge);
  const endings = {
    events: [
      ...tally(fresh, "kept"),
      ...tally(burst.thinned(), "thinned", burstReason),
      ...tally(repeated, "duplicate"),
      ...tally(discarded, "filtered", discardedReason),
    ],
    traces: outcomes,
    vitals: [],
    sessions: ofSessions.outcomes,
    feedback: words.outcomes,
    attachments: ofFiles.outcomes,
    checkIns: ofCheckIns,
    outcomes: batch.outcomes.map(folding.loss),
  } satisfies { [List in keyof Understanding]: OutcomeEntry[] };
  const folded = [...folding.outcomes, ...spanFolding.outcomes];
  const ended = sumEntries([...Object.values(endings).flat(), ...folded]);
  await transaction.save({
    ...ofEvents,
    fingerprints,
    sessions: ofSessions.sessions,
    heard: ofSessions.heard,
    feedback: words.feedback,
    attachments: ofFiles.attachments,
    traces: absorbed.traces.map(spanFolding.trace),
    edges,
    rollups,
    vitals,
    releases: [...ofEvents.releases, ...absorbed.releases, ...ofSessions.releases].filter(
      folding.lists,
    ),
    outcomes: ended,
    ...(batch.cursor && { cursor: batch.cursor }),
    ...(batch.ends && { ends: batch.ends }),
  });
  return () => {
    onOutcomes?.(ended);
    names.remember();
    absorbed.remember();
    ofSessions.remember();
    burst.remember();
    failed.remember();
  };
}

async function claim(transaction: DigestTransaction, digests: string[]): Promise<void> {
  const claimed = await transaction.claimReplayed(digests, Date.now());
  const known = new Set(digests.filter((digest) => !claimed.has(digest)));
  if (known.size > 0) throw new AlreadyReplayed(known);
}

function tally(
  events: DigestEvent[],
  outcome: "kept" | "duplicate" | "filtered" | "thinned",
  reason = "",
): OutcomeEntry[] {
  return events.map(({ projectId, receivedAt }) => ({
    projectId,
    hour: hourOf(receivedAt),
    outcome,
    category: "error",
    reason,
    quantity: 1,
  }));
}
