import type { ProjectId, TraceId } from "#server/domain/ids.ts";
import type { TraceFacts, TraceQuery } from "#server/domain/search/traces/trace-query.ts";
import type { ServiceCall } from "#server/domain/trace/terms/service-calls.ts";
import type { PartTerms } from "#server/domain/trace/terms/part-terms.ts";
import type { TraceSummary } from "#server/domain/trace/listing/summary.ts";
import type { Unlisted, UnlistedKind } from "#server/domain/trace/listing/unlisted.ts";

/**
 * Traces in every storage engine. Part of `Store` (store.ts), in a separate file because of its
 * size.
 */
export interface TraceStore {
  /**
   * Pages follow the receipt of the first part, newest first; rows within a page are sorted by
   * start. A trace received on days further apart than two is on each of them. Terms are looked up
   * in the index. Unindexed conditions read backwards from the newest until the page is full or
   * `deadlineMs` is over: then `next` continues from there, and `scannedTo` is the position
   * reached.
   */
  list(filter: TraceFilter): Promise<TraceList>;
  /** The whole trace, over all days. */
  find(projectId: ProjectId, traceId: TraceId): Promise<StoredTrace | undefined>;
  /** The same for several: those that exist. All of them are in memory at once. */
  findEach(projectId: ProjectId, traceIds: readonly TraceId[]): Promise<Map<TraceId, StoredTrace>>;
  /**
   * Number of stored spans, without reading them; 0 if there is no such trace. Over all days of
   * receipt, or from `from` to `to` (whole days).
   */
  spanCount(
    projectId: ProjectId,
    traceId: TraceId,
    days?: { from: number; to: number },
  ): Promise<number>;
  /** The same for several: those with any. */
  spanCounts(projectId: ProjectId, traceIds: readonly TraceId[]): Promise<Map<TraceId, number>>;
  /** Seen services, by name. */
  services(projectId: ProjectId, limit?: number): Promise<string[]>;
  /**
   * Attribute keys of the project's traces, by canonical name: all, or as many as were read to find
   * the wanted ones. `isWhole`: there are no others.
   */
  keys(projectId: ProjectId, wanted: readonly string[]): Promise<TraceKeys>;
  /**
   * Indexed values of an attribute or field, by canonical name, from the seven newest days that
   * have it.
   */
  values(projectId: ProjectId, key: string, limit: number): Promise<string[]>;
  /** Calls between services in hours that started at or after `since`, most frequent first. */
  edges(projectId: ProjectId, since: number): Promise<ServiceCall[]>;
  /**
   * Deletes traces received in a period, each considered once: those that `choose` does not select,
   * unless one of their spans failed or they have an event. Runs in slices while the digest
   * continues; can be interrupted and repeated. Outcomes count deletions as `thinned`, by hour of
   * receipt; rollups don't change.
   */
  thin(thinning: Thinning): Promise<Thinned>;
  /**
   * Number of traces received in the hours from that of `since` until before `until`, and number of
   * those stored.
   */
  kept(
    projectId: ProjectId,
    window: { since: number; until: number },
  ): Promise<{ came: number; kept: number }>;
}

export type TraceKeys = { keys: string[]; isWhole: boolean };

export type Thinning = {
  projectId: ProjectId;
  /** By receipt of a trace's first part, milliseconds since 1970. */
  from: number;
  before: number;
  /** Selects the traces to keep. */
  choose: (traces: ThinnedTrace[]) => Promise<ReadonlySet<TraceId>>;
};

export type ThinnedTrace = {
  traceId: TraceId;
  receivedAt: number;
  startedAt: number;
  endedAt: number;
};

export type Thinned = { traces: number; spans: number };

export const traceSorts = ["time", "duration", "spans", "errors"] as const;
export type TraceSort = (typeof traceSorts)[number];

/** Traces that flood lists are excluded or selected by their sorts (`Unlisted`). */
export type TraceFilter = Unlisted & {
  projectId: ProjectId;
  query: TraceQuery;
  /**
   * Newest first unless it names another order: greatest first, within what the deadline allows.
   */
  sort?: TraceSort;
  environment?: string;
  /** By the trace's start. */
  since?: number;
  until?: number;
  cursor?: string;
  limit: number;
  deadlineMs: number;
  /**
   * Whether a trace matches the query except for words. Called with its parts if the index can't
   * decide.
   */
  matches: (parts: Uint8Array[], facts: TraceFacts) => boolean;
};

export type TraceList = {
  rows: TraceSummary[];
  next?: string;
  /** Set if the deadline ended the search: everything received after this was searched. */
  scannedTo?: number;
  /**
   * Number of traces that `false` excluded from this page's range, by sort; in an order other than
   * time, only whether there are any.
   */
  leftOut?: LeftOut;
};

export type LeftOut = { [kind in UnlistedKind]?: number };

export type StoredTrace = {
  summary: TraceSummary;
  /**
   * Each is an OTLP `TracesData` message with spans of this trace only, in any order; no span is in
   * two.
   */
  parts: Uint8Array[];
};

// ── for the digest ──────────────────────────────────────────────────────────

/** In `DigestTransaction`. */
export interface TraceTransaction {
  /** Summaries of the stored ones among these traces, by `traceKey`. */
  tracesFor(traces: TraceName[]): Promise<Map<string, TraceSummary>>;
  /** Stored parts of these traces, to find duplicate spans. */
  partsOf(traces: TraceName[]): Promise<Map<string, Uint8Array[]>>;
}

/**
 * A trace is looked up on the day of receipt and the day before, or on the two newest days if no
 * time is given. A later part starts the trace again on its own day; `TraceStore.find` joins them.
 */
export type TraceName = { projectId: ProjectId; traceId: TraceId; receivedAt?: number };
export const traceKey = ({ projectId, traceId }: TraceName): string => `${projectId}:${traceId}`;

/** In `DigestChanges`: one batch's data for one trace. At most one per trace in a save. */
export type TraceChange = {
  projectId: ProjectId;
  /** Including this batch. */
  summary: TraceSummary;
  /** The new spans, as in StoredTrace.parts. */
  part: Uint8Array;
  /**
   * Indexed terms of the new spans, `key=value` (domain/trace/terms/terms.ts), without duplicates.
   * Storage may index fewer: of a key with many values, it indexes the first 1,000 of a day, and
   * reads the spans of traces with others.
   */
  terms: PartTerms;
  receivedAt: number;
};

export type EdgeChange = ServiceCall & {
  projectId: ProjectId;
  /** Start of a UTC hour, milliseconds. */ hour: number;
};
