import type { AccessCommands } from "#server/access-services.ts";
import type { Mailer } from "#server/notify/mail.ts";
import type { Provider } from "#server/oidc/provider.ts";
import type { Store } from "#server/storage/store.ts";
import { acceptInvitation, invitationFor } from "./accept-invitation.ts";
import type { HashingLane } from "./hashing-lane.ts";
import type { Seal } from "./seal.ts";
import { invite, renewInvitation, revokeInvitation } from "./invitations.ts";
import { testMail } from "./mails.ts";
import { changePassword, rename } from "./own-account.ts";
import { endOtherSessions, endSession, listSessions } from "./own-sessions.ts";
import { makeResetLink, requestReset, resetFor, resetPassword } from "./resets.ts";
import { signOut, viewerOfSession } from "./sessions.ts";
import { maySetUp, setUp } from "./set-up.ts";
import { signIn } from "./sign-in.ts";
import { refuseToken } from "./throttle.ts";

export type AccessParts = {
  store: Store;
  now: () => number;
  /** Every hash of a password goes through here. */
  hashing: HashingLane;
  mailer: Mailer;
  seal: Seal;
  /** The service that people can sign in with; undefined: there is none. */
  provider?: Provider;
  /** Work to begin once the answer is long gone: how long it takes tells nobody anything. Its failures are logged. */
  inBackground: (work: () => Promise<unknown>) => void;
};

/** How people come in, one verb each. */
export function accessCommands(parts: AccessParts): AccessCommands {
  return {
    setUp: (form, client) => setUp(parts, form, client),
    maySetUp: (token) => maySetUp(parts, token),
    refuseToken: (client) => refuseToken(parts, client),
    signIn: (form, client) => signIn(parts, form, client),
    signOut: (token, client) => signOut(parts, token, client),
    viewerOfSession: (token, address) => viewerOfSession(parts, token, address),
    listSessions: (user, token) => listSessions(parts, user, token),
    endSession: (user, id, client) => endSession(parts, user, id, client),
    endOtherSessions: (user, client) => endOtherSessions(parts, user, client),
    changePassword: (user, form, client) => changePassword(parts, user, form, client),
    rename: (user, form, client) => rename(parts, user, form, client),
    requestReset: (form, client, mailUrl) => requestReset(parts, form, client, mailUrl),
    makeResetLink: (userId, asker) => makeResetLink(parts, userId, asker),
    resetFor: (token) => resetFor(parts, token),
    resetPassword: (form, client) => resetPassword(parts, form, client),
    invite: (viewer, form, asked) => invite(parts, viewer, form, asked),
    renewInvitation: (viewer, id, asked) => renewInvitation(parts, viewer, id, asked),
    revokeInvitation: (viewer, id, client) => revokeInvitation(parts, viewer, id, client),
    invitationFor: (token) => invitationFor(parts, token),
    acceptInvitation: (token, by, client) => acceptInvitation(parts, token, by, client),
    mailFacts: parts.mailer.facts,
    sendTestMail: (user, mailUrl) => parts.mailer.sendMail(testMail(user, mailUrl)),
  };
}
