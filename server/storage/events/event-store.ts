import type { Level } from "#server/domain/event/error-event.ts";
import type { EventId, FingerprintHash, IssueId, ProjectId, TraceId } from "#server/domain/ids.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { Page } from "#server/storage/store.ts";

export interface EventStore {
  find(projectId: ProjectId, eventId: EventId): Promise<StoredEvent | undefined>;
  /**
   * `recommended`: the richest of the newest hundred (StoredEvent.richness), the newest among
   * equals.
   */
  pick(
    issue: IssueSpan,
    which: "latest" | "oldest" | "recommended",
  ): Promise<StoredEvent | undefined>;
  /** The events just before and after it in its issue, by when they happened. */
  neighbors(issue: IssueSpan, event: EventSummary): Promise<{ older?: EventId; newer?: EventId }>;
  /** How many events of the issue are newer; undefined where they are more than `most`. */
  newerCount(issue: IssueSpan, event: EventSummary, most: number): Promise<number | undefined>;
  list(filter: EventFilter): Promise<Page<EventSummary>>;
  /**
   * How many of the issue's events were counted on days that are kept, and are not kept themselves.
   */
  notKept(issue: IssueSpan): Promise<number>;
  /**
   * A trace's events in order of time, of all days or of those from `from` to `to` (whole days):
   * at most `limit`, and besides them the first of each issue that has none among them.
   */
  ofTrace(trace: EventsOfTrace): Promise<EventSummary[]>;
}

/**
 * An issue and when it happened: telemetry is in a file or partition a day, so the span says where
 * to look.
 */
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
  /** Those that happened from this moment on. */
  since?: number;
  cursor?: string;
  limit: number;
};

export type EventSummary = {
  projectId: ProjectId;
  eventId: EventId;
  issueId: IssueId;
  /**
   * When it happened, never after its receipt: its day, and its place among the others
   * (`happenedAt`).
   */
  at: number;
  /** As its sender says, by our clock. */
  timestamp: number;
  level: Level;
  title: string;
  environment?: string;
  release?: string;
  /** How the page names the user: id, email address or IP. */
  user?: string;
  traceId?: string;
  /** The span that was active when it happened; of its trace, where the SDK says so. */
  spanId?: string;
  tags: [key: string, value: string][];
};

export type StoredEvent = EventSummary & {
  hash: FingerprintHash;
  /** The event as received, secrets scrubbed: UTF-8 JSON. Pages read it again through `ingest`. */
  body: string;
};
