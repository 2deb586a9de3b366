import { dayMs } from "#server/domain/time.ts";
import { keptDaysOf } from "#server/domain/retention/gone.ts";
import { limitsFrom } from "#server/domain/retention/limits.ts";
import { dayName, firstKeptDay } from "#server/domain/retention/plan.ts";
import { type ProjectSettings, settingsFrom } from "#server/domain/project/settings.ts";
import type { LateEvent } from "#server/storage/digest/digest-store.ts";

/**
 * Maximum difference when a client sends an event again with a clock corrected by the time of
 * sending.
 */
const jitterMs = 60_000;

/**
 * Times on the days on which an event may be stored already; undefined if nothing is known. A
 * client retries within minutes.
 */
export function repeatTimes({
  receivedAt,
  at,
}: {
  receivedAt?: number;
  at?: number;
}): number[] | undefined {
  if (receivedAt === undefined) return undefined;
  const ofReceipt = [receivedAt, receivedAt - dayMs];
  return at === undefined || receivedAt - at < dayMs
    ? ofReceipt
    : [...ofReceipt, at - jitterMs, at + jitterMs];
}

/**
 * As stored in rows: the instance's limits and each project's settings as JSON, and the last day
 * deleted by retention.
 */
type LateFacts = { limits?: string; settings: Map<number, string>; droppedUpTo?: string };

/** Days are deleted oldest first. No event is filed on the next day to be deleted. */
export function acceptsLate({ projectId, at, receivedAt }: LateEvent, facts: LateFacts): boolean {
  const settings = settingsFrom(
    JSON.parse(facts.settings.get(projectId) ?? "{}") as Partial<ProjectSettings>,
  );
  const firstKept = firstKeptDay(keptDaysOf(limitsFrom(facts.limits), settings), receivedAt);
  const day = dayName(at);
  return day >= firstKept && day > (facts.droppedUpTo ?? "");
}
