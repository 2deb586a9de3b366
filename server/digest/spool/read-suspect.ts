import { setTimeout } from "node:timers/promises";
import { diskCauseOf } from "#server/domain/health/disk-cause.ts";
import type { DiskCause } from "#server/domain/health/trouble.ts";
import { quarantinedReason } from "#server/domain/outcomes.ts";
import { hourOf } from "#server/domain/time.ts";
import type { Log } from "#server/telemetry/log.ts";
import type { Reread } from "#server/digest/queue/read-ahead.ts";
import type { SpoolEntry } from "./spool.ts";
import { joined } from "#server/digest/understanding.ts";

/**
 * One request read in a separate thread. `unavailable`: the thread never reached it, so it is not
 * at fault.
 */
export type ReadAlone =
  | { kind: "read"; reread: Reread }
  | { kind: "unavailable"; error: unknown }
  | { kind: "unreadable"; error: unknown };

export type SuspectDeps = {
  readAlone: (entry: SpoolEntry) => Promise<ReadAlone>;
  /** Keeps the bytes on disk with the reason. Rejects if that fails. */
  quarantine: (entry: SpoolEntry, reason: string) => Promise<void>;
  onRefused: (cause: DiskCause, error: unknown) => void;
  now: () => number;
  log: Log;
};

/** A thread may be ended from outside while it reads. */
const attemptsAlone = 4;
const shortestPauseMs = 100;
const longestPauseMs = 2_000;

export const backoffMs = (attempt: number): number =>
  Math.min(longestPauseMs, shortestPauseMs * attempt);

/**
 * Reads a request that failed together with others. It is at fault only if a running, otherwise
 * idle thread failed on it several times. A lack of machine resources is waited out.
 */
export async function readSuspect(deps: SuspectDeps, entry: SpoolEntry): Promise<Reread> {
  let failures = 0;
  for (let attempt = 1; ; attempt++) {
    const outcome = await deps.readAlone(entry);
    if (outcome.kind === "read") return outcome.reread;
    const cause = diskCauseOf(outcome.error);
    if (outcome.kind === "unavailable" || cause) deps.onRefused(cause ?? "other", outcome.error);
    else if (++failures >= attemptsAlone) return setAside(deps, entry, outcome.error);
    await setTimeout(backoffMs(attempt));
  }
}

async function setAside(deps: SuspectDeps, entry: SpoolEntry, error: unknown): Promise<Reread> {
  deps.log("error", "A spooled request cannot be read.", { ...entry, error });
  const outcomes = [
    await keepUnreadable(deps, entry, error instanceof Error ? error.message : String(error)),
  ];
  return {
    count: 1,
    understanding: { ...joined([]), outcomes },
    bytes: 0,
    damaged: [],
    blocks: [],
  };
}

/**
 * Retries until the request is in the quarantine; the digest must not continue before that. Returns
 * its outcome.
 */
export async function keepUnreadable(deps: SuspectDeps, entry: SpoolEntry, reason: string) {
  for (let attempt = 1; ; attempt++) {
    try {
      await deps.quarantine(entry, reason);
      const { projectId } = entry;
      const outcome = {
        outcome: "invalid",
        category: "request",
        reason: quarantinedReason,
        quantity: 1,
      } as const;
      return { projectId, hour: hourOf(deps.now()), ...outcome };
    } catch (error) {
      deps.onRefused(diskCauseOf(error) ?? "other", error);
      await setTimeout(backoffMs(attempt));
    }
  }
}
