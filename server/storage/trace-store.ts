import type { ProjectId, TraceId } from "#server/domain/ids.ts";
import type { TraceQuery } from "#server/domain/search/trace-query.ts";
import type { TraceSummary } from "#server/domain/trace/summary.ts";

/** Traces, as every storage engine keeps them. Part of `Store` (store.ts); its own file because it is a world of its own. */
export interface TraceStore {
  /**
   * Newest first by arrival. Terms are looked up in the index; what is not indexed is read backwards from the newest
   * until the page is full or `deadlineMs` is over: then `next` goes on from there and `scannedTo` says how far it got.
   */
  list(filter: TraceFilter): Promise<TraceList>;
  find(projectId: ProjectId, traceId: TraceId): Promise<StoredTrace | undefined>;
  /** Which services have been seen, by name. */
  services(projectId: ProjectId): Promise<string[]>;
  /** Who called whom, at or after `since`. */
  edges(projectId: ProjectId, since: number): Promise<ServiceEdge[]>;
}

export type TraceFilter = {
  projectId: ProjectId;
  query: TraceQuery;
  environment?: string;
  since?: number;
  until?: number;
  cursor?: string;
  limit: number;
  deadlineMs: number;
  /** Whether a trace's spans meet the terms that no index answers. Called with its parts. */
  matches: (parts: Uint8Array[]) => boolean;
};

export type TraceList = {
  rows: TraceSummary[];
  next?: string;
  /** Set when the deadline ended the search early: everything that arrived after this was looked at. */
  scannedTo?: number;
};

export type StoredTrace = {
  summary: TraceSummary;
  /** Each an OTLP `TracesData` message holding spans of this trace alone, in order of arrival; no span in two of them. */
  parts: Uint8Array[];
};

export type ServiceEdge = { from: string; to: string; count: number; errors: number; totalMs: number };

// ── the digest's side ───────────────────────────────────────────────────────

/** In `DigestTransaction`: */
export interface TraceTransaction {
  /** The summaries of those of these traces that are kept already, by `traceKey`. */
  tracesFor(traces: TraceName[]): Promise<Map<string, TraceSummary>>;
  /** What is kept of these traces, to tell which spans are repeats. */
  partsOf(traces: TraceName[]): Promise<Map<string, Uint8Array[]>>;
}

export type TraceName = { projectId: ProjectId; traceId: TraceId };
export const traceKey = ({ projectId, traceId }: TraceName): string => `${projectId}:${traceId}`;

/** In `DigestChanges`: what one batch adds to one trace. */
export type TraceChange = {
  projectId: ProjectId;
  /** As it is with this batch in it. */
  summary: TraceSummary;
  /** The new spans, as in StoredTrace.parts. */
  part: Uint8Array;
  /** Indexed terms of the new spans, `key=value` (domain/trace/terms.ts), each once. */
  terms: string[];
  receivedAt: number;
};

export type EdgeChange = ServiceEdge & { projectId: ProjectId; /** Start of a UTC hour, milliseconds. */ hour: number };
