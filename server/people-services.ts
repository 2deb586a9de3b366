import type { UserId } from "#server/domain/ids.ts";
import type { Asker } from "#server/domain/people/audit.ts";
import type { InstanceRole, ProjectRole, Scope, User, Viewer } from "#server/domain/people/person.ts";
import type { Problem } from "#server/domain/problem.ts";
import type { Project } from "#server/domain/project/project.ts";

/** Who does something: what they may do, and where they ask from. */
export type Doer = { viewer: Viewer; asker: Asker };

/**
 * The part of `Commands` (services.ts) by which people get and lose what they may do. Answers "not-found" for whom there is
 * not, "conflict" where nobody would be left to undo it, "forbidden" where it is somebody else's business.
 */
export interface PeopleCommands {
  /** "not-found" when nobody has that address: they can be invited. "conflict" when they are a member already. */
  addMember(by: Doer, project: Project, form: { email: string; role: ProjectRole }): Promise<User | Problem>;
  changeMember(by: Doer, project: Project, userId: UserId, role: ProjectRole): Promise<User | Problem>;
  removeMember(by: Doer, project: Project, userId: UserId): Promise<User | Problem>;
  leaveProject(by: Doer, project: Project): Promise<User | Problem>;

  /** Returns the account as it was before. */
  changeUser(by: Doer, userId: UserId, act: UserAct): Promise<User | Problem>;

  /** Who an API token stands for. */
  viewerOfToken(apiToken: string): Promise<Viewer | undefined>;
  /** For the one who asks. The token is shown this once. "invalid" for scopes that one's role can never use. */
  makeOwnToken(by: Doer, form: TokenForm): Promise<MadeToken | Problem>;
  revokeToken(by: Doer, id: number): Promise<Problem | undefined>;
}

export type UserAct = { kind: "role"; role: InstanceRole } | { kind: "disable" } | { kind: "enable" | "delete" };

export type TokenForm = {
  label: string;
  scopes: Scope[];
  /** Days until it ends; absent: it does not. */ days?: number;
};
export type MadeToken = { id: number; token: string; expiresAt?: number };
