import type { Services } from "#server/services.ts";
import {
  type Invitation,
  type InvitationState,
  invitationState,
} from "#server/domain/people/invitation.ts";
import type { ProjectId } from "#server/domain/ids.ts";

/** An invitation in lists. */
export type InvitationRow = {
  id: number;
  email: string;
  /** `developer in Shop`, `owner of this instance`. */
  offered: string;
  invitedBy?: string;
  createdAt: number;
  state: InvitationState;
  /** When it reached this state, or will end. */
  stateAt: number;
};

const pageSize = 50;

/** A page of invitations, newest first: all, or those of one project. */
export async function listInvitations({ store, now }: Services, url: URL, projectId?: ProjectId) {
  const cursor = url.searchParams.get("cursor") ?? undefined;
  const filter = { limit: pageSize, ...(cursor && { cursor }), ...(projectId && { projectId }) };
  const { rows, next } = await store.invitations.list(filter);
  const projects = projectId ? new Map<ProjectId, string>() : await projectNames({ store });
  const shown = rows.map(async (row) => ({
    ...rowOf(row, now(), projects),
    ...(await inviterOf({ store }, row)),
  }));
  return { rows: await Promise.all(shown), next, now: now() };
}

async function projectNames({ store }: Pick<Services, "store">): Promise<Map<ProjectId, string>> {
  return new Map((await store.projects.list()).map(({ id, name }) => [id, name]));
}

async function inviterOf(
  { store }: Pick<Services, "store">,
  { invitedBy }: Invitation,
): Promise<{ invitedBy?: string }> {
  const user = invitedBy && (await store.people.byId(invitedBy));
  return user ? { invitedBy: user.name } : {};
}

function rowOf(
  invitation: Invitation,
  now: number,
  projects: Map<ProjectId, string>,
): InvitationRow {
  const { id, email, createdAt, expiresAt, acceptedAt, revokedAt } = invitation;
  const stateAt = acceptedAt ?? revokedAt ?? expiresAt;
  return {
    id,
    email,
    offered: offeredBy(invitation, projects),
    createdAt,
    state: invitationState(invitation, now),
    stateAt,
  };
}

function offeredBy({ offer }: Invitation, projects: Map<ProjectId, string>): string {
  if (offer.kind === "instance") return `${offer.role} of this instance`;
  const name = projects.get(offer.projectId);
  return name === undefined ? offer.role : `${offer.role} in ${name}`;
}
