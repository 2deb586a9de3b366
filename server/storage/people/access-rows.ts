import type { ProjectId, UserId } from "#server/domain/ids.ts";
import type { Invitation, Offer } from "#server/domain/people/invitation.ts";
import type { InstanceRole, ProjectRole } from "#server/domain/people/person.ts";
import type { ThrottleState } from "#server/domain/people/throttle.ts";
import type { StoredSession } from "./access-store.ts";

export type SessionRow = {
  token_hash: string;
  user_id: number;
  created_at: number;
  expires_at: number;
  last_seen_at: number;
  address: string;
  user_agent: string;
  second_factor: number;
};

export const sessionColumns =
  "token_hash, user_id, created_at, expires_at, last_seen_at, address, user_agent, second_factor";

export const sessionOf = (row: SessionRow): StoredSession => ({
  tokenHash: row.token_hash,
  userId: row.user_id as UserId,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  lastSeenAt: row.last_seen_at,
  address: row.address,
  userAgent: row.user_agent,
  ...(row.second_factor === 1 && { secondFactor: true }),
});

export type ThrottleRow = { failures: number; since: number; until: number; forget_at: number };

export const throttleOf = ({ failures, since, until, forget_at }: ThrottleRow): ThrottleState => ({
  failures,
  since,
  until,
  forgetAt: forget_at,
});

export type InvitationRow = {
  id: number;
  email: string;
  project_id: number | null;
  role: string;
  invited_by: number | null;
  created_at: number;
  expires_at: number;
  accepted_at: number | null;
  revoked_at: number | null;
};

export const invitationColumns =
  "id, email, project_id, role, invited_by, created_at, expires_at, accepted_at, revoked_at";

export function invitationOf(row: InvitationRow): Invitation {
  return {
    id: row.id,
    email: row.email,
    offer: offerOf(row),
    ...(row.invited_by !== null && { invitedBy: row.invited_by as UserId }),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    ...(row.accepted_at !== null && { acceptedAt: row.accepted_at }),
    ...(row.revoked_at !== null && { revokedAt: row.revoked_at }),
  };
}

function offerOf({ project_id, role }: InvitationRow): Offer {
  if (project_id === null) return { kind: "instance", role: role as InstanceRole };
  return { kind: "project", projectId: project_id as ProjectId, role: role as ProjectRole };
}
