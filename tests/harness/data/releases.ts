import { randomUUID } from "node:crypto";
import { owner, sendEnvelope, type TestProject } from "#tests/harness/project.ts";
import type { Spoor } from "#tests/harness/spoor.ts";

/** An SDK's session update; absent fields are omitted. */
export type SentSession = {
  sid?: string;
  init?: boolean;
  status: string;
  errors?: number;
  did?: string;
  started?: number;
  /** Time of this update; now by default. */
  timestamp?: number;
  release?: string;
  environment?: string;
};

/** Sends one envelope with an item per update, as SDKs do after being offline. */
export async function sendSessions(
  spoor: Spoor,
  project: TestProject,
  sent: SentSession[],
): Promise<void> {
  const items = sent.map((session) => `{"type":"session"}\n${JSON.stringify(sessionOf(session))}`);
  const answer = await sendEnvelope(spoor, project, `{}\n${items.join("\n")}\n`);
  if (answer.status !== 200)
    throw new Error(`Sessions were answered ${answer.status}: ${await answer.text()}`);
}

function sessionOf({
  sid = randomUUID(),
  started,
  timestamp,
  release,
  environment,
  ...session
}: SentSession): object {
  const now = Date.now();
  return {
    sid,
    errors: 0,
    ...session,
    started: new Date(started ?? now).toISOString(),
    timestamp: new Date(timestamp ?? now).toISOString(),
    attrs: { release, environment },
  };
}

/** Calls the API of upload tools with an authorized token. */
export async function callReleases(
  spoor: Spoor,
  method: string,
  path: string,
  body: object,
): Promise<void> {
  const scopes = "release:write,project:read,project:write";
  const { token } = await spoor.run("token", "create", "--user", owner.email, "--scopes", scopes);
  const answer = await fetch(`${spoor.url}/api/0/organizations/spoor/releases/${path}`, {
    method,
    headers: { authorization: `Bearer ${String(token)}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok)
    throw new Error(`${method} ${path} was answered ${answer.status}: ${await answer.text()}`);
}

type Share = { share: number; part: number; whole: number };

export type ReleaseJson = {
  version: string;
  previous: string | null;
  adoption: Share & { of: string; now: Share | null };
  sessions: {
    count: number;
    crashed: number;
    errored: number;
    abnormal: number;
    users: number;
    crashedUsers: number;
  } | null;
  issues: { new: number; regressed: number; resolved: number };
};

export async function readReleases(project: TestProject, search = ""): Promise<ReleaseJson[]> {
  const answer = await project.get(`/releases.json${search}`);
  if (answer.status !== 200)
    throw new Error(`releases.json answered ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { releases: ReleaseJson[] }).releases;
}
