import type { IssueName } from "#server/storage/issues/issue-store.ts";
import type { AccessDeps } from "./sign-in/access.ts";
import { createHashingLane } from "./sign-in/hashing-lane.ts";
import { type WithDeps, withDeps } from "./with-deps.ts";
import { acceptInvitation, invitationFor } from "./people/accept-invitation.ts";
import {
  changeAlertRule,
  makeAlertRule,
  muteAlertRule,
  removeAlertRule,
  rotateAlertSecret,
  testAlertRule,
} from "./alert-rules.ts";
import { findAssignee } from "./assignees.ts";
import { bulk, liftDiscard, undoBulk } from "./bulk.ts";
import { removeBundle } from "./bundles.ts";
import { comment, deleteComment, editComment } from "./comments.ts";
import { cancelDelivery, retryDelivery, retryFailedDeliveries } from "./deliveries.ts";
import { saveNoticeChoices, sortFeedback, subscribe } from "./discussion.ts";
import { disableTwoFactor, factorsOf, requireTwoFactors, signInRules } from "./sign-in/factors.ts";
import { mergeIssues, splitIssue } from "./grouping.ts";
import { invite, renewInvitation, revokeInvitation } from "./people/invitations.ts";
import { changeKey, makeKey, revokeKey } from "./keys.ts";
import { mailFacts, sendTestMail } from "./sign-in/mails.ts";
import { addMember, changeMember, leaveProject, removeMember } from "./people/members.ts";
import {
  changeMonitor,
  deleteMonitor,
  makeMonitor,
  muteMonitor,
  pauseMonitor,
  resumeMonitor,
} from "./monitors.ts";
import { changePassword, rename } from "./people/own-account.ts";
import { endOtherSessions, endSession, listSessions } from "./sign-in/own-sessions.ts";
import { saveOwnership } from "./ownership.ts";
import { beginPasskeySignIn, completePasskeySignIn } from "./sign-in/passkey-sign-in.ts";
import { addPasskey, beginPasskey, removePasskey } from "./sign-in/passkeys.ts";
import { makeUser } from "./people/people.ts";
import { changeSettings, deleteProject, renameProject } from "./project-settings.ts";
import { makeProject } from "./projects.ts";
import { beginProviderSignIn, completeProviderSignIn } from "./sign-in/provider-sign-in.ts";
import { renewRecoveryCodes } from "./sign-in/recovery-codes.ts";
import { makeResetLink, requestReset, resetFor, resetPassword } from "./sign-in/resets.ts";
import { changeRetention } from "./retention.ts";
import { actOnSearch, saveSearch } from "./saved-searches.ts";
import { completeSignIn } from "./sign-in/second-factor.ts";
import { signOut, viewerOfSession } from "./sign-in/sessions.ts";
import { maySetUp, setUp } from "./sign-in/set-up.ts";
import { makeShare, revokeShare, shareOf } from "./shares.ts";
import { signIn } from "./sign-in/sign-in.ts";
import { type TargetsOf, testAlertDraft } from "./test-alert-draft.ts";
import { type SendEnvelope, sendTestEvent } from "./test-event.ts";
import { refuseToken } from "./sign-in/throttle.ts";
import { makeOwnToken, revokeToken, viewerOfToken } from "./people/tokens.ts";
import { beginTotp, confirmTotp, switchOffTotp, totpOffer } from "./sign-in/totp.ts";
import { triage } from "./triage.ts";
import { unsubscribe, unsubscribeFor } from "./people/unsubscribe.ts";
import { changeUser } from "./people/users.ts";

export type CommandDeps = Omit<AccessDeps, "hashing"> & {
  makeId: () => string;
  send: SendEnvelope;
  targetsOf: TargetsOf;
  nameOf: (body: string) => IssueName;
};

/** Everything that people do, one verb each: the list is the index of this folder. */
const verbs = {
  // How people come in. "limited" and "unavailable" say in `retryAfterS` how long to wait.
  setUp,
  maySetUp,
  refuseToken,
  signIn,
  signOut,
  viewerOfSession,
  listSessions,
  endSession,
  endOtherSessions,
  changePassword,
  rename,
  requestReset,
  makeResetLink,
  resetFor,
  resetPassword,
  invite,
  renewInvitation,
  revokeInvitation,
  invitationFor,
  acceptInvitation,
  mailFacts,
  sendTestMail,
  // How they prove who they are beside a password. Changes ask for the current password
  // ("forbidden" when it is wrong), or, of a user without one, for a sign-in within ten minutes.
  factorsOf,
  beginTotp,
  confirmTotp,
  totpOffer,
  switchOffTotp,
  renewRecoveryCodes,
  disableTwoFactor,
  completeSignIn,
  signInRules,
  requireTwoFactors,
  beginProviderSignIn,
  completeProviderSignIn,
  beginPasskey,
  addPasskey,
  removePasskey,
  beginPasskeySignIn,
  completePasskeySignIn,
  // How they get and lose what they may do: "conflict" where no admin or owner would be left.
  makeUser,
  changeUser,
  addMember,
  changeMember,
  removeMember,
  leaveProject,
  viewerOfToken,
  makeOwnToken,
  revokeToken,
  // Projects, keys, and settings: each leaves an entry in the audit log.
  makeProject,
  renameProject,
  changeSettings,
  deleteProject,
  makeKey,
  changeKey,
  revokeKey,
  removeBundle,
  changeRetention,
  saveOwnership,
  sendTestEvent,
  // Issues, and what is one issue.
  triage,
  findAssignee,
  bulk,
  undoBulk,
  liftDiscard,
  mergeIssues,
  splitIssue,
  saveSearch,
  actOnSearch,
  sortFeedback,
  // Discussion and email.
  comment,
  editComment,
  deleteComment,
  subscribe,
  saveNoticeChoices,
  unsubscribeFor,
  unsubscribe,
  // Alert rules, deliveries, monitors, and share links. A monitor that is gone is "not-found".
  makeAlertRule,
  changeAlertRule,
  muteAlertRule,
  rotateAlertSecret,
  removeAlertRule,
  testAlertRule,
  testAlertDraft,
  retryDelivery,
  cancelDelivery,
  retryFailedDeliveries,
  makeMonitor,
  changeMonitor,
  muteMonitor,
  pauseMonitor,
  resumeMonitor,
  deleteMonitor,
  makeShare,
  revokeShare,
  shareOf,
};

/** What callers see: the functions without their first parameter. */
export type Commands = WithDeps<typeof verbs>;

export const createCommands = (deps: CommandDeps): Commands =>
  withDeps({ ...deps, hashing: createHashingLane() }, verbs);
