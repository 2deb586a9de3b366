import type { ProjectId, UserId } from "#server/domain/ids.ts";
import type { AuditEntry, AuditKind } from "#server/domain/people/audit.ts";
import type { InstanceRole, Membership, ProjectRole, User } from "#server/domain/people/person.ts";
import type { Page } from "#server/storage/store.ts";

/** Who may come in, and what they did (`store.ts` is the whole). */
export interface PeopleStore {
  /** "taken" when another user has the email address (compared without case). */
  create(user: NewUser): Promise<User | "taken">;
  /**
   * Creates the first owner only while there is no user at all: two set-ups at once make one owner.
   */
  createFirst(user: NewUser): Promise<User | "exists">;
  any(): Promise<boolean>;
  list(): Promise<User[]>;
  byId(id: UserId): Promise<User | undefined>;
  byEmail(email: string): Promise<PasswordUser | undefined>;
  rename(id: UserId, name: string): Promise<void>;
  setPassword(id: UserId, passwordHash: string): Promise<void>;
  memberships(userId: UserId): Promise<Membership[]>;
  setMembership(projectId: ProjectId, userId: UserId, role: ProjectRole): Promise<void>;
}

export type PasswordUser = User & { passwordHash: string };

export type NewUser = {
  email: string;
  name: string;
  role: InstanceRole;
  passwordHash: string;
  createdAt: number;
};

export interface AuditStore {
  append(entry: AuditEntry): Promise<void>;
  /** Newest first. */
  list(filter: AuditFilter): Promise<Page<AuditEntry>>;
  /** Removes what happened before. Returns how many entries went. */
  evict(before: number): Promise<number>;
}

export type AuditFilter = {
  projectId?: ProjectId;
  /** Email address of the actor or the target, compared without case. */
  person?: string;
  kind?: AuditKind;
  since?: number;
  until?: number;
  cursor?: string;
  limit: number;
};
