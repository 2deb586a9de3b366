import { ownProjectSlug } from "#server/domain/project/own-slug.ts";
import type { Key, Project } from "#server/domain/project/project.ts";
import type { Store } from "#server/storage/store.ts";
import { makePublicKey } from "#server/commands/sign-in/secrets.ts";

/** `revoked`: the key printed on pages by earlier versions, if this start revoked it. */
export type OwnProject = { project: Project; key: Key; revoked?: string };

type Deps = { store: Store; now: () => number };

/** The setting that stores the internal project's own key. */
const settingName = "internal key";

/**
 * The project in which Spoor reports on itself, so that a new installation contains data. Created
 * at the first start. If two servers start at once, both use the same project. Its key is internal
 * and never shown. A revoked key is replaced.
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
 * Converts the project of an earlier version: its key was printed on pages, and its spans contain
 * addresses of open links. Links end first, so an interrupted start repeats this.
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

/** Password resets and invitations: users request new ones, and admins renew invitations. */
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

/** Undefined if another starting process created it first. */
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
