import type { ErrorEvent } from "#server/domain/event/error-event.ts";
import { richnessOf } from "#server/domain/event/richness.ts";
import { userLabel } from "#server/domain/event/user-label.ts";
import type { GroupingAlgorithm } from "#server/domain/grouping/grouping.ts";
import type { FingerprintHash, IssueId, ProjectId } from "#server/domain/ids.ts";
import { type Issue, issueTitle } from "#server/domain/issue/issue.ts";
import { onEvent } from "#server/domain/issue/triage.ts";
import { hourOf, type LedgerEntry } from "#server/domain/ledger.ts";
import {
  type DigestTransaction,
  eventKey,
  fingerprintKey,
  type NewEvent,
  type NewIssue,
  type SpoolCursor,
  type Store,
} from "#server/storage/store.ts";
import { absorbTraces, type DigestTrace, type SpanMemory } from "./absorb-traces.ts";
import { Changes } from "./changes.ts";

/** An event ready to be stored: understood, grouped, its body as it will lie on disk. */
export type DigestEvent = {
  projectId: ProjectId;
  event: ErrorEvent;
  hash: FingerprintHash;
  algorithm: GroupingAlgorithm;
  title: { type: string; value: string };
  culprit: string;
  body: Uint8Array;
};

export type Batch = {
  events: DigestEvent[];
  traces: DigestTrace[];
  ledger: LedgerEntry[];
  /** Where its first record begins. */
  from: SpoolCursor;
  /** Where the digest stands once the batch is stored. */
  cursor: SpoolCursor;
};

/**
 * Makes a batch true in one transaction: which issue each event belongs to, what that does to the issue's state, and
 * every counter. Idempotent on (project, event id). Cost is per batch, not per event: five calls to the store.
 */
export async function absorb(store: Store, batch: Batch, spans: SpanMemory): Promise<void> {
  const remember = await store.digest(async (transaction) => {
    const { fresh, repeated } = await separate(transaction, batch.events);
    const issues = await findOrCreate(transaction, fresh);
    const newUsers = await countUsers(transaction, fresh, issues);
    for (const issue of new Set(issues.values())) issue.userCount += newUsers.get(issue.id) ?? 0;
    const changes = new Changes(newUsers);
    for (const each of fresh) absorbEvent(changes, each, issues.get(keyOf(each))!);
    const { traces, edges, ledger, remember } = await absorbTraces(transaction, batch.traces, spans);
    await transaction.save({
      ...changes.collect(),
      ...{ traces, edges },
      ledger: [...batch.ledger, ...ledger, ...tally(fresh, "kept"), ...tally(repeated, "duplicate")],
      cursor: batch.cursor,
    });
    return remember;
  });
  remember();
}

const keyOf = (each: DigestEvent) => fingerprintKey(each);
const eventKeyOf = (each: DigestEvent) => eventKey({ projectId: each.projectId, eventId: each.event.eventId });

async function separate(
  transaction: DigestTransaction,
  events: DigestEvent[],
): Promise<{ fresh: DigestEvent[]; repeated: DigestEvent[] }> {
  const seen = await transaction.duplicates(
    events.map(({ projectId, event: { eventId, receivedAt } }) => ({ projectId, eventId, receivedAt })),
  );
  const fresh: DigestEvent[] = [];
  const repeated: DigestEvent[] = [];
  for (const each of events) {
    const key = eventKeyOf(each);
    (seen.has(key) ? repeated : fresh).push(each);
    seen.add(key);
  }
  return { fresh, repeated };
}

async function findOrCreate(transaction: DigestTransaction, events: DigestEvent[]): Promise<Map<string, Issue>> {
  const first = new Map<string, DigestEvent>();
  for (const each of events) if (!first.has(keyOf(each))) first.set(keyOf(each), each);
  const issues = await transaction.issuesFor([...first.values()].map(({ projectId, hash }) => ({ projectId, hash })));
  const missing = [...first].filter(([key]) => !issues.has(key));
  const created = await transaction.createIssues(missing.map(([, each]) => newIssue(each)));
  missing.forEach(([key], i) => issues.set(key, created[i]!));
  // Two fingerprints may lead to one issue: both then work on the same object, so that counts add up.
  return shareObjects(issues);
}

