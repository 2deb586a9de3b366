import type { ProjectId } from "#server/domain/ids.ts";

/** Outcomes of received items. */
export const outcomes = [
  "kept",
  "duplicate",
  "limited",
  "filtered",
  "invalid",
  "unsupported",
  /** Known and counted, but not stored. */
  "counted",
  /** Stored at first and removed later by sampling; still counted as accepted. */
  "thinned",
  /**
   * Stored and counted as accepted; a name in it exceeded a limit of the project and was not
   * indexed (domain/cardinality).
   */
  "over-limit",
  /** Reported as dropped by the SDK (client_report). */
  "lost-at-client",
] as const;
export type Outcome = (typeof outcomes)[number];

/**
 * The category that counts traces in addition to their spans, so that pages show how many sampling
 * has kept. Excluded from sums.
 */
export const traceCategory = "trace";

/** For events of an issue deleted together with future events. */
export const discardedReason = "discarded issue";

/**
 * For a project's inbound filters (domain/inbound-filter). Route discovery is filtered in every
 * project.
 */
export const filterReasons = [
  "browser extension",
  "legacy browser",
  "web crawler",
  "localhost",
  "health check",
  "message pattern",
  "release pattern",
  "route discovery",
] as const;
export type FilterReason = (typeof filterReasons)[number];

/**
 * For acknowledged requests that can't be read: they are kept, and `spoor replay` ingests them
 * again.
 */
export const quarantinedReason = "unreadable, quarantined";

/** For events of a burst while the queue was behind: all are counted, some are stored. */
export const burstReason = "burst sampling";

export type OutcomeEntry = {
  projectId: ProjectId;
  /** Start of a UTC hour, milliseconds. */
  hour: number;
  outcome: Outcome;
  /** Item type or data category (`error`, `transaction`, `replay_event`). */
  category: string;
  /** Short, with few values: `rate_limit`, `no such key`. May be empty. */
  reason: string;
  quantity: number;
};
