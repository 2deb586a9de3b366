import { ownProjectSlug } from "#server/domain/project/own-slug.ts";
import type { Key, Project } from "#server/domain/project/project.ts";
import type { Store } from "#server/storage/store.ts";
import { makePublicKey } from "./secrets.ts";

export type OwnProject = { project: Project; key: Key };

/**
 * The project in which Spoor reports on itself (SPEC section 1): whoever has just installed it has something to look at.
 * Made at the first start; two servers that start at once find the one that was made. Where somebody has revoked its
 * keys, it gets a new one.
 */
export async function ownProject({ store, now }: { store: Store; now: () => number }): Promise<OwnProject> {
  const project = (await store.projects.bySlug(ownProjectSlug)) ?? (await makeOwnProject(store, now()));
  const good = (await store.projects.keys(project.id)).find(({ revokedAt }) => revokedAt === undefined);
  return { project, key: good ?? (await store.keys.create(newKey(project, now()))) };
}

async function makeOwnProject(store: Store, createdAt: number): Promise<Project> {
  const made = await store.projects.create({
    ...{ name: "Spoor itself", slug: ownProjectSlug, platform: "react-router", prefix: "SPOOR" },
    publicKey: makePublicKey(),
    createdAt,
  });
  return made === "taken" ? (await store.projects.bySlug(ownProjectSlug))! : made;
}

function newKey({ id: projectId }: Project, createdAt: number): Key {
  return { projectId, publicKey: makePublicKey(), label: "Spoor", createdAt, allowedOrigins: [] };
}
