import type { Problem } from "#server/domain/problem.ts";
import type { InstanceRole, ProjectRole, User, Viewer } from "./person.ts";

/**
 * Invariants: a project keeps an admin, an instance keeps an owner, and only owners change owners.
 * Checked in the transaction of the change, so that two concurrent changes can't both pass.
 */
export type MemberStatus = {
  user: User;
  role: ProjectRole;
  /** Number of other admins of the project. */ otherAdmins: number;
};

/** Why `by` may not set or remove the member's role; undefined: permitted. */
export function refuseMemberChange(
  by: Viewer,
  { user, role, otherAdmins }: MemberStatus,
  to: ProjectRole | "none",
): Problem | undefined {
  if (by.user.role === "owner") return undefined;
  const isOneself = by.user.id === user.id;
  if (user.role === "owner" && !isOneself) return ownersBusiness;
  return role === "admin" && to !== "admin" && otherAdmins === 0 ? lastAdmin : undefined;
}

export type UserStatus = {
  user: User;
  /** Number of other owners who can sign in. */ otherOwners: number;
};

/** Changes to an account. */
export type UserChange =
  | { kind: "role"; role: InstanceRole }
  | { kind: "disable"; at: number }
  | { kind: "enable" | "delete" };

/** Why an account can't be changed that way; undefined: permitted. */
export function refuseUserChange(
  { user, otherOwners }: UserStatus,
  change: UserChange,
): Problem | undefined {
  const staysOwner =
    change.kind === "enable" || (change.kind === "role" && change.role === "owner");
  return user.role === "owner" && !staysOwner && otherOwners === 0 ? lastOwner : undefined;
}

const ownersBusiness: Problem = {
  problem: "forbidden",
  detail: "Only an owner of this instance can change an owner.",
};
const lastAdmin: Problem = {
  problem: "conflict",
  detail:
    "This is the project's last admin. Make another member an admin first, or ask an owner of this instance.",
};
const lastOwner: Problem = {
  problem: "conflict",
  detail: "This is the last owner who can sign in. Make another user an owner first.",
};
