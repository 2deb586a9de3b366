import type { ProjectId } from "#server/domain/ids.ts";

/** What became of what was sent, so that nothing is dropped unseen (SPEC section 4). */
export const outcomes = [
  "kept",
  "duplicate",
  "limited",
  "filtered",
  "invalid",
  "unsupported",
  /** Known and counted, not kept yet. */
  "counted",
  /** Kept at first and removed later by sampling; it stays counted as kept. */
  "thinned",
  /**
   * Kept, and counted as kept; a name in it exceeded a limit of the project and was left out of an
   * index (domain/cardinality).
   */
  "over-limit",
  /** What the SDK itself reports as discarded (client_report). */
  "lost-at-client",
] as const;
export type Outcome = (typeof outcomes)[number];

/**
 * The category in which traces are counted beside their spans, so that pages can say how many of
 * them sampling has left. Sums of what came leave it out.
 */
export const traceCategory = "trace";

/** Of events of an issue that was deleted together with whatever comes later. */
export const discardedReason = "discarded issue";

/**
 * Of what a project's inbound filters left out (domain/inbound-filter). Route discovery is left out
 * in every project.
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
 * Of requests that were acknowledged and cannot be read: they are kept, and `spoor replay` takes
 * them in again.
 */
export const quarantinedReason = "unreadable, quarantined";

/** Events of a burst while the queue was behind: all are counted, and some are stored. */
export const burstReason = "burst sampling";

export type OutcomeEntry = {
  projectId: ProjectId;
  /** Start of a UTC hour, milliseconds. */
  hour: number;
  outcome: Outcome;
  /** Item type or data category (`error`, `transaction`, `replay_event`). */
  category: string;
  /** Short and of few kinds: `rate_limit`, `no such key`. Empty when there is nothing to add. */
  reason: string;
  quantity: number;
};
