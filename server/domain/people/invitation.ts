import type { ProjectId, UserId } from "#server/domain/ids.ts";
import type { InstanceRole, ProjectRole } from "./person.ts";

/** An invitation's offer: a role on this instance, or in a project. */
export type Offer =
  | { kind: "instance"; role: InstanceRole }
  | { kind: "project"; projectId: ProjectId; role: ProjectRole };

export type Invitation = {
  id: number;
  email: string;
  offer: Offer;
  /** Undefined: the account was deleted. */
  invitedBy?: UserId;
  createdAt: number;
  expiresAt: number;
  acceptedAt?: number;
  revokedAt?: number;
};

export type InvitationState = "pending" | "accepted" | "expired" | "revoked";

export function invitationState(invitation: Invitation, now: number): InvitationState {
  if (invitation.acceptedAt !== undefined) return "accepted";
  if (invitation.revokedAt !== undefined) return "revoked";
  return invitation.expiresAt <= now ? "expired" : "pending";
}
