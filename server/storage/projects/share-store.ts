import type { ProjectId, UserId } from "#server/domain/ids.ts";
import type { ShareTarget } from "#server/domain/share/share.ts";

/** Share links. Storage keeps the SHA-256 of each token, never the token. */
export interface ShareStore {
  create(share: NewShare): Promise<Share>;
  /** In any state: the caller checks whether it has expired. */
  find(tokenHash: string): Promise<Share | undefined>;
  /** Share links of a project, or of one issue or trace, newest first. */
  list(projectId: ProjectId, of?: ShareTarget): Promise<ListedShare[]>;
  /** Undefined if the project has none with that number. */
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

/** `madeBy` is removed with the account. A share of a merged issue shows the target. */
export type Share = Omit<NewShare, "madeBy" | "tokenHash"> & { id: number; madeBy?: UserId };
/** `issue`: the short ID, for shares of issues. */
export type ListedShare = Share & { madeByName?: string; issue?: string };
