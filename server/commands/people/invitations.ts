import type { UserId } from "#server/domain/ids.ts";
import { dayMs } from "#server/domain/time.ts";
import type { Client } from "#server/domain/people/client.ts";
import { type Invitation, type Offer } from "#server/domain/people/invitation.ts";
import { may, mayAdminister } from "#server/domain/people/permission.ts";
import type { Viewer } from "#server/domain/people/person.ts";
import { isProblem, type Problem } from "#server/domain/problem.ts";
import { emailField } from "#server/domain/form/fields.ts";
import * as v from "valibot";
import { audit } from "#server/commands/audit.ts";
import type { AccessDeps } from "#server/commands/sign-in/access.ts";
import { invitationMail } from "#server/commands/sign-in/mails.ts";
import { parse } from "#server/commands/parse.ts";
import { hashSecret, makeSecret } from "#server/commands/sign-in/secrets.ts";
import type { MailResult } from "#server/domain/mail/mail.ts";

/** `mailUrl`: base URL of links in emails; undefined: no trustworthy address is known. */
type InvitationAsked = { mailUrl?: string; client: Client };

export type MadeInvitation = { invitation: Invitation; token: string; mail: MailResult };

const invitationMs = 7 * dayMs;

/** Owners invite to the instance. Admins invite to their projects with any role. */
export function mayInvite(viewer: Viewer, offer: Offer): boolean {
  return offer.kind === "instance"
    ? mayAdminister(viewer)
    : may(viewer, "project:change", offer.projectId);
}

/**
 * "forbidden" if the viewer may not offer this, "invalid" for an invalid address, "conflict" if the
 * person is already a member. Only owners learn whether an account exists. Renews a pending
 * invitation to the same address. Sends it by email if `mailUrl` is given and email is configured.
 */
export async function invite(
  deps: AccessDeps,
  viewer: Viewer,
  form: { email: string; offer: Offer },
  asked: InvitationAsked,
): Promise<MadeInvitation | Problem> {
  const { offer } = form;
  if (!mayInvite(viewer, offer)) return notYours;
  const fields = parse(v.object({ email: emailField }), { email: form.email });
  if (isProblem(fields)) return { ...fields, detail: fields.detail.replace(/^email: /, "") };
  const there = await isThere(deps, fields.email, offer);
  if (there) return there;
  return send(deps, viewer, { email: fields.email, offer }, asked);
}

/** Creates a new link and revokes the old one. "conflict" if it was accepted meanwhile. */
export async function renewInvitation(
  deps: AccessDeps,
  viewer: Viewer,
  id: number,
  asked: InvitationAsked,
): Promise<MadeInvitation | Problem> {
  const invitation = await ownInvitation(deps, viewer, id);
  if (isProblem(invitation)) return invitation;
  if (invitation.acceptedAt !== undefined)
    return { problem: "conflict", detail: "This invitation was already accepted." };
  return invite(deps, viewer, invitation, asked);
}

/** "conflict" if it was no longer pending. */
export async function revokeInvitation(
  deps: AccessDeps,
  viewer: Viewer,
  id: number,
  { address }: Client,
): Promise<Problem | undefined> {
  const invitation = await ownInvitation(deps, viewer, id);
  if (isProblem(invitation)) return invitation;
  if ((await deps.store.invitations.revoke(id, deps.now())) === "gone")
    return { problem: "conflict", detail: "This invitation is no longer pending." };
  await audit(deps, { user: viewer.user, address }, entryOf("invitation-revoked", invitation));
  return undefined;
}

/** Invitations that the viewer can't see are "not-found". */
async function ownInvitation(
  { store }: AccessDeps,
  viewer: Viewer,
  id: number,
): Promise<Invitation | Problem> {
  const invitation = await store.invitations.byId(id);
  return invitation && mayInvite(viewer, invitation.offer) ? invitation : noSuch;
}

async function isThere(
  { store }: AccessDeps,
  email: string,
  offer: Offer,
): Promise<Problem | undefined> {
  const user = await store.people.byEmail(email);
  if (offer.kind === "instance")
    return user && { problem: "conflict", detail: `${email} already has an account.` };
  // Also looked up for unknown addresses: otherwise the response time would reveal to admins which
  // addresses have an account.
  const isMember = (await store.people.memberships(user?.id ?? nobody)).some(
    (each) => each.projectId === offer.projectId,
  );
  return isMember
    ? { problem: "conflict", detail: `${email} is already a member of this project.` }
    : undefined;
}

async function send(
  deps: AccessDeps,
  viewer: Viewer,
  { email, offer }: { email: string; offer: Offer },
  { mailUrl, client }: InvitationAsked,
): Promise<MadeInvitation> {
  const { store, now } = deps;
  const token = makeSecret();
  const invitation = await store.invitations.create({
    tokenHash: hashSecret(token),
    email,
    offer,
    invitedBy: viewer.user.id,
    createdAt: now(),
    expiresAt: now() + invitationMs,
  });
  await audit(deps, { user: viewer.user, address: client.address }, entryOf("invited", invitation));
  return {
    invitation,
    token,
    mail: await mail(deps, viewer, invitation, mailUrl && `${mailUrl}/invite/${token}`),
  };
}

async function mail(
  { store, mailer }: AccessDeps,
  { user }: Viewer,
  { email, offer }: Invitation,
  url: string | undefined,
): Promise<MadeInvitation["mail"]> {
  if (url === undefined && mailer.facts().configured) return { sent: false, why: noAddress };
  const project = offer.kind === "project" ? await store.projects.byId(offer.projectId) : undefined;
  return mailer.sendMail(
    invitationMail(email, {
      by: user.name,
      url: url ?? "",
      ...(project && { project: project.name }),
    }),
  );
}

function entryOf(kind: "invited" | "invitation-revoked", { email, offer }: Invitation) {
  const place = offer.kind === "project" ? { projectId: offer.projectId } : {};
  return { kind, about: email, detail: offer.role, ...place };
}

/** No account has this ID. */
const nobody = 0 as UserId;
const noAddress = "The public address of this instance isn't set. Set SPOOR_URL.";
const notYours: Problem = { problem: "forbidden", detail: "Your role does not allow that." };
const noSuch: Problem = { problem: "not-found", detail: "Invitation not found." };
