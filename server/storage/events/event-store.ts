import type { Level } from "#server/domain/event/error-event.ts";
import type { EventId, FingerprintHash, IssueId, ProjectId, TraceId } from "#server/domain/ids.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { Page } from "#server/storage/store.ts";

export interface EventStore {
  find(projectId: ProjectId, eventId: EventId): Promise<StoredEvent | undefined>;
  /**
   * `recommended`: the richest of the newest hundred (StoredEvent.richness); among equals, the
   * newest.
   */
  pick(
    issue: IssueSpan,
    which: "latest" | "oldest" | "recommended",
  ): Promise<StoredEvent | undefined>;
  /** The previous and next event of its issue, by time. */
  neighbors(issue: IssueSpan, event: EventSummary): Promise<{ older?: EventId; newer?: EventId }>;
  /** Number of newer events in the issue; undefined if more than `most`. */
  newerCount(issue: IssueSpan, event: EventSummary, most: number): Promise<number | undefined>;
  list(filter: EventFilter): Promise<Page<EventSummary>>;
  /** Number of the issue's events that were counted but not stored, over stored days. */
  notKept(issue: IssueSpan): Promise<number>;
  /**
   * A trace's events in order of time, over all days or from `from` to `to` (whole days): at most
   * `limit`, plus the first of each issue that has none among them.
   */
  ofTrace(trace: EventsOfTrace): Promise<EventSummary[]>;
}

/** An issue and its time span. Telemetry is split by day, so the span limits the search. */
export type IssueSpan = Pick<Issue, "id" | "projectId" | "firstSeen" | "lastSeen">;

type EventsOfTrace = {
  projectId: ProjectId;
  traceId: TraceId;
  from?: number;
  to?: number;
  limit: number;
};

export type EventFilter = {
  issue: IssueSpan;
  tag?: { key: string; value: string };
  environment?: string;
  /** Events from this time on. */
  since?: number;
  cursor?: string;
  limit: number;
};

export type EventSummary = {
  projectId: ProjectId;
  eventId: EventId;
  issueId: IssueId;
  /** Time of the event, never after its receipt: determines its day and order (`happenedAt`). */
  at: number;
  /** As sent, corrected by our clock. */
  timestamp: number;
  level: Level;
  title: string;
  environment?: string;
  release?: string;
  /** The user's label on pages: ID, email address, or IP address. */
  user?: string;
  traceId?: string;
  /** The active span when it happened, if the SDK reports it. */
  spanId?: string;
  tags: [key: string, value: string][];
};

export type StoredEvent = EventSummary & {
  hash: FingerprintHash;
  /** The event as received, scrubbed: UTF-8 JSON. Pages parse it again through `ingest`. */
  body: string;
};
