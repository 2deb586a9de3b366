import type { FactorCommands } from "#server/factor-services.ts";
import type { AccessParts } from "./access.ts";
import { disableTwoFactor, factorsOf, requireTwoFactors, signInRules } from "./factors.ts";
import { beginPasskeySignIn, completePasskeySignIn } from "./passkey-sign-in.ts";
import { addPasskey, beginPasskey, removePasskey } from "./passkeys.ts";
import { beginProviderSignIn, completeProviderSignIn } from "./provider-sign-in.ts";
import { renewRecoveryCodes } from "./recovery-codes.ts";
import { completeSignIn } from "./second-factor.ts";
import { beginTotp, confirmTotp, switchOffTotp, totpOffer } from "./totp.ts";

/** How people prove who they are beside a password, one verb each. */
export function factorCommands(parts: AccessParts): FactorCommands {
  return {
    factorsOf: (user, client) => factorsOf(parts, user, client),
    beginTotp: (user, form, client) => beginTotp(parts, user, form, client),
    confirmTotp: (user, form, client) => confirmTotp(parts, user, form, client),
    totpOffer: (user, offer) => totpOffer(parts, user, offer),
    switchOffTotp: (user, form, client) => switchOffTotp(parts, user, form, client),
    renewRecoveryCodes: (user, form, client) => renewRecoveryCodes(parts, user, form, client),
    disableTwoFactor: (userId, asker) => disableTwoFactor(parts, userId, asker),
    completeSignIn: (pending, form, client) => completeSignIn(parts, pending, form, client),
    signInRules: () => signInRules(parts),
    requireTwoFactors: (by, required) => requireTwoFactors(parts, by, required),
    beginProviderSignIn: (asked) => beginProviderSignIn(parts, asked),
    completeProviderSignIn: (pending, url, client) => completeProviderSignIn(parts, pending, url, client),
    beginPasskey: (user, form, asked) => beginPasskey(parts, user, form, asked),
    addPasskey: (user, answer, asked) => addPasskey(parts, user, answer, asked),
    removePasskey: (user, form, client) => removePasskey(parts, user, form, client),
    beginPasskeySignIn: (asked) => beginPasskeySignIn(parts, asked),
    completePasskeySignIn: (answer, asked) => completePasskeySignIn(parts, answer, asked),
  };
}
