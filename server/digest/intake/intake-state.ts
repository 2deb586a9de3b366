import type { Trouble } from "#server/domain/health/trouble.ts";
import type { OutcomeEntry } from "#server/domain/outcomes.ts";
import type { PoolFigures } from "#server/storage/store.ts";
import type { Log } from "#server/telemetry/log.ts";
import { countOutcomes, noOutcomes, type OutcomeCounts } from "./outcome-counts.ts";
import type { QueueFigures } from "#server/digest/queue/queue.ts";
import type { Refusal, RefusalReason } from "./refusal.ts";
import { createTroubles, type Troubles } from "./troubles.ts";

/** State of the worker, sent to the other thread once a second and on each change. */
export type IntakeState = {
  troubles: Trouble[];
  queue: QueueFigures;
  /** Requests since the process started. */
  accepted: number;
  refused: Partial<Record<RefusalReason, number>>;
  outcomes: OutcomeCounts;
  deliveries: DeliveryCounts;
  /** The worker's PostgreSQL connections. */
  pool?: PoolFigures;
};

/** Finished deliveries, which are not retried. */
type DeliveryCounts = { delivered: number; failed: number };

export const idleState: IntakeState = {
  troubles: [],
  accepted: 0,
  refused: {},
  queue: { requests: 0, bytes: 0, oldestMs: 0, drainedPerMs: 0, full: false },
  outcomes: noOutcomes,
  deliveries: { delivered: 0, failed: 0 },
};

const idleQueue: QueueFigures = idleState.queue;

type RefusalCounts = { count(refusal: Refusal): void; read(): IntakeState["refused"] };

export function countRefusals(): RefusalCounts {
  const counts: IntakeState["refused"] = {};
  return {
    count: ({ reason }) => void (counts[reason] = (counts[reason] ?? 0) + 1),
    read: () => ({ ...counts }),
  };
}

/** Inputs of the worker's state. */
export type Report = {
  troubles: Troubles;
  onRefusal: RefusalCounts["count"];
  onAccepted(): void;
  /** Outcomes of stored batches and refused requests, after the database has them. */
  onOutcomes(entries: readonly OutcomeEntry[]): void;
  onDelivery(state: "delivered" | "failed"): void;
  /** Adds queue metrics to the state. */
  follow(figures: () => QueueFigures): void;
  tell(): void;
};

type ReportDeps = {
  log: Log;
  say: (state: IntakeState) => void;
  pool?: () => PoolFigures | undefined;
};

export function createReport({ log, say, pool = () => undefined }: ReportDeps): Report {
  const refusals = countRefusals();
  let accepted = 0;
  let figures = () => idleQueue;
  const outcomes = countOutcomes();
  const deliveries: DeliveryCounts = { delivered: 0, failed: 0 };
  const tell = () => {
    const counts = {
      accepted,
      refused: refusals.read(),
      outcomes: outcomes.read(),
      deliveries: { ...deliveries },
    };
    const connections = pool();
    say({
      troubles: troubles.list(),
      queue: figures(),
      ...counts,
      ...(connections && { pool: connections }),
    });
  };
  const troubles = createTroubles({ log, now: Date.now, onChange: tell });
  return {
    troubles,
    tell,
    onRefusal: refusals.count,
    onAccepted: () => void (accepted += 1),
    onOutcomes: outcomes.add,
    onDelivery: (state) => void (deliveries[state] += 1),
    follow: (followed) => void (figures = followed),
  };
}

/**
 * Overload ends after this long without a refusal: it otherwise starts and stops within seconds.
 */
const calmMs = 10_000;

/** Called once a second. */
export function watchOverload(
  troubles: Troubles,
  figures: () => QueueFigures,
  elapsed: () => number,
): () => void {
  let fullAt = -Infinity;
  return () => {
    if (figures().full && !troubles.has("spool-refused")) {
      fullAt = elapsed();
      troubles.begin({ kind: "overloaded" });
    } else if (elapsed() - fullAt > calmMs) troubles.end("overloaded");
  };
}
