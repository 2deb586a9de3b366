import { nameField } from "#server/domain/form/fields.ts";
import type { Client } from "#server/domain/people/client.ts";
import type { User } from "#server/domain/people/person.ts";
import { isOfDomain, type ProviderClaims } from "#server/domain/people/provider-sign-in.ts";
import type { ProviderSettings } from "#server/oidc/provider-settings.ts";
import type { NewUser, PasswordUser } from "#server/storage/people/people-store.ts";
import * as v from "valibot";
import { acceptAllFor } from "#server/commands/people/accept-invitation.ts";
import type { AccessDeps } from "./access.ts";
import { audit } from "#server/commands/audit.ts";
import type { ProviderRefused } from "./provider-sign-in.ts";

type Vouched = ProviderClaims & { email: string };

/**
 * Finds the account: by issuer and subject once linked. The first time by email address, if the
 * provider verified it: an existing account, an open invitation, or a new account if the operator
 * allows it.
 */
export async function personOf(
  deps: AccessDeps,
  settings: ProviderSettings,
  claims: ProviderClaims,
  client: Client,
): Promise<PasswordUser | ProviderRefused> {
  const { store } = deps;
  const identity = await store.identities.find(claims.issuer, claims.subject);
  const linked = identity && (await store.people.byId(identity.userId));
  if (linked) return enabled(await store.people.byEmail(linked.email));
  if (!isVouched(claims)) return { refused: "unverified" };
  const isAllowed =
    settings.allowedDomains.length === 0 || isOfDomain(claims.email, settings.allowedDomains);
  const known = await store.people.byEmail(claims.email);
  if (known?.disabledAt !== undefined) return { refused: "disabled" };
  if (known && !isAllowed) return { refused: "domain" };
  const user = known ?? (await newcomer(deps, settings, claims, client));
  if (!user) return { refused: isAllowed ? "unknown" : "domain" };
  return link(deps, user, claims, client);
}

const isVouched = (claims: ProviderClaims): claims is Vouched =>
  claims.email !== undefined && claims.emailVerified;

function enabled(user: PasswordUser | undefined): PasswordUser | ProviderRefused {
  return user && user.disabledAt === undefined ? user : { refused: "disabled" };
}

/**
 * An email address may be reassigned to another person at the provider: an account linked to one
 * subject isn't linked to another.
 */
async function link(
  deps: AccessDeps,
  user: User,
  { issuer, subject, email }: Vouched,
  { address }: Client,
): Promise<PasswordUser | ProviderRefused> {
  const linked = await deps.store.identities.link({
    issuer,
    subject,
    email,
    userId: user.id,
    linkedAt: deps.now(),
  });
  if (linked === "taken") return { refused: "other-account" };
  await audit(
    deps,
    { user, address },
    { kind: "account-linked", about: user.email, detail: issuer },
  );
  return enabled(await deps.store.people.byEmail(user.email));
}

/** A user without an account. An invitation is sufficient permission. */
async function newcomer(
  deps: AccessDeps,
  settings: ProviderSettings,
  claims: Vouched,
  client: Client,
): Promise<User | undefined> {
  const form = newUserOf(claims, deps.now());
  const invited = await acceptAllFor(deps, form, client);
  if (invited || !settings.createUsers || !isOfDomain(claims.email, settings.allowedDomains))
    return invited;
  const made = await deps.store.people.create(form);
  if (made === "taken") return deps.store.people.byEmail(claims.email);
  const { address } = client;
  await audit(
    deps,
    { user: made, address },
    { kind: "user-made", about: made.email, detail: `by ${settings.name}` },
  );
  return made;
}

/** Without a password. It can be set with a reset link. */
function newUserOf({ email, name }: Vouched, createdAt: number): NewUser {
  const named = v.safeParse(nameField, name);
  return {
    email,
    name: named.success ? named.output : email.split("@", 1)[0]!,
    role: "member",
    passwordHash: "",
    createdAt,
  };
}
