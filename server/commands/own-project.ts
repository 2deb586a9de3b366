import type { Key, Project } from "#server/domain/project/project.ts";
import type { Store } from "#server/storage/store.ts";
import { makePublicKey } from "./secrets.ts";

/** The project in which Spoor reports on itself (SPEC section 1): whoever has just installed it has something to look at. */
export const ownProjectSlug = "spoor";

export type OwnProject = { project: Project; key: Key };

/** Makes it at the first start. Two servers that start at once find the one that was made. */
export async function ownProject({ store, now }: { store: Store; now: () => number }): Promise<OwnProject> {
  const project = (await store.projects.bySlug(ownProjectSlug)) ?? (await makeOwnProject(store, now()));
  const [key] = await store.projects.keys(project.id);
  return { project, key: key! };
}

async function makeOwnProject(store: Store, createdAt: number): Promise<Project> {
  const made = await store.projects.create({
    ...{ name: "Spoor itself", slug: ownProjectSlug, platform: "react-router", prefix: "SPOOR" },
    publicKey: makePublicKey(),
    createdAt,
  });
  return made === "taken" ? (await store.projects.bySlug(ownProjectSlug))! : made;
}
