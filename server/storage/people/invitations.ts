import type { ProjectId, UserId } from "#server/domain/ids.ts";
import type { Offer } from "#server/domain/people/invitation.ts";
import { higherRole } from "#server/domain/people/permission.ts";
import type { ProjectRole, User } from "#server/domain/people/person.ts";
import { countOf, type Database, firstOf, type Query } from "#server/storage/database.ts";
import { decodeCursor, pageOf } from "#server/storage/layout/keyset.ts";
import { allOf, forUpdate, ifGiven, raw, sql } from "#server/storage/sql.ts";
import { invitationColumns, invitationOf, type InvitationRow } from "./access-rows.ts";
import type { Accepting, InvitationStore, NewInvitation } from "./access-store.ts";
import { emailKey } from "./people-rows.ts";
import { addUser, findUser } from "./people.ts";

const columns = raw(invitationColumns);
const selectInvitations = sql`SELECT ${columns} FROM invitations`;
const pending = raw("accepted_at IS NULL AND revoked_at IS NULL");
const isOpen = (now: number) => sql`${pending} AND expires_at > ${now}`;

export function invitationStore({ query, transaction }: Database): InvitationStore {
  return {
    create: (invitation) =>
      transaction(async (query) => {
        const { email, offer } = invitation;
        const place =
          offer.kind === "project"
            ? sql`project_id = ${offer.projectId}`
            : raw("project_id IS NULL");
        // One invitation is pending per address and place. Waits for a concurrent one and replaces
        // it.
        for (;;) {
          await query(
            sql`DELETE FROM invitations WHERE email_key = ${emailKey(email)} AND ${place} AND ${pending}`,
          );
          const row = await insertInvitation(query, invitation);
          if (row) return invitationOf(row);
        }
      }),
    find: async (tokenHash) =>
      found(
        await firstOf(
          query<InvitationRow>(sql`${selectInvitations} WHERE token_hash = ${tokenHash}`),
        ),
      ),
    byId: async (id) =>
      found(await firstOf(query<InvitationRow>(sql`${selectInvitations} WHERE id = ${id}`))),
    async pendingFor(email, now) {
      const rows = await query<
        InvitationRow & { token_hash: string }
      >(sql`SELECT token_hash, ${columns}
        FROM invitations WHERE email_key = ${emailKey(email)} AND ${isOpen(now)} ORDER BY id`);
      return rows.map((row) => ({ invitation: invitationOf(row), tokenHash: row.token_hash }));
    },
    async list({ projectId, cursor, limit }) {
      const [before] = decodeCursor<[number]>(cursor, ["integer"]) ?? [];
      const conditions = allOf([
        ifGiven(before, (before) => sql`id < ${before}`),
        ifGiven(projectId, (projectId) => sql`project_id = ${projectId}`),
      ]);
      const rows = await query<InvitationRow>(
        sql`${selectInvitations} WHERE ${conditions} ORDER BY id DESC LIMIT ${limit + 1}`,
      );
      return pageOf(rows, limit, invitationOf, (last) => [last.id]);
    },
    async revoke(id, now) {
      const revoke = sql`UPDATE invitations SET revoked_at = ${now} WHERE id = ${id} AND ${isOpen(now)}`;
      return (await countOf(query(revoke))) === 1 ? "revoked" : "gone";
    },
    accept: (tokenHash, by, now) =>
      transaction(async (query) => {
        const open = sql`${selectInvitations} WHERE token_hash = ${tokenHash} AND ${isOpen(now)}${forUpdate}`;
        const row = await firstOf(query<InvitationRow>(open));
        if (!row) return "gone";
        const user = await enter(query, invitationOf(row).offer, by);
        if (user !== "taken")
          await query(sql`UPDATE invitations SET accepted_at = ${now} WHERE id = ${row.id}`);
        return user;
      }),
    removeEnded: (before) =>
      countOf(query(sql`DELETE FROM invitations WHERE expires_at <= ${before}`)),
  };
}

const insertInvitation = (
  query: Query,
  { tokenHash, email, offer, invitedBy, createdAt, expiresAt }: NewInvitation,
): Promise<InvitationRow | undefined> => {
  const projectId = offer.kind === "project" ? offer.projectId : null;
  return firstOf(
    query(sql`INSERT INTO invitations
        (token_hash, email, email_key, project_id, role, invited_by, created_at, expires_at)
      VALUES (${tokenHash}, ${email}, ${emailKey(email)}, ${projectId}, ${offer.role}, ${invitedBy}, ${createdAt},
        ${expiresAt})
      ON CONFLICT DO NOTHING RETURNING ${columns}`),
  );
};

const found = (row: InvitationRow | undefined) => row && invitationOf(row);

/** The user who accepts, with the offered role. */
async function enter(query: Query, offer: Offer, by: Accepting): Promise<User | "taken"> {
  const user =
    "newUser" in by ? await addUser(query, by.newUser) : await findUser(query, by.userId);
  if (!user) return "taken";
  if (offer.kind === "project") await join(query, user.id, offer.projectId, offer.role);
  return user;
}

async function join(
  query: Query,
  userId: UserId,
  projectId: ProjectId,
  offered: ProjectRole,
): Promise<void> {
  const insert = sql`INSERT INTO memberships (user_id, project_id, role) VALUES (${userId}, ${projectId}, ${offered})
    ON CONFLICT DO NOTHING`;
  if ((await countOf(query(insert))) > 0) return;
  const membership = sql`user_id = ${userId} AND project_id = ${projectId}`;
  const present = await firstOf(
    query<{ role: ProjectRole }>(sql`SELECT role FROM memberships WHERE ${membership}${forUpdate}`),
  );
  if (!present) return;
  await query(
    sql`UPDATE memberships SET role = ${higherRole(present.role, offered)} WHERE ${membership}`,
  );
}
