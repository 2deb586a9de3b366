import type { ProjectId, UserId } from "#server/domain/ids.ts";
import type { Membership, ProjectRole, User } from "#server/domain/people/person.ts";
import type { MemberStatus, UserChange, UserStatus } from "#server/domain/people/member-status.ts";
import type { Problem } from "#server/domain/problem.ts";
import type { Page } from "#server/storage/store.ts";

/** Members of projects. */
export interface MemberStore {
  /** By name. */
  list(filter: { projectId: ProjectId; cursor?: string; limit: number }): Promise<Page<Member>>;
  /**
   * Everyone who can read the project, including owners of the instance, by name; without disabled
   * accounts.
   */
  readers(projectId: ProjectId): Promise<User[]>;
  /** "present" if the user is already a member; the role is unchanged. */
  add(membership: Membership): Promise<"added" | "present">;
  /**
   * Changes the role or removes the membership, unless `refuse`, called in the transaction with the
   * current state, objects. Undefined if there is no such member.
   */
  change(
    projectId: ProjectId,
    userId: UserId,
    to: ProjectRole | "none",
    refuse: (standing: MemberStatus) => Problem | undefined,
  ): Promise<Member | Problem | undefined>;
}

/** `change` returns the previous state. */
export type Member = { user: User; role: ProjectRole };

/** Accounts as listed for owners. */
export interface AccountStore {
  /** By name. `query`: part of a name or email address. */
  list(filter: { query?: string; cursor?: string; limit: number }): Promise<Page<Account>>;
  /**
   * Applies the change unless `refuse`, called in the transaction with the current state, objects.
   * Disabling or deleting an account ends its sessions and tokens immediately. Returns the previous
   * account; undefined if there is none.
   */
  change(
    userId: UserId,
    change: UserChange,
    refuse: (standing: UserStatus) => Problem | undefined,
  ): Promise<User | Problem | undefined>;
}

export type Account = {
  user: User;
  /** As far back as the audit log. */
  lastSignInAt?: number;
  projects: { slug: string; name: string; role: ProjectRole }[];
};
