import type { ProjectId, UserId } from "#server/domain/ids.ts";
import type { InstanceRole, Membership, ProjectRole, User } from "#server/domain/people/person.ts";
import type { Account, Member } from "./member-store.ts";

export type UserRow = {
  id: number;
  email: string;
  name: string;
  role: InstanceRole;
  password_hash: string;
  created_at: number;
  disabled_at: number | null;
};

export const userColumns = "id, email, name, role, password_hash, created_at, disabled_at";

export const userOf = ({ id, email, name, role, created_at, disabled_at }: UserRow): User => ({
  id: id as UserId,
  email,
  name,
  role,
  createdAt: created_at,
  ...(disabled_at !== null && { disabledAt: disabled_at }),
});

// Case is folded here instead of by a collation: those of the engines only handle ASCII.
export const emailKey = (email: string): string => email.toLowerCase();

export type MembershipRow = { project_id: number; user_id: number; role: ProjectRole };

export const membershipOf = ({ project_id, user_id, role }: MembershipRow): Membership => ({
  projectId: project_id as ProjectId,
  userId: user_id as UserId,
  role,
});

export type MemberRow = UserRow & { project_role: ProjectRole };

/** Of a user `u` with a membership `m`. */
export const memberColumns = `${userColumns.replaceAll(/\w+/g, "u.$&")}, m.role AS project_role`;

export const memberOf = (row: MemberRow): Member => ({ user: userOf(row), role: row.project_role });

/** `projects`: JSON, as in `Account`. */
export type AccountRow = UserRow & { last_sign_in_at: number | null; projects: string };

export const accountOf = (row: AccountRow): Account => ({
  user: userOf(row),
  ...(row.last_sign_in_at !== null && { lastSignInAt: row.last_sign_in_at }),
  projects: JSON.parse(row.projects) as Account["projects"],
});
