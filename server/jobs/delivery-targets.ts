import type { Channel } from "#server/domain/alert/channel.ts";
import type { AlertRule } from "#server/domain/alert/rule.ts";
import type { Target } from "#server/domain/delivery/delivery.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import type { Store } from "#server/storage/store.ts";
import { alertReaders } from "./alert-readers.ts";

export type TargetStore = Pick<Store, "people" | "members" | "noticeChoices">;

/** Where a rule's messages go, one a recipient and none twice. */
export async function targetsOf(store: TargetStore, { channels, projectId }: AlertRule): Promise<Target[]> {
  const targets = await Promise.all(channels.map((channel) => targetsOfChannel({ store, projectId }, channel)));
  // Whoever is named is told for that, and not as one of all members: the last of a key stays.
  const namedLast = targets.flat().toSorted((a, b) => Number("asMember" in b) - Number("asMember" in a));
  return [...new Map(namedLast.map((target) => [keyOf(target), target])).values()];
}

type InProject = { store: TargetStore; projectId: ProjectId };
type ChannelOf<Kind> = Extract<Channel, { kind: Kind }>;

const targetsByChannel: { [Kind in Channel["kind"]]: (of: InProject, channel: ChannelOf<Kind>) => Promise<Target[]> } =
  {
    async "mail-members"({ store, projectId }) {
      return (await alertReaders(store, projectId)).map((to) => ({ kind: "mail", to, asMember: true }));
    },
    async mail({ store }, { to }) {
      const people = await Promise.all(to.map((address) => store.people.byEmail(address)));
      return people.map((person, at) => ({ kind: "mail", to: person?.id ?? to[at]! }));
    },
    webhook: async (_, channel) => [channel],
    slack: async (_, channel) => [channel],
  };

function targetsOfChannel<Kind extends Channel["kind"]>(of: InProject, channel: ChannelOf<Kind>): Promise<Target[]> {
  return targetsByChannel[channel.kind](of, channel);
}

const keyOf = (target: Target) => (target.kind === "mail" ? `mail ${target.to}` : JSON.stringify(target));

/** Who may be slow, and then holds up nobody else. Each sealed text is one of its own. */
export function receiverOf(target: Target): string {
  switch (target.kind) {
    case "mail":
      return "mail";
    case "webhook":
      return new URL(target.url).origin;
    case "slack":
      return target.sealedUrl.slice(0, 32);
  }
}
