import { dayMs } from "#server/domain/time.ts";
import { keptDaysOf } from "#server/domain/retention/gone.ts";
import { limitsFrom } from "#server/domain/retention/limits.ts";
import { dayName, firstKeptDay } from "#server/domain/retention/plan.ts";
import { type ProjectSettings, settingsFrom } from "#server/domain/project/settings.ts";
import type { LateEvent } from "#server/storage/digest/digest-store.ts";

/**
 * What a clock that was corrected by the time of sending may differ by when the same event is sent
 * once more.
 */
const jitterMs = 60_000;

/**
 * Times in the days on which an event may be stored already; undefined where nothing is known. A
 * client tries again within minutes.
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
 * As rows have it: the instance's limits and each project's settings as JSON, the last day that
 * retention deleted.
 */
type LateFacts = { limits?: string; settings: Map<number, string>; droppedUpTo?: string };

/** Days are deleted oldest first: no event is filed where it would be deleted next. */
export function takesLate({ projectId, at, receivedAt }: LateEvent, facts: LateFacts): boolean {
  const settings = settingsFrom(
    JSON.parse(facts.settings.get(projectId) ?? "{}") as Partial<ProjectSettings>,
  );
  const firstKept = firstKeptDay(keptDaysOf(limitsFrom(facts.limits), settings), receivedAt);
  const day = dayName(at);
  return day >= firstKept && day > (facts.droppedUpTo ?? "");
}
