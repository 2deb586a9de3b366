import type { FingerprintHash, IssueId } from "#server/domain/ids.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import {
  type DigestTransaction,
  fingerprintKey,
  type NewFingerprint,
  type NewIssue,
} from "#server/storage/digest/digest-store.ts";
import { allHashes, type DigestEvent, ownHashes } from "./digest-event.ts";
import { limitNewIssues } from "./too-many-issues.ts";

/**
 * The issue of each event by `fingerprintKey(event)`, and additional fingerprints that lead to it
 * from now on.
 */
type FoundIssues = {
  issues: Map<string, Issue>;
  fingerprints: NewFingerprint[];
  /**
   * The events as given. Events over the limit of new issues have the fingerprint of the overflow
   * issue.
   */
  events: DigestEvent[];
  /** The events over the limit, as changed. */
  folded: DigestEvent[];
  /** Events of discarded issues. */
  unwanted: DigestEvent[];
};

/**
 * Finds the issues of events and creates missing ones. An event with unminified stacks has several
 * fingerprints (`aliases`), as does one whose platform is grouped differently since an update
 * (`formerly`); the first that leads to an issue decides.
 */
export async function findIssues(
  transaction: DigestTransaction,
  asked: DigestEvent[],
  mostNew: number,
): Promise<FoundIssues> {
  const known = await transaction.issuesFor(firstOfEach(asked).flatMap(names));
  const limited = await limitNewIssues(transaction, asked, known, mostNew);
  const unwanted = await discardedOf(transaction, limited.folded);
  const events = limited.events.filter((each) => !unwanted.has(each));
  const folded = limited.folded.filter((each) => !unwanted.has(each));
  const distinct = firstOfEach(events);
  const shared =
    folded.length === 0 ? known : await transaction.issuesFor(firstOfEach(folded).flatMap(names));
  for (const [key, issue] of shared) known.set(key, issue);
  const issues = shareObjects(known);
  const missing: { event: DigestEvent; keys: string[] }[] = [];
  const claims = new Map<string, number>();
  for (const event of distinct) {
    if (names(event).some((name) => issues.has(fingerprintKey(name)))) continue;
    const keys = named(event, ownHashes(event)).map(fingerprintKey);
    // Two events of a batch that are aliases of each other create one issue.
    const claimed = keys.map((key) => claims.get(key)).find((index) => index !== undefined);
    const index = claimed ?? missing.push({ event, keys: [] }) - 1;
    missing[index]!.keys.push(...keys);
    for (const key of keys) claims.set(key, index);
  }
  const created = await transaction.createIssues(missing.map(({ event }) => newIssue(event)));
  missing.forEach(({ keys }, index) => keys.forEach((key) => issues.set(key, created[index]!)));
  for (const event of distinct) issues.set(fingerprintKey(event), issueOf(issues, event));
  const fingerprints = distinct.flatMap((event) => furtherNames(event, issueOf(issues, event)));
  return { issues, fingerprints, events, folded, unwanted: [...unwanted] };
}

async function discardedOf(
  transaction: DigestTransaction,
  folded: DigestEvent[],
): Promise<Set<DigestEvent>> {
  if (folded.length === 0) return new Set();
  const isDiscarded = await transaction.discard(
    folded.map(({ projectId, hash, receivedAt }) => ({ projectId, hashes: [hash], receivedAt })),
  );
  return new Set(folded.filter((_, index) => isDiscarded[index]));
}

const issueOf = (issues: Map<string, Issue>, event: DigestEvent): Issue =>
  names(event)
    .map((name) => issues.get(fingerprintKey(name)))
    .find((issue) => issue !== undefined)!;

const named = ({ projectId }: DigestEvent, hashes: FingerprintHash[]) =>
  hashes.map((hash) => ({ projectId, hash }));
const names = (event: DigestEvent) => named(event, allHashes(event));

function furtherNames(
  { projectId, hash, aliases, formerly, algorithm, at }: DigestEvent,
  { id }: Issue,
): NewFingerprint[] {
  if (!aliases && !formerly) return [];
  return [hash, ...(aliases?.keep ?? [])].map((each) => ({
    projectId,
    hash: each,
    issueId: id,
    algorithm,
    firstSeen: at,
  }));
}

function firstOfEach(events: DigestEvent[]): DigestEvent[] {
  const first = new Map<string, DigestEvent>();
  for (const each of events)
    if (!first.has(fingerprintKey(each))) first.set(fingerprintKey(each), each);
  return [...first.values()];
}

/** Two fingerprints may lead to one issue. They share one object, so that counts add up. */
function shareObjects(issues: Map<string, Issue>): Map<string, Issue> {
  const byId = new Map<IssueId, Issue>();
  for (const [key, issue] of issues) {
    const shared = byId.get(issue.id) ?? issue;
    byId.set(issue.id, shared);
    issues.set(key, shared);
  }
  return issues;
}

function newIssue(event: DigestEvent): NewIssue {
  const {
    projectId,
    type,
    value,
    culprit,
    level,
    platform,
    at,
    release,
    unhandled,
    hash,
    algorithm,
  } = event;
  const { searched, receivedAt: createdAt } = event;
  return {
    projectId,
    type,
    value,
    culprit,
    level,
    platform,
    unhandled,
    hash,
    algorithm,
    createdAt,
    state: { state: "open", substate: "new" },
    firstSeen: at,
    lastSeen: at,
    ...(release === undefined ? {} : { firstRelease: release, lastRelease: release }),
    ...(searched !== undefined && { searched }),
  };
}
