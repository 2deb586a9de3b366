import type { Client } from "#server/domain/people/client.ts";
import {
  type Invitation,
  type InvitationState,
  invitationState,
} from "#server/domain/people/invitation.ts";
import type { User } from "#server/domain/people/person.ts";
import { isProblem, type Problem } from "#server/domain/problem.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { Accepting } from "#server/storage/people/access-store.ts";
import type { NewUser } from "#server/storage/people/people-store.ts";
import { audit } from "#server/commands/audit.ts";
import type { AccessDeps } from "#server/commands/sign-in/access.ts";
import { mayInvite } from "./invitations.ts";
import { newUser } from "./people.ts";
import { hashSecret } from "#server/commands/sign-in/secrets.ts";
import { openSession, sourceOf, type NewSession } from "#server/commands/sign-in/sessions.ts";
import { refuseToken } from "#server/commands/sign-in/throttle.ts";

/** An invitation as shown to its recipient. */
type OpenInvitation = {
  invitation: Invitation;
  state: InvitationState;
  project?: Pick<Project, "slug" | "name">;
  invitedBy?: string;
};

type AcceptedBy = { name: string; password: string } | { user: User };

/** `session`: for a newly created account. */
type AcceptedInvitation = {
  user: User;
  project?: Pick<Project, "slug" | "name">;
  session?: NewSession;
};

type Deps = Pick<AccessDeps, "store" | "now">;

/** Undefined for an unknown token. */
export async function invitationFor(
  deps: Deps,
  token: string,
): Promise<OpenInvitation | undefined> {
  const { store } = deps;
  const invitation = await store.invitations.find(hashSecret(token));
  if (!invitation) return undefined;
  const [state, project, inviter] = await Promise.all([
    stateOf(deps, invitation),
    projectOf(deps, invitation),
    invitation.invitedBy && store.people.byId(invitation.invitedBy),
  ]);
  const invitedBy = inviter ? { invitedBy: inviter.name } : {};
  return { invitation, state, ...(project && { project }), ...invitedBy };
}

/**
 * Accepted by a new user, who gets an account and a session, or by any signed-in user: possession
 * of the link is enough. "not-found" if the invitation is no longer pending, "conflict" if the
 * email address has an account by now.
 */
export async function acceptInvitation(
  deps: AccessDeps,
  token: string,
  by: AcceptedBy,
  client: Client,
): Promise<AcceptedInvitation | Problem> {
  const { store, now } = deps;
  const invitation = await store.invitations.find(hashSecret(token));
  if (!invitation) return refuseToken(deps, client);
  if ((await stateOf(deps, invitation)) !== "pending") return gone;
  const accepting = await acceptingOf(deps, invitation, by, client);
  if (isProblem(accepting)) return accepting;
  const user = await store.invitations.accept(hashSecret(token), accepting, now());
  if (user === "gone") return gone;
  if (user === "taken")
    return { problem: "conflict", detail: `${invitation.email} already has an account. Sign in.` };
  await note(deps, invitation, user, client);
  const project = await projectOf(deps, invitation);
  const session = "user" in by ? undefined : await openSession(deps, user, client);
  return { user, ...(project && { project }), ...(session && { session }) };
}

/**
 * Accepts all invitations to an email address that its owner verified. The first creates the
 * account (`form`, with its role), the others add memberships. Undefined if there were none.
 */
export async function acceptAllFor(
  deps: Deps,
  form: NewUser,
  client: Client,
): Promise<User | undefined> {
  let user: User | undefined;
  const pending = await deps.store.invitations.pendingFor(form.email, deps.now());
  // Only new accounts get a role in this instance.
  const [instance, projects] = [true, false].map((is) =>
    pending.filter((each) => isOfInstance(each.invitation) === is),
  );
  for (const { invitation, tokenHash } of [...instance!, ...projects!]) {
    if ((await stateOf(deps, invitation)) !== "pending") continue;
    const { offer } = invitation;
    const role = offer.kind === "instance" ? offer.role : "member";
    const accepting = user ? { userId: user.id } : { newUser: { ...form, role } };
    const accepted = await deps.store.invitations.accept(tokenHash, accepting, deps.now());
    if (accepted === "gone" || accepted === "taken") continue;
    user = accepted;
    await note(deps, invitation, user, client);
  }
  return user;
}

const isOfInstance = ({ offer }: Invitation) => offer.kind === "instance";

async function acceptingOf(
  deps: AccessDeps,
  { email, offer }: Invitation,
  by: AcceptedBy,
  client: Client,
): Promise<Accepting | Problem> {
  if ("user" in by) {
    const lessens = offer.kind === "instance";
    return lessens
      ? { problem: "conflict", detail: "You already have an account on this instance." }
      : { userId: by.user.id };
  }
  const role = offer.kind === "instance" ? offer.role : "member";
  const source = await sourceOf(deps, client, undefined);
  const made = await deps.hashing(source, () => newUser({ ...by, email, role }, deps.now()));
  return isProblem(made) ? made : { newUser: made };
}

/**
 * An invitation grants what its author may currently grant: if they leave or lose a role, their
 * invitations become invalid.
 */
async function stateOf({ store, now }: Deps, invitation: Invitation): Promise<InvitationState> {
  const state = invitationState(invitation, now());
  if (state !== "pending" || invitation.invitedBy === undefined)
    return state === "pending" ? "revoked" : state;
  const user = await store.people.byId(invitation.invitedBy);
  const memberships = await store.people.memberships(invitation.invitedBy);
  const stillMay =
    user && user.disabledAt === undefined && mayInvite({ user, memberships }, invitation.offer);
  return stillMay ? "pending" : "revoked";
}

async function projectOf(
  { store }: Deps,
  { offer }: Invitation,
): Promise<Pick<Project, "slug" | "name"> | undefined> {
  const project = offer.kind === "project" ? await store.projects.byId(offer.projectId) : undefined;
  return project && { slug: project.slug, name: project.name };
}

function note(
  deps: Deps,
  { email, offer }: Invitation,
  user: User,
  { address }: Client,
): Promise<void> {
  const place = offer.kind === "project" ? { projectId: offer.projectId } : {};
  return audit(
    deps,
    { user, address },
    { kind: "invitation-accepted", about: email, detail: offer.role, ...place },
  );
}

const gone: Problem = { problem: "not-found", detail: "This invitation is no longer valid." };
