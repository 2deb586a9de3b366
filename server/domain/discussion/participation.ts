import type { UserId } from "#server/domain/ids.ts";

/** Subscribers of an issue, and why. An unsubscription is stored, so that nothing reverses it. */
export type Participation = { user: { id: UserId; name: string }; because: SubscriptionReason };

export type SubscriptionReason = JoinReason | "subscribed" | "unsubscribed";
export type JoinReason = "commented" | "mentioned" | "assigned";

/** By name, without unsubscribed members. The assignee is a subscriber without a row. */
export function participantsOf(
  participations: readonly Participation[],
  assignee: { id: UserId; name: string } | undefined,
): Participation[] {
  const isKnown =
    assignee === undefined || participations.some(({ user }) => user.id === assignee.id);
  const all: Participation[] = isKnown
    ? [...participations]
    : [...participations, { user: assignee, because: "assigned" }];
  return all
    .filter(({ because }) => because !== "unsubscribed")
    .toSorted((a, b) => a.user.name.localeCompare(b.user.name, "en"));
}
