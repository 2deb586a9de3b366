import type { Channel } from "#server/domain/alert/channel.ts";
import { type ChatChannel, isChat } from "#server/domain/alert/chat.ts";
import type { AlertRule } from "#server/domain/alert/rule.ts";
import type { Target } from "#server/domain/delivery/delivery.ts";
import type { ProjectId, UserId } from "#server/domain/ids.ts";
import { defaultWanted, isWanted } from "#server/domain/notice/choice.ts";
import type { User } from "#server/domain/people/person.ts";
import type { Store } from "#server/storage/store.ts";

export type TargetStore = Pick<Store, "people" | "members" | "noticeChoices">;

/** The targets of a rule's messages: one per recipient, without duplicates. */
export async function targetsOf(
  store: TargetStore,
  { channels, projectId }: AlertRule,
): Promise<Target[]> {
  const targets = await Promise.all(
    channels.map((channel) => targetsOfChannel({ store, projectId }, channel)),
  );
  // A person named explicitly is notified as such, not as a member: the last target per key wins.
  const namedLast = targets
    .flat()
    .toSorted((a, b) => Number("asMember" in b) - Number("asMember" in a));
  return [...new Map(namedLast.map((target) => [keyOf(target), target])).values()];
}

/** Same, each with its receiver, which may be slow. */
export async function receiversOf(
  store: TargetStore,
  rule: AlertRule,
): Promise<{ target: Target; receiver: string }[]> {
  return (await targetsOf(store, rule)).map((target) => ({ target, receiver: receiverOf(target) }));
}

type InProject = { store: TargetStore; projectId: ProjectId };
type OtherChannel = Exclude<Channel, ChatChannel>;
type ChannelOf<Kind> = Extract<OtherChannel, { kind: Kind }>;

const targetsByChannel: {
  [Kind in OtherChannel["kind"]]: (of: InProject, channel: ChannelOf<Kind>) => Promise<Target[]>;
} = {
  async "mail-members"({ store, projectId }) {
    return (await alertReaders(store, projectId)).map((to) => ({
      kind: "mail",
      to,
      asMember: true,
    }));
  },
  async mail({ store }, { to }) {
    const people = await Promise.all(to.map((address) => store.people.byEmail(address)));
    return people.map((person, at) => ({ kind: "mail", to: person?.id ?? to[at]! }));
  },
  webhook: async (_, channel) => [channel],
};

async function targetsOfChannel(of: InProject, channel: Channel): Promise<Target[]> {
  return isChat(channel) ? [channel] : targetsOfKind(of, channel);
}

function targetsOfKind<Kind extends OtherChannel["kind"]>(
  of: InProject,
  channel: ChannelOf<Kind>,
): Promise<Target[]> {
  return targetsByChannel[channel.kind](of, channel);
}

const keyOf = (target: Target) =>
  target.kind === "mail" ? `mail ${target.to}` : JSON.stringify(target);

/** The receiver to isolate if slow. Each sealed text is a separate one. */
export function receiverOf(target: Target): string {
  if (isChat(target)) return target.sealedUrl.slice(0, 32);
  switch (target.kind) {
    case "mail":
      return "mail";
    case "webhook":
      return new URL(target.url).origin;
  }
}

type Deps = Pick<Store, "people" | "members" | "noticeChoices">;

/**
 * Accounts that can read the project, including the instance's owners, except those unsubscribed
 * from its alerts.
 */
async function alertReaders(store: Deps, projectId: ProjectId): Promise<UserId[]> {
  const owners = (await store.people.list()).filter(({ role }) => role === "owner");
  const choices = await store.noticeChoices.inProject(projectId);
  const readers = [...owners, ...(await membersOf(store, projectId))]
    .filter(({ disabledAt }) => disabledAt === undefined)
    .map(({ id }) => id);
  return [...new Set(readers)].filter((id) =>
    isWanted("alerts", choices.get(id) ?? defaultWanted, true),
  );
}

async function membersOf({ members }: Deps, projectId: ProjectId): Promise<User[]> {
  const users: User[] = [];
  let cursor: string | undefined;
  do {
    const page = await members.list({
      projectId,
      limit: 200,
      ...(cursor !== undefined && { cursor }),
    });
    users.push(...page.rows.map(({ user }) => user));
    cursor = page.next;
  } while (cursor !== undefined);
  return users;
}
