import type { UserId } from "#server/domain/ids.ts";

/** Who is told what happens to an issue, and why. Whoever said that they do not want to is remembered, so that nothing brings them back. */
export type Participation = { user: { id: UserId; name: string }; because: Because };

export type Because = JoinedBecause | "subscribed" | "unsubscribed";
export type JoinedBecause = "commented" | "mentioned" | "assigned";

/** By name, without those who left. Whoever has the issue takes part before anybody wrote it down. */
export function participantsOf(
  participations: readonly Participation[],
  assignee: { id: UserId; name: string } | undefined,
): Participation[] {
  const isKnown = assignee === undefined || participations.some(({ user }) => user.id === assignee.id);
  const all: Participation[] = isKnown
    ? [...participations]
    : [...participations, { user: assignee, because: "assigned" }];
  return all
    .filter(({ because }) => because !== "unsubscribed")
    .toSorted((a, b) => a.user.name.localeCompare(b.user.name, "en"));
}
