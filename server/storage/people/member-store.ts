import type { ProjectId, UserId } from "#server/domain/ids.ts";
import type { Membership, ProjectRole, User } from "#server/domain/people/person.ts";
import type { MemberStanding, UserChange, UserStanding } from "#server/domain/people/standing.ts";
import type { Problem } from "#server/domain/problem.ts";
import type { Page } from "#server/storage/store.ts";

/** Who is in which project. */
export interface MemberStore {
  /** By name. */
  list(filter: { projectId: ProjectId; cursor?: string; limit: number }): Promise<Page<Member>>;
  /**
   * Everyone who may read the project, owners of the instance among them, by name; not those whose
   * account is disabled.
   */
  readers(projectId: ProjectId): Promise<User[]>;
  /** "present" when the user is a member already: the role stays what it is. */
  add(membership: Membership): Promise<"added" | "present">;
  /**
   * Gives another role or takes the membership away, unless `refuse`, which sees how it is inside
   * the transaction, has something against it. Undefined: there is no such member.
   */
  change(
    projectId: ProjectId,
    userId: UserId,
    to: ProjectRole | "none",
    refuse: (standing: MemberStanding) => Problem | undefined,
  ): Promise<Member | Problem | undefined>;
}

/** `change` answers with what was before. */
export type Member = { user: User; role: ProjectRole };

/** Accounts as owners see them. */
export interface AccountStore {
  /** By name; `query`: part of a name or email address. */
  list(filter: { query?: string; cursor?: string; limit: number }): Promise<Page<Account>>;
  /**
   * Does it unless `refuse`, which sees how it is inside the transaction, has something against it.
   * To disable or delete an account ends its sessions and tokens at once. Returns the account as it
   * was; undefined: there is none.
   */
  change(
    userId: UserId,
    change: UserChange,
    refuse: (standing: UserStanding) => Problem | undefined,
  ): Promise<User | Problem | undefined>;
}

export type Account = {
  user: User;
  /** As far back as the audit log goes. */
  lastSignInAt?: number;
  projects: { slug: string; name: string; role: ProjectRole }[];
};
