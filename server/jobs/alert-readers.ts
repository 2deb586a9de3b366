import type { ProjectId, UserId } from "#server/domain/ids.ts";
import { defaultWanted, isWanted } from "#server/domain/notice/choice.ts";
import type { User } from "#server/domain/people/person.ts";
import type { Store } from "#server/storage/store.ts";

type Deps = Pick<Store, "people" | "members" | "noticeChoices">;

/** Everybody who may read the project, owners of this Spoor among them, and has not said that they do not want its alerts. */
export async function alertReaders(store: Deps, projectId: ProjectId): Promise<UserId[]> {
  const owners = (await store.people.list()).filter(({ role }) => role === "owner");
  const choices = await store.noticeChoices.inProject(projectId);
  const readers = [...owners, ...(await membersOf(store, projectId))]
    .filter(({ disabledAt }) => disabledAt === undefined)
    .map(({ id }) => id);
  return [...new Set(readers)].filter((id) => isWanted("alerts", choices.get(id) ?? defaultWanted, true));
}

async function membersOf({ members }: Deps, projectId: ProjectId): Promise<User[]> {
  const users: User[] = [];
  let cursor: string | undefined;
  do {
    const page = await members.list({ projectId, limit: 200, ...(cursor !== undefined && { cursor }) });
    users.push(...page.rows.map(({ user }) => user));
    cursor = page.next;
  } while (cursor !== undefined);
  return users;
}
