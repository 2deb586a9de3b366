import type { ProjectId, UserId } from "#server/domain/ids.ts";
import type { AuditEntry, AuditKind } from "#server/domain/people/audit.ts";
import type { InstanceRole, Membership, ProjectRole, User } from "#server/domain/people/person.ts";
import type { Page } from "#server/storage/store.ts";

/** Accounts and the audit log (part of `store.ts`). */
export interface PeopleStore {
  /** "taken" if another user has the email address (case-insensitive). */
  create(user: NewUser): Promise<User | "taken">;
  /**
   * Creates the first owner only if there are no users: two concurrent setups create one owner.
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
  /** Deletes older entries. Returns the number. */
  evict(before: number): Promise<number>;
}

export type AuditFilter = {
  projectId?: ProjectId;
  /** Email address of the actor or the target, case-insensitive. */
  person?: string;
  kind?: AuditKind;
  since?: number;
  until?: number;
  cursor?: string;
  limit: number;
};
