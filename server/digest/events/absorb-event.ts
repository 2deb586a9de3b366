import { usersPerSample } from "#server/domain/cardinality/user-sampling.ts";
import type { IssueId } from "#server/domain/ids.ts";
import type { Activity } from "#server/domain/issue/activity.ts";
import { type Issue, issueTitle } from "#server/domain/issue/issue.ts";
import { onEvent } from "#server/domain/issue/triage.ts";
import type { IsNewer } from "#server/domain/release/order.ts";
import {
  type DigestTransaction,
  fingerprintKey,
  type NewEvent,
  type SeenUser,
} from "#server/storage/digest/digest-store.ts";
import type { SamplingDecision } from "../intake/sampling-decision.ts";
import type { Changes } from "./changes.ts";
import type { DigestEvent } from "./digest-event.ts";
import { seeEvent } from "./see-event.ts";

/** Returns the number of new users of each issue. `exact`: limit of exact counting. */
export async function countUsers(
  transaction: DigestTransaction,
  events: DigestEvent[],
  issues: Map<string, Issue>,
  exact: number,
): Promise<Map<IssueId, number>> {
  const seenUsers = new Map<string, SeenUser>();
  for (const each of events) {
    const { projectId, user } = each;
    const { id: issueId, userCount } = issues.get(fingerprintKey(each))!;
    if (user !== undefined)
      seenUsers.set(`${issueId}:${user}`, {
        projectId,
        issueId,
        user,
        every: usersPerSample(userCount, exact),
      });
  }
  return transaction.countUsers([...seenUsers.values()]);
}

type Absorbing = { changes: Changes; keeps: SamplingDecision };

/** Applies an event to its issue: counters, state, and the activities that follow. */
export function absorbEvent(
  { changes, keeps }: Absorbing,
  event: DigestEvent,
  issue: Issue,
  isNewer: IsNewer,
): void {
  const known = issue.count > 0;
  const isNewest = seeEvent(issue, event);
  issue.count += 1;
  if (!known) changes.addActivity(issue, firstSeen(issue, event));
  const transition = onEvent(issue, asSeen(event), isNewer);
  if (transition) {
    issue.state = transition.state;
    changes.addActivity(issue, transition.activity);
  }
  const isKept = keeps(issue, event, !known || transition !== undefined);
  changes.addEvent(issue, newEvent(event, issue), event, { isKept, isNewest });
}

function asSeen({ eventId, receivedAt, timestamp, release }: DigestEvent) {
  return { eventId, receivedAt, timestamp, ...(release !== undefined && { release }) };
}

function firstSeen(issue: Issue, { receivedAt, release }: DigestEvent): Activity {
  const what = { kind: "first-seen" as const, ...(release !== undefined && { release }) };
  return { issueId: issue.id, at: receivedAt, by: { kind: "system" }, what };
}

function newEvent(event: DigestEvent, issue: Issue): NewEvent {
  const {
    projectId,
    eventId,
    at,
    timestamp,
    level,
    environment,
    release,
    user,
    traceId,
    spanId,
    tags,
  } = event;
  const { hash, richness, body } = event;
  return {
    projectId,
    eventId,
    issueId: issue.id,
    at,
    timestamp,
    level,
    tags,
    hash,
    richness,
    body,
    title: (event.title ?? issueTitle(event)).slice(0, 200),
    ...(environment !== undefined && { environment }),
    ...(release !== undefined && { release }),
    ...(user !== undefined && { user }),
    ...(traceId !== undefined && { traceId }),
    ...(spanId !== undefined && { spanId }),
  };
}
