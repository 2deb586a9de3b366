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

/** All actions of users, one verb each. This is the index of the folder. */
const verbs = {
  // Accounts and sign-in. "limited" and "unavailable" include `retryAfterS`.
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
  // Authentication factors. Changes require the current password ("forbidden" if it is wrong) or,
  // for users without one, a sign-in within the last ten minutes.
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
  // Roles and memberships. "conflict" if no admin or owner would remain.
  makeUser,
  changeUser,
  addMember,
  changeMember,
  removeMember,
  leaveProject,
  viewerOfToken,
  makeOwnToken,
  revokeToken,
  // Projects, keys, and settings. Each action is recorded in the audit log.
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
  // Issue actions and grouping.
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
  // Alert rules, deliveries, monitors, and share links. "not-found" for a deleted monitor.
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

/** The public signatures: the functions without their first parameter. */
export type Commands = WithDeps<typeof verbs>;

export const createCommands = (deps: CommandDeps): Commands =>
  withDeps({ ...deps, hashing: createHashingLane() }, verbs);
