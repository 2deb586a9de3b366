import type { ProjectId, UserId } from "#server/domain/ids.ts";
import type { ShareTarget } from "#server/domain/share/share.ts";

/**
 * Links that show one thing to anyone who has them. Storage keeps the SHA-256 of each token, never
 * the token.
 */
export interface ShareStore {
  create(share: NewShare): Promise<Share>;
  /** In whatever state: who asks judges whether it has ended. */
  find(tokenHash: string): Promise<Share | undefined>;
  /** Those of a project, or of one thing in it, the newest first. */
  list(projectId: ProjectId, of?: ShareTarget): Promise<ListedShare[]>;
  /** Undefined when the project has none of that number. */
  remove(projectId: ProjectId, id: number): Promise<Share | undefined>;
}

type NewShare = {
  tokenHash: string;
  projectId: ProjectId;
  target: ShareTarget;
  madeBy: UserId;
  createdAt: number;
  expiresAt?: number;
};

/** `madeBy` is gone with the account. A merged issue's shares show what it became part of. */
export type Share = Omit<NewShare, "madeBy" | "tokenHash"> & { id: number; madeBy?: UserId };
/** `issue`: the short id, of shares of issues. */
export type ListedShare = Share & { madeByName?: string; issue?: string };
