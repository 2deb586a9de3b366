import type { NewSession, SignInOutcome } from "#server/access-services.ts";
import type { UserId } from "#server/domain/ids.ts";
import type { Asker } from "#server/domain/people/audit.ts";
import type { Client } from "#server/domain/people/client.ts";
import type { User } from "#server/domain/people/person.ts";
import type { ProviderRefusal } from "#server/domain/people/provider-sign-in.ts";
import type { Problem } from "#server/domain/problem.ts";
import type { Doer } from "#server/people-services.ts";

/**
 * The part of `Commands` (services.ts) by which people prove who they are beside a password. Whatever changes how one signs
 * in asks for the present password: "forbidden" when it is wrong. Who has none (`Factors.hasPassword`) has to have signed
 * in within ten minutes.
 */
export interface FactorCommands {
  factorsOf(user: User, client: Client): Promise<Factors>;

  beginTotp(user: User, form: { present: string }, client: Client): Promise<TotpOffer | Problem>;
  /** By a first code: "invalid" when it is wrong, "conflict" when codes are on or the offer is too old. Ends other sessions. */
  confirmTotp(user: User, form: { offer: string; code: string }, client: Client): Promise<TotpOn | Problem>;
  /** The offer once more, for a code that was wrong. Undefined when it is too old. */
  totpOffer(user: User, offer: string): TotpOffer | undefined;
  /** "invalid" when the code is wrong; a recovery code does. */
  switchOffTotp(user: User, form: { present: string; code: string }, client: Client): Promise<Problem | undefined>;
  /** The earlier ones are worth nothing then. */
  renewRecoveryCodes(user: User, form: { present: string }, client: Client): Promise<string[] | Problem>;
  /** For somebody who has lost everything: codes and passkeys go, the password stays. Ends all sessions. */
  disableTwoFactor(userId: UserId, asker: Asker): Promise<User | Problem>;

  /** The second step of a sign-in. "conflict" when the first one is too old; "unauthenticated" when the code is wrong. */
  completeSignIn(pending: string | undefined, form: { code: string }, client: Client): Promise<NewSession | Problem>;

  signInRules(): Promise<SignInRules>;
  /** "conflict" for somebody who has no second factor: nobody can lead the way who would be led away. */
  requireTwoFactors(by: Doer, required: boolean): Promise<Problem | undefined>;

  beginProviderSignIn(asked: { publicUrl: string; next: string }): Promise<ProviderStart | ProviderRefused>;
  /** `url`: the whole address that the browser came back to, as the outside knows it. */
  completeProviderSignIn(pending: string | undefined, url: string, client: Client): Promise<ProviderOutcome>;

  /** `publicUrl` says for which host: passkeys belong to one. */
  beginPasskey(
    user: User,
    form: { name: string; present: string },
    asked: PasskeyAsked,
  ): Promise<PasskeyOffer | Problem>;
  addPasskey(user: User, answer: string, asked: PasskeyAnswered): Promise<NewSession | Problem>;
  removePasskey(user: User, form: { id: number; present: string }, client: Client): Promise<Problem | undefined>;
  beginPasskeySignIn(asked: PasskeyAsked): PasskeyOffer;
  completePasskeySignIn(answer: string, asked: PasskeyAnswered): Promise<NewSession | Problem>;
}

/** What goes into the cookie `spoor_step` until the next step. */
export type PendingStep = { token: string; expiresAt: number };

export type Factors = {
  totp?: { since: number; recoveryCodes: number };
  passkeys: { id: number; name: string; createdAt: number; lastUsedAt?: number }[];
  hasPassword: boolean;
  /** This Spoor asks everybody for two. */
  required: boolean;
  /** The session that asks has proved but one. */
  lacksSecond: boolean;
};

/** `token`: what `confirmTotp` takes as its offer. The secret is shown this once. */
export type TotpOffer = { token: string; secret: string; uri: string };
export type TotpOn = { recoveryCodes: string[]; session: NewSession };

export type SignInRules = { twoFactorsRequired: boolean; provider?: ProviderFacts };

/** How single sign-on is set up, for people: no secrets. */
export type ProviderFacts = {
  name: string;
  issuer: string;
  clientId: string;
  allowedDomains: string[];
  createUsers: boolean;
};

export type ProviderStart = { url: string; pending: PendingStep };
export type ProviderRefused = { refused: ProviderRefusal };
/** `next`: where the sign-in was to lead, as far as that is known. */
export type ProviderOutcome =
  | { outcome: Exclude<SignInOutcome, Problem>; next: string }
  | (ProviderRefused & { next?: string });

export type PasskeyAsked = { publicUrl: string; client: Client };
export type PasskeyAnswered = PasskeyAsked & { pending: string | undefined };
/** `options`: JSON for the browser's `PublicKeyCredential.parse…OptionsFromJSON`. */
export type PasskeyOffer = { options: string; pending: PendingStep };
