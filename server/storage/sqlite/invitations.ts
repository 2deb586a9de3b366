import type { ProjectId, UserId } from "#server/domain/ids.ts";
import type { Offer } from "#server/domain/people/invitation.ts";
import { higherRole } from "#server/domain/people/permission.ts";
import type { ProjectRole, User } from "#server/domain/people/person.ts";
import type { Accepting, InvitationStore } from "#server/storage/access-store.ts";
import type { NewUser } from "#server/storage/people-store.ts";
import { invitationColumns, invitationOf, type InvitationRow } from "#server/storage/layout/access-rows.ts";
import type { Connections } from "./connections.ts";
import { decodeCursor, encodeCursor } from "#server/storage/layout/keyset.ts";
import { emailKey, userColumns, userOf, type UserRow } from "#server/storage/layout/people-rows.ts";
import { insertUser, upsertMembership } from "./people.ts";
import { prepare } from "./statement.ts";
import type { Write } from "./writing.ts";

const pending = "accepted_at IS NULL AND revoked_at IS NULL";
const insertInvitation = `INSERT INTO invitations
  (token_hash, email, email_key, project_id, role, invited_by, created_at, expires_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING ${invitationColumns}`;
const listInvitations = `SELECT ${invitationColumns} FROM invitations
  WHERE id < :before AND (:projectId IS NULL OR project_id = :projectId) ORDER BY id DESC LIMIT :limit`;
const revokeInvitation = `UPDATE invitations SET revoked_at = ? WHERE id = ? AND ${pending} AND expires_at > ?`;
const openInvitation = `SELECT ${invitationColumns} FROM invitations WHERE token_hash = ? AND ${pending} AND expires_at > ?`;
const pendingInvitations = `SELECT token_hash, ${invitationColumns} FROM invitations
  WHERE email_key = ? AND ${pending} AND expires_at > ? ORDER BY id`;
const acceptInvitation = `UPDATE invitations SET accepted_at = ? WHERE token_hash = ? AND ${pending} AND expires_at > ?
  RETURNING ${invitationColumns}`;

export function invitationStore({ reader, writer }: Connections, write: Write): InvitationStore {
  const clear = prepare(writer, `DELETE FROM invitations WHERE email_key = ? AND project_id IS ? AND ${pending}`);
  const insert = prepare<InvitationRow>(writer, insertInvitation);
  const find = prepare<InvitationRow>(reader, `SELECT ${invitationColumns} FROM invitations WHERE token_hash = ?`);
  const byId = prepare<InvitationRow>(reader, `SELECT ${invitationColumns} FROM invitations WHERE id = ?`);
  const list = prepare<InvitationRow>(reader, listInvitations);
  const revoke = prepare(writer, revokeInvitation);
  const accept = prepare<InvitationRow>(writer, acceptInvitation);
  const open = prepare<InvitationRow>(writer, openInvitation);
  const removeEnded = prepare(writer, "DELETE FROM invitations WHERE expires_at <= ?");
  const known = prepare<{ id: number }>(writer, "SELECT id FROM users WHERE email_key = ?");
  const pendingFor = prepare<InvitationRow & { token_hash: string }>(reader, pendingInvitations);
  const enter = entry(writer);

  return {
    create: ({ tokenHash, email, offer, invitedBy, createdAt, expiresAt }) =>
      write(() => {
        const projectId = offer.kind === "project" ? offer.projectId : null;
        clear.run(emailKey(email), projectId);
        return invitationOf(
          insert.get(tokenHash, email, emailKey(email), projectId, offer.role, invitedBy, createdAt, expiresAt)!,
        );
      }),
    find: async (tokenHash) => maybe(find.get(tokenHash)),
    byId: async (id) => maybe(byId.get(id)),
    pendingFor: async (email, now) =>
      pendingFor.all(emailKey(email), now).map((row) => ({ invitation: invitationOf(row), tokenHash: row.token_hash })),
    async list({ projectId = null, cursor, limit }) {
      const [before] = decodeCursor<[number]>(cursor, ["integer"]) ?? [Number.MAX_SAFE_INTEGER];
      const found = list.all({ projectId, before, limit: limit + 1 });
      const rows = found.slice(0, limit).map(invitationOf);
      return { rows, ...(found.length > limit && { next: encodeCursor([rows.at(-1)!.id]) }) };
    },
    revoke: (id, now) => write(() => (revoke.run(now, id, now) === 1 ? "revoked" : "gone")),
    accept: (tokenHash, by, now) =>
      write(() => {
        const isTaken = "newUser" in by && known.get(emailKey(by.newUser.email)) !== undefined;
        const row = isTaken ? open.get(tokenHash, now) : accept.get(now, tokenHash, now);
        if (!row) return "gone";
        return isTaken ? "taken" : enter(invitationOf(row).offer, by);
      }),
    removeEnded: (before) => write(() => removeEnded.run(before)),
  };
}

/** Who comes in, with the role that was offered. Runs inside a transaction. */
function entry(writer: Connections["writer"]): (offer: Offer, by: Accepting) => User {
  const insert = prepare<UserRow>(writer, insertUser);
  const userById = prepare<UserRow>(writer, `SELECT ${userColumns} FROM users WHERE id = ?`);
  const setMembership = prepare(writer, upsertMembership);
  const roleOf = prepare<{ role: ProjectRole }>(
    writer,
    "SELECT role FROM memberships WHERE user_id = ? AND project_id = ?",
  );
  const join = (userId: UserId, projectId: ProjectId, offered: ProjectRole) => {
    const present = roleOf.get(userId, projectId)?.role;
    setMembership.run(userId, projectId, present ? higherRole(present, offered) : offered);
  };
  const addNew = ({ email, name, role, passwordHash, createdAt }: NewUser) =>
    insert.get(email, emailKey(email), name, role, passwordHash, createdAt)!;
  return (offer, by) => {
    const row = "newUser" in by ? addNew(by.newUser) : userById.get(by.userId)!;
    if (offer.kind === "project") join(row.id as UserId, offer.projectId, offer.role);
    return userOf(row);
  };
}

const maybe = (row: InvitationRow | undefined) => row && invitationOf(row);
