import type { Problem } from "#server/domain/problem.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { ShareTarget } from "#server/domain/share/share.ts";
import type { Doer } from "#server/people-services.ts";
import type { Share } from "#server/storage/projects/share-store.ts";

/** The part of `Commands` (services.ts) by which people show one thing to people without an account. */
export interface ShareCommands {
  /** The token is shown this once. `about`: what the audit log calls the thing. "too-large" for traces that take long to draw. */
  makeShare(by: Doer, project: Project, asked: AskedShare): Promise<MadeShare | Problem>;
  revokeShare(by: Doer, project: Project, id: number): Promise<Problem | undefined>;
  /** What a link shows; undefined for one that was revoked, has ended, or never was. */
  shareOf(token: string): Promise<Share | undefined>;
}

export type AskedShare = {
  target: ShareTarget;
  about: string;
  /** Days until it ends; absent: it does not. */
  days?: number;
};
export type MadeShare = { id: number; token: string; expiresAt?: number };
