import type { ProjectId, UserId } from "#server/domain/ids.ts";
import type { Offer } from "#server/domain/people/invitation.ts";
import { higherRole } from "#server/domain/people/permission.ts";
import type { ProjectRole, User } from "#server/domain/people/person.ts";
import type { Accepting, InvitationStore } from "#server/storage/access-store.ts";
import { invitationColumns, invitationOf, type InvitationRow } from "#server/storage/layout/access-rows.ts";
import { decodeCursor, encodeCursor } from "#server/storage/layout/keyset.ts";
import { emailKey, userOf, type UserRow } from "#server/storage/layout/people-rows.ts";
import type { Database, Query } from "./database.ts";
import { addUser, selectUser } from "./people.ts";

const pending = "accepted_at IS NULL AND revoked_at IS NULL";
// One is pending for an address and a place (invitations_pending). The new one is numbered as such: lists begin with it.
const insertInvitation = `INSERT INTO invitations
  (token_hash, email, email_key, project_id, role, invited_by, created_at, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
  ON CONFLICT (email_key, coalesce(project_id, 0)) WHERE ${pending} DO UPDATE SET id = excluded.id,
    token_hash = excluded.token_hash, email = excluded.email, role = excluded.role, invited_by = excluded.invited_by,
    created_at = excluded.created_at, expires_at = excluded.expires_at
  RETURNING ${invitationColumns}`;
const select = `SELECT ${invitationColumns} FROM invitations`;
const listInvitations = `${select} WHERE id < $1 AND ($2::bigint IS NULL OR project_id = $2) ORDER BY id DESC LIMIT $3`;
const revokeInvitation = `UPDATE invitations SET revoked_at = $2 WHERE id = $1 AND ${pending} AND expires_at > $2`;
const lockOpen = `${select} WHERE token_hash = $1 AND ${pending} AND expires_at > $2 FOR UPDATE`;
const pendingInvitations = `SELECT token_hash, ${invitationColumns} FROM invitations
  WHERE email_key = $1 AND ${pending} AND expires_at > $2 ORDER BY id`;
const acceptInvitation = "UPDATE invitations SET accepted_at = $2 WHERE token_hash = $1";

export function invitationStore({ query, transaction }: Database): InvitationStore {
  return {
    async create({ tokenHash, email, offer, invitedBy, createdAt, expiresAt }) {
      const projectId = offer.kind === "project" ? offer.projectId : null;
      const values = [tokenHash, email, emailKey(email), projectId, offer.role, invitedBy, createdAt, expiresAt];
      return invitationOf((await query<InvitationRow>(insertInvitation, ...values))[0]!);
    },
    find: async (tokenHash) => found(await query<InvitationRow>(`${select} WHERE token_hash = $1`, tokenHash)),
    byId: async (id) => found(await query<InvitationRow>(`${select} WHERE id = $1`, id)),
    async pendingFor(email, now) {
      const rows = await query<InvitationRow & { token_hash: string }>(pendingInvitations, emailKey(email), now);
      return rows.map((row) => ({ invitation: invitationOf(row), tokenHash: row.token_hash }));
    },
    async list({ projectId = null, cursor, limit }) {
      const [before] = decodeCursor<[number]>(cursor, ["integer"]) ?? [Number.MAX_SAFE_INTEGER];
      const listed = await query<InvitationRow>(listInvitations, before, projectId, limit + 1);
      const rows = listed.slice(0, limit).map(invitationOf);
      return { rows, ...(listed.length > limit && { next: encodeCursor([rows.at(-1)!.id]) }) };
    },
    revoke: async (id, now) => ((await query(revokeInvitation, id, now)).count === 1 ? "revoked" : "gone"),
    accept: (tokenHash, by, now) =>
      transaction(async (query) => {
        const [row] = await query<InvitationRow>(lockOpen, tokenHash, now);
        if (!row) return "gone";
        const user = await enter(query, invitationOf(row).offer, by);
        if (user !== "taken") await query(acceptInvitation, tokenHash, now);
        return user;
      }),
    removeEnded: async (before) => (await query("DELETE FROM invitations WHERE expires_at <= $1", before)).count,
  };
}

/** Who comes in, with the role that was offered. */
async function enter(query: Query, offer: Offer, by: Accepting): Promise<User | "taken"> {
  const user = "newUser" in by ? await addUser(query, by.newUser) : await userOfId(query, by.userId);
  if (!user) return "taken";
  if (offer.kind === "project") await join(query, user.id, offer.projectId, offer.role);
  return user;
}

const userOfId = async (query: Query, id: UserId) => userOf((await query<UserRow>(selectUser, id))[0]!);

const insertMembership = `INSERT INTO memberships (user_id, project_id, role) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`;
const lockRole = "SELECT role FROM memberships WHERE user_id = $1 AND project_id = $2 FOR UPDATE";
const setRole = "UPDATE memberships SET role = $3 WHERE user_id = $1 AND project_id = $2";

async function join(query: Query, userId: UserId, projectId: ProjectId, offered: ProjectRole): Promise<void> {
  if ((await query(insertMembership, userId, projectId, offered)).count > 0) return;
  const [present] = await query<{ role: ProjectRole }>(lockRole, userId, projectId);
  if (present) await query(setRole, userId, projectId, higherRole(present.role, offered));
}

const found = ([row]: InvitationRow[]) => row && invitationOf(row);
