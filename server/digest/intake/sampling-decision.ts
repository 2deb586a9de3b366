import type { Issue } from "#server/domain/issue/issue.ts";
import { eventKey, fingerprintKey } from "#server/storage/digest/digest-store.ts";
import type { Batch } from "#server/digest/absorb.ts";
import type { BurstBatch } from "./burst-sampling.ts";
import type { DigestEvent } from "#server/digest/events/digest-event.ts";

/**
 * Whether to store an event in addition to counting it. `isNotable`: it created its issue or
 * changed its state.
 */
export type SamplingDecision = (issue: Issue, event: DigestEvent, isNotable: boolean) => boolean;

export const keepAll: SamplingDecision = () => true;

/**
 * For a batch that waited long: keeps the last event of each issue and environment, referenced
 * events, and a sample of bursts.
 */
export function decisionOf(
  { feedback, attachments }: Pick<Batch, "feedback" | "attachments">,
  fresh: DigestEvent[],
  issues: Map<string, Issue>,
  burst: BurstBatch,
): SamplingDecision {
  const last = new Map<string, DigestEvent>();
  for (const event of fresh) {
    const place = placeOf(issues.get(fingerprintKey(event))!, event);
    if (event.at >= (last.get(place)?.at ?? 0)) last.set(place, event);
  }
  const referredTo = new Set(attachments.map(eventKey));
  for (const { projectId, aboutEvent: eventId } of feedback)
    if (eventId !== undefined) referredTo.add(eventKey({ projectId, eventId }));
  return (issue, event, isNotable) =>
    burst.keeps(issue, event, {
      isLast: last.get(placeOf(issue, event)) === event,
      isReferredTo: isNotable || event.attachments !== undefined || referredTo.has(eventKey(event)),
    });
}

const placeOf = ({ id }: Issue, { environment = "" }: DigestEvent) => `${id} ${environment}`;
