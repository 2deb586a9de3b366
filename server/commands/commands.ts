import type { Commands } from "#server/services.ts";
import type { IssueName } from "#server/storage/store.ts";
import { accessCommands, type AccessParts } from "./access.ts";
import { findAssignee } from "./assignees.ts";
import { bulk, liftDiscard, undoBulk } from "./bulk.ts";
import { alertCommands } from "./alert-rules.ts";
import { removeBundle } from "./bundles.ts";
import { deliveryCommands } from "./deliveries.ts";
import { discussionCommands } from "./discussion.ts";
import { factorCommands } from "./factor-commands.ts";
import { mergeIssuesInto, splitOff } from "./grouping.ts";
import { createHashingLane } from "./hashing-lane.ts";
import { changeKey, makeKey, revokeKey } from "./keys.ts";
import { addMember, changeMember, leaveProject, removeMember } from "./members.ts";
import { monitorCommands } from "./monitors.ts";
import { makeUser } from "./people.ts";
import { changeSettings, deleteProject, renameProject } from "./project-settings.ts";
import { makeProject } from "./projects.ts";
import { retentionCommands } from "./retention.ts";
import { actOnSearch, saveSearch } from "./saved-searches.ts";
import { shareCommands } from "./shares.ts";
import { type SendEnvelope, sendTestEvent } from "./test-event.ts";
import { makeOwnToken, revokeToken, viewerOfToken } from "./tokens.ts";
import { triage, triageAsSeen } from "./triage.ts";
import { changeUser } from "./users.ts";

export type CommandParts = Omit<AccessParts, "hashing"> & {
  makeId: () => string;
  send: SendEnvelope;
  nameOf: (body: string) => IssueName;
};

/** Everything people do, one verb each: the list is the index of this folder. */
export function createCommands(parts: CommandParts): Commands {
  const accessParts = { ...parts, hashing: createHashingLane() };
  return {
    ...accessCommands(accessParts),
    ...factorCommands(accessParts),
    ...alertCommands(parts),
    ...deliveryCommands(parts),
    ...discussionCommands(parts),
    viewerOfToken: (token) => viewerOfToken(parts, token),
    ...monitorCommands(parts),
    ...shareCommands(parts),
    ...retentionCommands(parts),
    makeUser: (form) => makeUser(parts, form),
    makeProject: (form, asker) => makeProject(parts, form, asker),
    addMember: (by, project, form) => addMember(parts, by, project, form),
    changeMember: (by, project, userId, role) => changeMember(parts, by, project, userId, role),
    removeMember: (by, project, userId) => removeMember(parts, by, project, userId),
    leaveProject: (by, project) => leaveProject(parts, by, project),
    changeUser: (by, userId, act) => changeUser(parts, by, userId, act),
    makeOwnToken: (by, form) => makeOwnToken(parts, by, form),
    revokeToken: (by, id) => revokeToken(parts, by, id),
    renameProject: (by, project, names) => renameProject(parts, by, project, names),
    changeSettings: (by, project, change, about) => changeSettings(parts, by, project, change, about),
    deleteProject: (by, project, typedSlug) => deleteProject(parts, by, project, typedSlug),
    makeKey: (by, project, limits) => makeKey(parts, by, project, limits),
    changeKey: (by, project, publicKey, limits) => changeKey(parts, by, project, publicKey, limits),
    revokeKey: (by, project, publicKey) => revokeKey(parts, by, project, publicKey),
    removeBundle: (by, project, bundleId) => removeBundle(parts, by, project, bundleId),
    triage: (viewer, project, issueIds, act) => triage(parts, viewer, project, issueIds, act),
    triageAsSeen: (viewer, issue, project, act, seen) => triageAsSeen(parts, viewer, issue, project, act, seen),
    findAssignee: (project, text) => findAssignee(parts, project, text),
    bulk: (by, project, asked) => bulk(parts, by, project, asked),
    undoBulk: (by, project, id) => undoBulk(parts, by, project, id),
    liftDiscard: (by, project, issueId) => liftDiscard(parts, by, project, issueId),
    sortFeedback: (project, ids, state) => parts.store.feedback.setState(project.id, ids, state),
    mergeIssues: (viewer, project, issueIds, into) => mergeIssuesInto(parts, viewer, project, issueIds, into),
    splitIssue: (viewer, project, issue, hashes) => splitOff(parts, viewer, project, issue, hashes),
    saveSearch: (by, project, search) => saveSearch(parts, by, project, search),
    actOnSearch: (project, search, act) => actOnSearch(parts, project, search, act),
    sendTestEvent: (project) => sendTestEvent(parts, project),
  };
}
