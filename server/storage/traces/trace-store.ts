import type { ProjectId, TraceId } from "#server/domain/ids.ts";
import type { TraceFacts, TraceQuery } from "#server/domain/search/traces/trace-query.ts";
import type { PartTerms } from "#server/domain/trace/terms/part-terms.ts";
import type { TraceSummary } from "#server/domain/trace/listing/summary.ts";
import type { Unlisted, UnlistedKind } from "#server/domain/trace/listing/unlisted.ts";

/**
 * Traces, as every storage engine keeps them. Part of `Store` (store.ts); its own file because it
 * is a world of its own.
 */
export interface TraceStore {
  /**
   * Pages follow the arrival of the first part, newest first; the rows of a page are sorted by
   * start. A trace that came on days further apart than two is on each of them. Terms are looked up
   * in the index; what is not indexed is read backwards from the newest until the page is full or
   * `deadlineMs` is over: then `next` continues from there and `scannedTo` says how far it got.
   */
  list(filter: TraceFilter): Promise<TraceList>;
  /** All of it, over all days. */
  find(projectId: ProjectId, traceId: TraceId): Promise<StoredTrace | undefined>;
  /** The same of several: those that there are. All of them are in memory at once. */
  findEach(projectId: ProjectId, traceIds: readonly TraceId[]): Promise<Map<TraceId, StoredTrace>>;
  /**
   * How many spans are kept of it, without reading any; 0 when there is no such trace. Of all days
   * of receipt, or of those from `from` to `to` (whole days).
   */
  spanCount(
    projectId: ProjectId,
    traceId: TraceId,
    days?: { from: number; to: number },
  ): Promise<number>;
  /** The same of several: those that have any. */
  spanCounts(projectId: ProjectId, traceIds: readonly TraceId[]): Promise<Map<TraceId, number>>;
  /** Which services have been seen, by name. */
  services(projectId: ProjectId, limit?: number): Promise<string[]>;
  /**
   * Keys of attributes that traces of the project have, by their canonical names: all of them, or
   * as many as it took to find those that are wanted. `isWhole`: traces have no others.
   */
  keys(projectId: ProjectId, wanted: readonly string[]): Promise<TraceKeys>;
  /**
   * Values of an attribute or a field that the index knows, by its canonical name, of the seven
   * newest days that have it.
   */
  values(projectId: ProjectId, key: string, limit: number): Promise<string[]>;
  /** Who called whom in the hours that began at or after `since`, the most frequent first. */
  edges(projectId: ProjectId, since: number): Promise<ServiceEdge[]>;
  /**
   * Removes traces that came in a stretch of time, each decided on once: those that `choose` does
   * not choose, unless a span of theirs failed or an event happened in them. In slices, beside a
   * digest that continues; may be broken off at any time and done again. Outcomes count what was
   * deleted as `thinned`, by the hour in which it came; rollups stay as they are.
   */
  thin(thinning: Thinning): Promise<Thinned>;
  /**
   * How many traces came in the hours from that of `since` on that began before `until`, and how
   * many of those are kept.
   */
  kept(
    projectId: ProjectId,
    window: { since: number; until: number },
  ): Promise<{ came: number; kept: number }>;
}

export type TraceKeys = { keys: string[]; isWhole: boolean };

export type Thinning = {
  projectId: ProjectId;
  /** By time of receipt of a trace's first part, milliseconds since 1970. */
  from: number;
  before: number;
  /** Which of these stay. */
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

/** Traces that flood lists are left out or found alone by their sorts (`Unlisted`). */
export type TraceFilter = Unlisted & {
  projectId: ProjectId;
  query: TraceQuery;
  /**
   * The newest first unless it names another order: the greatest first, among what the deadline
   * lets it look at.
   */
  sort?: TraceSort;
  environment?: string;
  /** By time of the trace's start. */
  since?: number;
  until?: number;
  cursor?: string;
  limit: number;
  deadlineMs: number;
  /**
   * Whether a trace meets the query but for its words. Called with its parts where the index cannot
   * tell.
   */
  matches: (parts: Uint8Array[], facts: TraceFacts) => boolean;
};

export type TraceList = {
  rows: TraceSummary[];
  next?: string;
  /**
   * Set when the deadline ended the search early: everything that arrived after this was looked at.
   */
  scannedTo?: number;
  /**
   * How many traces of this page's stretch `false` left out, by sort; in an order other than time,
   * only that there are any.
   */
  leftOut?: LeftOut;
};

export type LeftOut = { [kind in UnlistedKind]?: number };

export type StoredTrace = {
  summary: TraceSummary;
  /**
   * Each an OTLP `TracesData` message holding spans of this trace alone, in no certain order; no
   * span in two of them.
   */
  parts: Uint8Array[];
};

export type ServiceEdge = {
  from: string;
  to: string;
  count: number;
  errors: number;
  totalMs: number;
};

// ── the digest's side ───────────────────────────────────────────────────────

/** In `DigestTransaction`: */
export interface TraceTransaction {
  /** The summaries of those of these traces that are kept already, by `traceKey`. */
  tracesFor(traces: TraceName[]): Promise<Map<string, TraceSummary>>;
  /** What is kept of these traces, to tell which spans are repeats. */
  partsOf(traces: TraceName[]): Promise<Map<string, Uint8Array[]>>;
}

/**
 * A trace is looked for on the day of receipt and the day before it, on the two newest days where
 * no time is given. A part that comes later still begins the trace again on its own day;
 * `TraceStore.find` joins them.
 */
export type TraceName = { projectId: ProjectId; traceId: TraceId; receivedAt?: number };
export const traceKey = ({ projectId, traceId }: TraceName): string => `${projectId}:${traceId}`;

/** In `DigestChanges`: what one batch adds to one trace. At most one for each trace in a save. */
export type TraceChange = {
  projectId: ProjectId;
  /** As it is with this batch in it. */
  summary: TraceSummary;
  /** The new spans, as in StoredTrace.parts. */
  part: Uint8Array;
  /**
   * Indexed terms of the new spans, `key=value` (domain/trace/terms/terms.ts), each once. Storage
   * may index fewer: of a key with many values it knows the first 1,000 of a day, and reads the
   * spans of those traces that have others.
   */
  terms: PartTerms;
  receivedAt: number;
};

export type EdgeChange = ServiceEdge & {
  projectId: ProjectId;
  /** Start of a UTC hour, milliseconds. */ hour: number;
};
