import { issueTitle } from "#server/domain/issue/issue.ts";
import type { FingerprintHash, ProjectId } from "#server/domain/ids.ts";
import { hourMs, hourOf } from "#server/domain/time.ts";
import { type DigestTransaction, fingerprintKey } from "#server/storage/digest/digest-store.ts";
import { allHashes, type DigestEvent, ownHashes } from "./digest-event.ts";

/**
 * Fingerprint of the issue that collects events over a project's limit of new issues. No event has
 * it otherwise.
 */
export const overflowHash = "0".repeat(32) as FingerprintHash;

/** Title of that issue. Each event keeps its own title. */
export const overflowType = "Too many distinct issues";

const keysOf = (event: DigestEvent, hashes: FingerprintHash[]) =>
  hashes.map((hash) => fingerprintKey({ projectId: event.projectId, hash }));

/**
 * Gives events over the hourly limit of new issues the shared overflow fingerprint. `known` has the
 * fingerprints that lead to an issue. Counts by hour of receipt, so reading a spool again decides
 * the same way.
 */
export async function limitNewIssues(
  transaction: Pick<DigestTransaction, "issuesCreated">,
  events: DigestEvent[],
  known: ReadonlyMap<string, unknown>,
  most: number,
): Promise<{ events: DigestEvent[]; folded: DigestEvent[] }> {
  const unknown = events.filter(
    (event) => !keysOf(event, allHashes(event)).some((key) => known.has(key)),
  );
  if (unknown.length === 0) return { events, folded: [] };
  const room = new Map<string, number>();
  const opened = new Set<string>();
  const over = new Set<DigestEvent>();
  for (const event of unknown) {
    const place = `${event.projectId} ${hourOf(event.receivedAt)}`;
    const left =
      room.get(place) ??
      most - (await made(transaction, event.projectId, hourOf(event.receivedAt)));
    const keys = keysOf(event, ownHashes(event));
    const isOpened = keys.some((key) => opened.has(key));
    if (!isOpened && left <= 0) over.add(event);
    else keys.forEach((key) => opened.add(key));
    room.set(place, isOpened || left <= 0 ? left : left - 1);
  }
  if (over.size === 0) return { events, folded: [] };
  const folded = events.map((event) => (over.has(event) ? overflowed(event, most) : event));
  return { events: folded, folded: folded.filter(({ hash }) => hash === overflowHash) };
}

const made = (
  transaction: Pick<DigestTransaction, "issuesCreated">,
  projectId: ProjectId,
  hour: number,
) => transaction.issuesCreated({ projectId, from: hour, until: hour + hourMs });

function overflowed(event: DigestEvent, most: number): DigestEvent {
  const moved = {
    ...event,
    hash: overflowHash,
    title: issueTitle(event),
    type: overflowType,
    culprit: "",
  };
  delete moved.aliases;
  delete moved.formerly;
  delete moved.searched;
  const value = `More than ${most.toLocaleString("en-US")} new issues in one hour. Further events are grouped here.`;
  return { ...moved, value };
}
