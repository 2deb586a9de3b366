import type { UserId } from "#server/domain/ids.ts";
import type { User, InstanceRole } from "#server/domain/people/person.ts";
import { refuseUserChange, type UserChange } from "#server/domain/people/member-status.ts";
import { isProblem, type Problem } from "#server/domain/problem.ts";
import type { Store } from "#server/storage/store.ts";
import { audit } from "#server/commands/audit.ts";
import type { Doer } from "#server/domain/people/audit.ts";

export type UserAct =
  | { kind: "role"; role: InstanceRole }
  | { kind: "disable" }
  | { kind: "enable" | "delete" };

type Deps = { store: Store; now: () => number };

/**
 * Changes the role, disables or enables the account, or deletes it. Returns the previous account.
 */
export async function changeUser(
  deps: Deps,
  { viewer, asker }: Doer,
  userId: UserId,
  act: UserAct,
): Promise<User | Problem> {
  if (viewer.user.id === userId && (act.kind === "disable" || act.kind === "delete"))
    return notOneself;
  const change: UserChange = act.kind === "disable" ? { kind: "disable", at: deps.now() } : act;
  const before = await deps.store.accounts.change(userId, change, (standing) =>
    refuseUserChange(standing, change),
  );
  if (!before) return { problem: "not-found", detail: "User not found." };
  if (isProblem(before)) return before;
  await audit(deps, asker, {
    kind: kinds[act.kind],
    about: before.email,
    ...detailOf(before, act),
  });
  return before;
}

const kinds = {
  role: "role-changed",
  disable: "user-disabled",
  enable: "user-enabled",
  delete: "user-deleted",
} as const;

function detailOf(before: User, act: UserAct): { detail?: string } {
  return act.kind === "role" ? { detail: `${before.role} → ${act.role}` } : {};
}

const notOneself: Problem = {
  problem: "conflict",
  detail: "This is your own account. Ask another owner to do this.",
};
