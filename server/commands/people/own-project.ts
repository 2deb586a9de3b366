import { ownProjectSlug } from "#server/domain/project/own-slug.ts";
import type { Key, Project } from "#server/domain/project/project.ts";
import type { Store } from "#server/storage/store.ts";
import { makePublicKey } from "#server/commands/sign-in/secrets.ts";

/** `revoked`: the key that pages of earlier versions printed, if this start has revoked it. */
export type OwnProject = { project: Project; key: Key; revoked?: string };

type Deps = { store: Store; now: () => number };

/** The setting that remembers which key of the internal project is Spoor's own. */
const settingName = "internal key";

/**
 * The project in which Spoor reports on itself (SPEC section 1): a new installation has data to
 * look at. Made at the first start; two servers that start at once find the one that was made. Its
 * key is Spoor's alone and no page prints it. A revoked one is replaced.
 */
export async function ownProject(deps: Deps): Promise<OwnProject> {
  const { store, now } = deps;
  const publicKey = await store.settings.keep(settingName, makePublicKey());
  const project =
    (await store.projects.bySlug(ownProjectSlug)) ??
    (await makeOwnProject(store, publicKey, now()));
  const keys = await store.projects.keys(project.id);
  const key = keys.find((each) => each.publicKey === publicKey);
  if (!key) return takeOver(deps, project, keys, publicKey);
  if (key.revokedAt === undefined) return { project, key };
  await store.settings.remove(settingName);
  return ownProject(deps);
}

/**
 * The project of an earlier version: the key that its pages printed is in the hands of strangers,
 * and its spans hold the addresses of open links. Those end first: a start that is interrupted then
 * ends them again.
 */
async function takeOver(
  { store, now }: Deps,
  project: Project,
  keys: Key[],
  publicKey: string,
): Promise<OwnProject> {
  await endOpenLinks(store, now());
  const made = await createOnce(store, newKey(project, publicKey, now()));
  const printed = made && keys.find(({ revokedAt }) => revokedAt === undefined);
  if (printed) await store.keys.revoke(printed, now());
  const key =
    made ?? (await store.projects.keys(project.id)).find((each) => each.publicKey === publicKey)!;
  return { project, key, ...(printed && { revoked: printed.publicKey }) };
}

/** To new passwords and into projects: people ask for another, and admins renew invitations. */
async function endOpenLinks(store: Store, at: number): Promise<void> {
  await store.resets.removeExpired(Number.MAX_SAFE_INTEGER);
  for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
    const page = await store.invitations.list({
      limit: 200,
      ...(cursor !== undefined && { cursor }),
    });
    for (const { id } of page.rows) await store.invitations.revoke(id, at);
    cursor = page.next;
  }
}

/** Undefined: another process that started at the same time has made it. */
async function createOnce(store: Store, key: Key): Promise<Key | undefined> {
  try {
    return await store.keys.create(key);
  } catch (error) {
    const keys = await store.projects.keys(key.projectId);
    if (keys.some(({ publicKey }) => publicKey === key.publicKey)) return undefined;
    throw error;
  }
}

async function makeOwnProject(
  store: Store,
  publicKey: string,
  createdAt: number,
): Promise<Project> {
  const made = await store.projects.create({
    name: "Spoor (internal)",
    slug: ownProjectSlug,
    platform: "react-router",
    prefix: "SPOOR",
    publicKey,
    createdAt,
  });
  return made === "taken" ? (await store.projects.bySlug(ownProjectSlug))! : made;
}

function newKey({ id: projectId }: Project, publicKey: string, createdAt: number): Key {
  return { projectId, publicKey, label: "Spoor (internal)", createdAt, allowedOrigins: [] };
}
