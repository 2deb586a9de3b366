import {
  type ErrorEvent,
  happenedAt,
  type Level,
  type UserInfo,
} from "#server/domain/event/error-event.ts";
import { richnessOf } from "#server/domain/event/richness.ts";
import { type FailureReport, failureReportOf } from "#server/domain/event/same-failure.ts";
import { userTags } from "#server/domain/event/derived-tags.ts";
import type { Grouping, GroupingAlgorithm } from "#server/domain/grouping/grouping.ts";
import type { EventId, FingerprintHash, ProjectId } from "#server/domain/ids.ts";
import type { AssetOutcome } from "#server/domain/source-map/minified-stacks.ts";
import type { ReceivedAttachment } from "#server/storage/attachments/attachment-store.ts";

/**
 * The fields needed to store an event. The event itself is released at ingestion. Thousands of
 * these wait in a flood, and the garbage collector would copy whole events repeatedly (measured: 50
 * MiB and 40 µs per event).
 */
export type DigestEvent = {
  projectId: ProjectId;
  eventId: EventId;
  receivedAt: number;
  timestamp: number;
  /** Determines its order and its day (`happenedAt`). */
  at: number;
  level: Level;
  platform: string;
  type: string;
  value: string;
  /** The event's own title, if its issue has another one (too-many-issues.ts). */
  title?: string;
  culprit: string;
  /** Additional lines that the issue search matches. */
  searched?: string;
  unhandled: boolean;
  environment: string | undefined;
  release: string | undefined;
  user: string | undefined;
  traceId: string | undefined;
  spanId: string | undefined;
  /** For exceptions in a trace: identifies other reports of the same failure. */
  failure?: FailureReport | undefined;
  tags: [key: string, value: string][];
  richness: number;
  hash: FingerprintHash;
  algorithm: GroupingAlgorithm;
  /**
   * For events whose stacks a build changed: fingerprints that may already lead to an issue, and
   * fingerprints to add to it. Both in addition to `hash`.
   */
  aliases?: { find: FingerprintHash[]; keep: FingerprintHash[] };
  /** Fingerprints by earlier rules (`Grouping`): one that leads to an issue gets `hash`, too. */
  formerly?: FingerprintHash[];
  /** The full event, until source maps have been tried on it (unminify-batch.ts). */
  minified?: ErrorEvent;
  /** For events that a source map could resolve: the status of each asset. */
  assets?: AssetOutcome[];
  /** Files in the same envelope. Stored and dropped with the event. */
  attachments?: ReceivedAttachment[];
  /** The bytes as stored on disk. */
  body: Uint8Array;
};

/** Title and culprit of an event: `titleOf` and `culpritOf` in domain/event. */
export type EventName = { type: string; value: string; culprit: string; searched?: string };

export function digestEventOf(
  projectId: ProjectId,
  event: ErrorEvent,
  name: EventName,
  { hash, algorithm, formerly }: Grouping,
  body: Uint8Array,
): DigestEvent {
  const {
    eventId,
    receivedAt,
    timestamp,
    level,
    platform,
    environment,
    release,
    traceId,
    spanId,
    tags,
  } = event;
  return {
    projectId,
    eventId,
    receivedAt,
    timestamp,
    level,
    platform,
    environment,
    release,
    traceId,
    spanId,
    at: happenedAt(event),
    ...name,
    failure: failureReportOf(event),
    unhandled: event.exceptions.some((exception) => exception.mechanism?.handled === false),
    tags: [...tags, ...userTags(event)],
    user: userLabel(event.user),
    richness: richnessOf(event),
    hash,
    algorithm,
    ...(formerly && { formerly }),
    body,
  };
}

/** Fingerprints that events of the same issue share. */
export const ownHashes = ({ hash, aliases }: DigestEvent): FingerprintHash[] => [
  hash,
  ...(aliases?.find ?? []),
];

/** Fingerprints that may lead to its issue. */
export const allHashes = (event: DigestEvent): FingerprintHash[] => [
  ...ownHashes(event),
  ...(event.formerly ?? []),
];

/**
 * Identifies a user and names them in lists: the first of ID, email address, username, and IP
 * address.
 */
function userLabel(user: UserInfo | undefined): string | undefined {
  return user?.id ?? user?.email ?? user?.username ?? user?.ip;
}