function shareObjects(issues: Map<string, Issue>): Map<string, Issue> {
  const byId = new Map<IssueId, Issue>();
  for (const [key, issue] of issues) {
    const shared = byId.get(issue.id) ?? issue;
    byId.set(issue.id, shared);
    issues.set(key, shared);
  }
  return issues;
}

function newIssue({ projectId, event, hash, algorithm, title, culprit }: DigestEvent): NewIssue {
  return {
    projectId,
    ...title,
    culprit,
    level: event.level,
    platform: event.platform,
    state: { state: "open", substate: "new" },
    firstSeen: event.receivedAt,
    lastSeen: event.receivedAt,
    ...(event.release === undefined ? {} : { firstRelease: event.release, lastRelease: event.release }),
    unhandled: isUnhandled(event),
    hash,
    algorithm,
  };
}

async function countUsers(
  transaction: DigestTransaction,
  events: DigestEvent[],
  issues: Map<string, Issue>,
): Promise<Map<IssueId, number>> {
  const sightings = new Map<string, { issueId: IssueId; user: string }>();
  for (const each of events) {
    const user = userLabel(each.event.user);
    const issueId = issues.get(keyOf(each))!.id;
    if (user !== undefined) sightings.set(`${issueId}:${user}`, { issueId, user });
  }
  return transaction.countUsers([...sightings.values()]);
}

function absorbEvent(changes: Changes, each: DigestEvent, issue: Issue): void {
  const { event } = each;
  const known = issue.count > 0;
  Object.assign(issue, each.title, { culprit: each.culprit, level: event.level, unhandled: isUnhandled(event) });
  issue.count += 1;
  issue.firstSeen = Math.min(issue.firstSeen, event.receivedAt);
  issue.lastSeen = Math.max(issue.lastSeen, event.receivedAt);
  if (event.release !== undefined) {
    issue.firstRelease ??= event.release;
    issue.lastRelease = event.release;
  }
  if (!known) changes.addActivity(firstSeen(issue, event));
  const transition = onEvent(issue, event);
  if (transition) {
    issue.state = transition.state;
    changes.addActivity(transition.activity);
  }
  changes.addEvent(issue, newEvent(each, issue));
}

function firstSeen(issue: Issue, event: ErrorEvent) {
  const release = event.release === undefined ? {} : { release: event.release };
  return {
    issueId: issue.id,
    at: event.receivedAt,
    by: { kind: "system" as const },
    what: { kind: "first-seen" as const, ...release },
  };
}

function newEvent({ projectId, event, hash, title, body }: DigestEvent, issue: Issue): NewEvent {
  const user = userLabel(event.user);
  return {
    projectId,
    eventId: event.eventId,
    issueId: issue.id,
    receivedAt: event.receivedAt,
    timestamp: event.timestamp,
    level: event.level,
    title: issueTitle(title).slice(0, 200),
    ...(event.environment === undefined ? {} : { environment: event.environment }),
    ...(event.release === undefined ? {} : { release: event.release }),
    ...(user === undefined ? {} : { user }),
    ...(event.traceId === undefined ? {} : { traceId: event.traceId }),
    tags: event.tags,
    hash,
    richness: richnessOf(event),
    body,
  };
}

function isUnhandled(event: ErrorEvent): boolean {
  return event.exceptions.some((exception) => exception.mechanism?.handled === false);
}

function tally(events: DigestEvent[], outcome: "kept" | "duplicate"): LedgerEntry[] {
  return events.map(({ projectId, event }) => ({
    projectId,
    hour: hourOf(event.receivedAt),
    outcome,
    category: "error",
    reason: "",
    quantity: 1,
  }));
}
