import type { Commands } from "#server/services.ts";
import { accessCommands, type AccessParts } from "./access.ts";
import { createHashingLane } from "./hashing-lane.ts";
import { makeToken, makeUser } from "./people.ts";
import { makeProject } from "./projects.ts";
import { viewerOfToken } from "./sessions.ts";
import { type SendEnvelope, sendTestEvent } from "./test-event.ts";
import { triage } from "./triage.ts";

export type CommandParts = Omit<AccessParts, "hashing"> & { makeId: () => string; send: SendEnvelope };

/** Everything people do, one verb each: the list is the index of this folder. */
export function createCommands(parts: CommandParts): Commands {
  return {
    ...accessCommands({ ...parts, hashing: createHashingLane() }),
    viewerOfToken: (token) => viewerOfToken(parts, token),
    makeUser: (form) => makeUser(parts, form),
    makeProject: (form) => makeProject(parts, form),
    makeToken: (form) => makeToken(parts, form),
    triage: (viewer, project, issueIds, act) => triage(parts, viewer, project, issueIds, act),
    sendTestEvent: (project) => sendTestEvent(parts, project),
  };
}
