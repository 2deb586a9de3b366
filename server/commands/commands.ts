import type { Commands } from "#server/services.ts";
import type { Store } from "#server/storage/store.ts";
import { makeToken, makeUser } from "./people.ts";
import { makeProject } from "./projects.ts";
import { signIn, signOut, viewerOfSession, viewerOfToken } from "./sessions.ts";
import { maySetUp, setUp } from "./set-up.ts";
import { type SendEnvelope, sendTestEvent } from "./test-event.ts";
import { triage } from "./triage.ts";

export type CommandParts = { store: Store; now: () => number; makeId: () => string; send: SendEnvelope };

/** Everything people do, one verb each: the list is the index of this folder. */
export function createCommands(parts: CommandParts): Commands {
  return {
    setUp: (form) => setUp(parts, form),
    maySetUp: (token) => maySetUp(parts.store, token),
    signIn: (form) => signIn(parts, form),
    signOut: (token) => signOut(parts, token),
    viewerOfSession: (token) => viewerOfSession(parts, token),
    viewerOfToken: (token) => viewerOfToken(parts, token),
    makeUser: (form) => makeUser(parts, form),
    makeProject: (form) => makeProject(parts, form),
    makeToken: (form) => makeToken(parts, form),
    triage: (viewer, project, issueIds, act) => triage(parts, viewer, project, issueIds, act),
    sendTestEvent: (project) => sendTestEvent(parts, project),
  };
}
