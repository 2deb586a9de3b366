import type { ProjectId, UserId } from "#server/domain/ids.ts";

export type InstanceRole = "owner" | "member";
export const projectRoles = ["admin", "developer", "viewer"] as const;
export type ProjectRole = (typeof projectRoles)[number];

export type User = {
  id: UserId;
  email: string;
  name: string;
  role: InstanceRole;
  createdAt: number;
  /** Since when the account is disabled. */
  disabledAt?: number;
};
export type Membership = { projectId: ProjectId; userId: UserId; role: ProjectRole };

export const scopes = [
  "project:read",
  "project:write",
  "event:read",
  "event:write",
  "release:write",
  "org:admin",
] as const;
export type Scope = (typeof scopes)[number];

/** The authenticated user. A token restricts its owner's permissions to its scopes. */
export type Viewer = {
  user: User;
  memberships: Membership[];
  scopes?: Scope[];
  /** Signed in with one factor where the instance requires two: may only set up a second factor. */
  needsSecondFactor?: boolean;
};
