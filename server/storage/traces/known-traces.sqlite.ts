import type { ProjectId } from "#server/domain/ids.ts";
import { hashOfId, IdFilter } from "#server/storage/traces/id-filter.ts";
import { bucketOf, bucketSize, projectOf, rowIdsOf } from "#server/storage/traces/ids.ts";
import type { DayFile } from "#server/storage/sqlite/day-file.ts";
import type { BatchedTraceRow } from "./columns.sqlite.ts";

/**
 * Trace IDs in one day's file, for its writer: checked for each trace of a batch, and most are new.
 * The index on disk is in buckets. Only the newest is written, a megabyte that stays in memory;
 * others are read only if their filters, 64 KiB each, don't exclude the ID. With one index of
 * random IDs, a batch wrote as many pages as it had traces, and a flood of spans slowed from
 * 157,000 to 118,000 per second on the way to 32 million; now it keeps its initial speed.
 */
export type TraceIndex = {
  /**
   * Reads a bucket that `of` would have to read; false if none is left. After a restart, this reads
   * all IDs of a day, 0.18 s per million: an asynchronous caller reads one by one and yields in
   * between.
   */
  readNext(projectId: ProjectId): boolean;
  /**
   * One project's traces in the file's current state, including those of other batches and earlier
   * processes.
   */
  of(projectId: ProjectId): FindTrace;
  /** A newly inserted row, and its trace ID. */
  add(rowId: number, traceId: Uint8Array): void;
};

export type FindTrace = (traceId: Uint8Array) => BatchedTraceRow | undefined;

/** Fewer rows are looked up faster than filtered, and a thousand small projects take no memory. */
const fewRows = 1_024;
const idBytes = 16;

type ProjectBuckets = {
  /** Without a filter, the bucket has few rows. */
  filters: Map<number, IdFilter>;
  first: number;
  /** Filters contain everything up to this row. */
  newest: number;
};

export function traceIndex({ traces }: DayFile): TraceIndex {
  const projects = new Map<ProjectId, ProjectBuckets>();

  function bucketsOf(projectId: ProjectId): ProjectBuckets {
    const known = projects.get(projectId);
    if (known) return known;
    const [from] = rowIdsOf(projectId);
    const begun = { filters: new Map(), first: bucketOf(from), newest: from - 1 };
    projects.set(projectId, begun);
    return begun;
  }

  function filterOf(bucket: number): IdFilter {
    const filter = new IdFilter(bucketSize);
    const ids = Buffer.from(traces.idsIn.get(bucket)!.ids ?? "", "hex");
    for (let at = 0; at < ids.length; at += idBytes)
      filter.add(hashOfId(ids.subarray(at, at + idBytes)));
    return filter;
  }

  function readNext(projectId: ProjectId): boolean {
    const [from, below] = rowIdsOf(projectId);
    const buckets = bucketsOf(projectId);
    const newest = traces.lastId.get(below, from)?.id ?? 0;
    while (buckets.newest < newest) {
      const bucket = bucketOf(buckets.newest + 1);
      const last = Math.min(newest, (bucket + 1) * bucketSize - 1);
      const isFiltered = last + 1 - bucket * bucketSize > fewRows;
      if (isFiltered) buckets.filters.set(bucket, filterOf(bucket));
      buckets.newest = last;
      if (isFiltered) return true;
    }
    return false;
  }

  return {
    readNext,
    of(projectId) {
      while (readNext(projectId));
      const buckets = bucketsOf(projectId);
      return (traceId) => find(traces, buckets, traceId);
    },
    add(rowId, traceId) {
      const buckets = bucketsOf(projectOf(rowId));
      const filter = buckets.filters.get(bucketOf(rowId));
      // Otherwise, the next call catches up.
      if (rowId !== buckets.newest + 1 || (!filter && rowId % bucketSize >= fewRows)) return;
      filter?.add(hashOfId(traceId));
      buckets.newest = rowId;
    },
  };
}

function find(
  traces: DayFile["traces"],
  { filters, first, newest }: ProjectBuckets,
  traceId: Uint8Array,
): BatchedTraceRow | undefined {
  const hash = hashOfId(traceId);
  for (let bucket = bucketOf(newest); bucket >= first; bucket--) {
    const filter = filters.get(bucket);
    const row = !filter || filter.mayHave(hash) ? traces.inBucket.get(bucket, traceId) : undefined;
    if (row) return row;
  }
  return undefined;
}
