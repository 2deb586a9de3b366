import type { UserId } from "#server/domain/ids.ts";
import type { AuditKind, Doer } from "#server/domain/people/audit.ts";
import { mayAdminister } from "#server/domain/people/permission.ts";
import type { ProjectRole, User } from "#server/domain/people/person.ts";
import { refuseMemberChange } from "#server/domain/people/member-status.ts";
import { isProblem, type Problem } from "#server/domain/problem.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { Store } from "#server/storage/store.ts";
import { audit } from "#server/commands/audit.ts";

type Deps = { store: Store; now: () => number };

/**
 * Adds an existing account. Only for owners, who can see all accounts: admins send invitations,
 * because only owners may learn whether an address has an account. "not-found" if no account has
 * this address: send an invitation instead. "conflict" if the account is already a member.
 */
export async function addMember(
  deps: Deps,
  { viewer, asker }: Doer,
  { id: projectId }: Project,
  { email, role }: { email: string; role: ProjectRole },
): Promise<User | Problem> {
  if (!mayAdminister(viewer)) return inviteInstead;
  const user = await deps.store.people.byEmail(email);
  if (!user)
    return { problem: "not-found", detail: `No user of this instance has the email ${email}.` };
  if ((await deps.store.members.add({ projectId, userId: user.id, role })) === "present")
    return { problem: "conflict", detail: `${user.name} is already a member.` };
  await audit(deps, asker, { kind: "member-added", projectId, about: user.email, detail: role });
  return user;
}

export function changeMember(
  deps: Deps,
  by: Doer,
  project: Project,
  userId: UserId,
  role: ProjectRole,
): Promise<User | Problem> {
  return change(deps, by, project, { userId, to: role, kind: "member-changed" });
}

export function removeMember(
  deps: Deps,
  by: Doer,
  project: Project,
  userId: UserId,
): Promise<User | Problem> {
  return change(deps, by, project, { userId, to: "none", kind: "member-removed" });
}

export function leaveProject(deps: Deps, by: Doer, project: Project): Promise<User | Problem> {
  return change(deps, by, project, { userId: by.viewer.user.id, to: "none", kind: "member-left" });
}

type Change = { userId: UserId; to: ProjectRole | "none"; kind: AuditKind };

async function change(
  deps: Deps,
  { viewer, asker }: Doer,
  { id: projectId }: Project,
  { userId, to, kind }: Change,
): Promise<User | Problem> {
  const before = await deps.store.members.change(projectId, userId, to, (standing) =>
    refuseMemberChange(viewer, standing, to),
  );
  if (!before) return { problem: "not-found", detail: "Member not found." };
  if (isProblem(before)) return before;
  const { user, role } = before;
  const detail = to === "none" ? role : `${role} → ${to}`;
  const about = kind === "member-left" ? {} : { about: user.email };
  if (to !== role) await audit(deps, asker, { kind, projectId, detail, ...about });
  return user;
}

const inviteInstead: Problem = {
  problem: "forbidden",
  detail: "Only owners of this instance can add members directly. Invite this email instead.",
};
