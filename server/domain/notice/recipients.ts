import type { Participation } from "#server/domain/discussion/participation.ts";
import type { UserId } from "#server/domain/ids.ts";
import type { Activity } from "#server/domain/issue/activity.ts";
import { defaultWanted, isWanted, type NoticeTopic, type Wanted } from "./choice.ts";
import type { Told } from "./personal.ts";

/** Recipients of an activity, and why: each person once, never the actor. */
type Recipient = { userId: UserId; kind: Told["kind"] };

export type Audience = {
  /** People who can read the project: no one else is notified. */
  readers: readonly UserId[];
  participants: readonly Participation[];
  /** For people with preferences. */
  wanted: ReadonlyMap<UserId, Wanted>;
  /** In its comment. */
  mentioned: readonly UserId[];
};

export function recipientsOf(
  { by, what }: Pick<Activity, "by" | "what">,
  audience: Audience,
): Recipient[] {
  const others = audience.readers.filter((userId) => !(by.kind === "user" && by.id === userId));
  switch (what.kind) {
    case "assigned":
      return tell(
        others.filter((userId) => userId === what.to),
        "assigned",
        "assigned",
        audience,
        true,
      );
    case "regressed":
      return tell(others, "issue-regressed", "regressed", audience);
    case "resolved":
      return tell(others, "resolved", "resolved", audience);
    case "comment-edited":
      return tell(
        others.filter(isIn(audience.mentioned)),
        "mentioned",
        "mentioned",
        audience,
        true,
      );
    case "commented": {
      const mentioned = tell(
        others.filter(isIn(audience.mentioned)),
        "mentioned",
        "mentioned",
        audience,
        true,
      );
      const told = isIn(mentioned.map(({ userId }) => userId));
      return [
        ...mentioned,
        ...tell(
          others.filter((userId) => !told(userId)),
          "commented",
          "commented",
          audience,
        ),
      ];
    }
    default:
      return [];
  }
}

function tell(
  userIds: UserId[],
  kind: Told["kind"],
  topic: NoticeTopic,
  { participants, wanted }: Audience,
  inPerson = false,
): Recipient[] {
  const takesPart = isIn(participants.map(({ user }) => user.id));
  return userIds
    .filter((userId) =>
      isWanted(topic, wanted.get(userId) ?? defaultWanted, inPerson || takesPart(userId)),
    )
    .map((userId) => ({ userId, kind }));
}

const isIn = (userIds: readonly UserId[]) => (userId: UserId) => userIds.includes(userId);
