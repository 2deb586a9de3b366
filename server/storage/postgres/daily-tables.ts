/** What has a partition a day; `day` is in the key of each. Small tables that have a `day` are emptied of it row by row. */
export const dailyTables = [
  "packs",
  "events",
  "attachments",
  "attachment_chunks",
  "traces",
  "trace_shapes",
  "span_packs",
  "trace_parts",
  "trace_terms",
  "trace_batches",
  "postings",
] as const;
