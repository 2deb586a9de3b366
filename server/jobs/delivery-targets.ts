import type { Channel } from "#server/domain/alert/channel.ts";
import type { AlertRule } from "#server/domain/alert/rule.ts";
import type { Target } from "#server/domain/delivery/delivery.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import type { Store } from "#server/storage/store.ts";
import { alertReaders } from "./alert-readers.ts";

export type TargetStore = Pick<Store, "people" | "members" | "noticeChoices">;

/** Where a rule's messages go, one a recipient and none twice. */
export async function targetsOf(store: TargetStore, { channels, projectId }: AlertRule): Promise<Target[]> {
  const targets = await Promise.all(channels.map((channel) => targetsOfChannel(store, channel, projectId)));
  // Whoever is named is told for that, and not as one of all members: the last of a key stays.
  const namedLast = targets.flat().toSorted((a, b) => Number("asMember" in b) - Number("asMember" in a));
  return [...new Map(namedLast.map((target) => [keyOf(target), target])).values()];
}

async function targetsOfChannel(store: TargetStore, channel: Channel, projectId: ProjectId): Promise<Target[]> {
  if (channel.kind === "mail-members")
    return (await alertReaders(store, projectId)).map((to) => ({ kind: "mail", to, asMember: true }));
  if (channel.kind !== "mail") return [channel];
  const people = await Promise.all(channel.to.map((address) => store.people.byEmail(address)));
  return people.map((person, at) => ({ kind: "mail", to: person?.id ?? channel.to[at]! }));
}

const keyOf = (target: Target) => (target.kind === "mail" ? `mail ${target.to}` : JSON.stringify(target));

/** Who may be slow, and then holds up nobody else. Each sealed text is one of its own. */
export function receiverOf(target: Target): string {
  if (target.kind === "webhook") return new URL(target.url).origin;
  return target.kind === "slack" ? target.sealedUrl.slice(0, 32) : "mail";
}
