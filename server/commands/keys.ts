import type { Problem } from "#server/domain/problem.ts";
import type { Key, Project } from "#server/domain/project/project.ts";
import type { KeyLimits } from "#server/storage/projects/project-store.ts";
import type { Store } from "#server/storage/store.ts";
import { audit } from "./audit.ts";
import { makePublicKey } from "./sign-in/secrets.ts";
import type { Doer } from "#server/domain/people/audit.ts";

type Deps = { store: Store; now: () => number };

/** Enough for any project. Ingestion may cache each. */
const keysMax = 200;

export async function makeKey(
  deps: Deps,
  { asker }: Doer,
  { id: projectId }: Project,
  limits: KeyLimits,
): Promise<Key | Problem> {
  const present = await deps.store.projects.keys(projectId);
  if (present.length >= keysMax)
    return conflict(`A project can have at most ${keysMax} keys, including revoked ones.`);
  const key = await deps.store.keys.create({
    ...limits,
    projectId,
    publicKey: makePublicKey(),
    createdAt: deps.now(),
  });
  await audit(deps, asker, { kind: "key-made", projectId, about: key.label });
  return key;
}

export async function changeKey(
  deps: Deps,
  { asker }: Doer,
  { id: projectId }: Project,
  publicKey: string,
  limits: KeyLimits,
): Promise<Key | Problem> {
  const key = await deps.store.keys.change({ projectId, publicKey }, limits);
  if (!key) return revoked;
  const { label: about, allowedOrigins, eventsPerMinute } = key;
  const detail = `${eventsPerMinute ?? "unlimited"} events per minute, origins: ${allowedOrigins.join(", ") || "any"}`;
  await audit(deps, asker, { kind: "key-changed", projectId, about, detail });
  return key;
}

/** Permanent. */
export async function revokeKey(
  deps: Deps,
  { asker }: Doer,
  { id: projectId }: Project,
  publicKey: string,
): Promise<Key | Problem> {
  const key = await deps.store.keys.revoke({ projectId, publicKey }, deps.now());
  if (!key) return revoked;
  await audit(deps, asker, { kind: "key-revoked", projectId, about: key.label });
  return key;
}

const conflict = (detail: string): Problem => ({ problem: "conflict", detail });
const revoked = conflict("This key was revoked in the meantime. A revoked key can't be changed.");
