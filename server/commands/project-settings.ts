import type { Problem } from "#server/domain/problem.ts";
import { ownProjectSlug } from "#server/domain/project/own-slug.ts";
import type { Project } from "#server/domain/project/project.ts";
import type {
  Deletion,
  ProjectNames,
  SettingsChange,
} from "#server/storage/projects/project-store.ts";
import type { Store } from "#server/storage/store.ts";
import { audit } from "./audit.ts";
import type { Doer } from "#server/domain/people/audit.ts";

type Deps = { store: Store; now: () => number };

/** "conflict" if another project has this slug or this is the built-in project's. */
export async function renameProject(
  deps: Deps,
  { asker }: Doer,
  project: Project,
  names: ProjectNames,
): Promise<Project | Problem> {
  if (project.slug === ownProjectSlug && names.slug !== ownProjectSlug)
    return conflict("This is the internal project of this instance. Its slug can't be changed.");
  const renamed = await deps.store.projects.rename(project.id, names);
  if (renamed === "taken") return conflict(`The slug ${names.slug} is taken. Choose another.`);
  if (!renamed) return gone;
  const detail = project.slug === renamed.slug ? renamed.name : `${project.slug} → ${renamed.slug}`;
  await audit(deps, asker, {
    kind: "settings-changed",
    projectId: project.id,
    about: "general",
    detail,
  });
  return renamed;
}

/** `about` names the page in the audit log: `scrubbing`, `quotas`. */
export async function changeSettings(
  deps: Deps,
  { asker }: Doer,
  project: Project,
  change: SettingsChange,
  about: string,
): Promise<Project | Problem> {
  const changed = await deps.store.projects.changeSettings(project.id, change);
  if (!changed) return gone;
  const detail = JSON.stringify(change);
  await audit(deps, asker, { kind: "settings-changed", projectId: project.id, about, detail });
  return changed;
}

/**
 * Its keys and pages stop immediately. The data is deleted in the background. The slug must be
 * entered to confirm.
 */
export async function deleteProject(
  deps: Deps,
  { asker, viewer }: Doer,
  { id, slug }: Project,
  typedSlug: string,
): Promise<Deletion | Problem> {
  if (slug === ownProjectSlug)
    return conflict(
      "This is the internal project of this instance. It can be paused, but not deleted.",
    );
  if (typedSlug.trim() !== slug)
    return { problem: "invalid", detail: `Type ${slug} to delete this project.` };
  const deletion = await deps.store.deletions.begin(id, { by: viewer.user.id, at: deps.now() });
  if (!deletion) return gone;
  await audit(deps, asker, { kind: "project-deleted", projectId: id, about: slug });
  return deletion;
}

const conflict = (detail: string): Problem => ({ problem: "conflict", detail });
const gone: Problem = { problem: "not-found", detail: "This project is being deleted." };
