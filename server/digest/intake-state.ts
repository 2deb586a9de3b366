import type { Trouble } from "#server/domain/health/trouble.ts";
import type { Log } from "#server/log.ts";
import type { QueueFigures } from "./queue.ts";
import type { Refusal, RefusalReason } from "./refusal.ts";
import { createTroubles, type Troubles } from "./troubles.ts";

/** How the worker is, told to the other thread once a second and whenever something begins or ends. */
export type IntakeState = {
  troubles: Trouble[];
  queue: QueueFigures;
  /** Requests since this process began. */
  accepted: number;
  refused: Partial<Record<RefusalReason, number>>;
};

export const idleQueue: QueueFigures = { requests: 0, bytes: 0, oldestMs: 0, drainedPerMs: 0, full: false };

export type RefusalCounts = { count(refusal: Refusal): void; read(): IntakeState["refused"] };

export function countRefusals(): RefusalCounts {
  const counts: IntakeState["refused"] = {};
  return {
    count: ({ reason }) => void (counts[reason] = (counts[reason] ?? 0) + 1),
    read: () => ({ ...counts }),
  };
}

/** What the worker keeps to tell how it is. */
export type Report = {
  troubles: Troubles;
  onRefusal: RefusalCounts["count"];
  onAccepted(): void;
  /** From now on the queue's figures are told, too. */
  follow(figures: () => QueueFigures): void;
  tell(): void;
};

export function createReport({ log, say }: { log: Log; say: (state: IntakeState) => void }): Report {
  const refusals = countRefusals();
  let accepted = 0;
  let figures = () => idleQueue;
  const tell = () => say({ troubles: troubles.list(), queue: figures(), accepted, refused: refusals.read() });
  const troubles = createTroubles({ log, now: Date.now, onChange: tell });
  return {
    ...{ troubles, tell, onRefusal: refusals.count },
    onAccepted: () => void (accepted += 1),
    follow: (followed) => void (figures = followed),
  };
}

/** Overload has ended once nobody had to be refused for so long: it comes and goes within seconds. */
const calmMs = 10_000;

/** Asked once a second. */
export function watchOverload(troubles: Troubles, figures: () => QueueFigures, elapsed: () => number): () => void {
  let fullAt = -Infinity;
  return () => {
    if (figures().full && !troubles.has("spool-refused")) {
      fullAt = elapsed();
      troubles.begin({ kind: "overloaded" });
    } else if (elapsed() - fullAt > calmMs) troubles.end("overloaded");
  };
}
