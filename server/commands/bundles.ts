import type { Bundle } from "#server/domain/artifact/artifact.ts";
import type { Problem } from "#server/domain/problem.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { Store } from "#server/storage/store.ts";
import { audit } from "./audit.ts";
import type { Doer } from "#server/domain/people/audit.ts";

type Deps = { store: Store; now: () => number };

/** Later events use no maps from it: they show minified code. */
export async function removeBundle(
  deps: Deps,
  { asker }: Doer,
  { id: projectId }: Project,
  bundleId: number,
): Promise<Bundle | Problem> {
  const { artifacts } = deps.store;
  const bundle = await artifacts.bundle(projectId, bundleId);
  if (!bundle) return { problem: "not-found", detail: "Upload not found." };
  await artifacts.removeBundle(projectId, bundleId);
  const about = `${bundle.fileCount} files by ${bundle.uploadedBy}`;
  await audit(deps, asker, {
    kind: "upload-removed",
    projectId,
    about,
    ...(bundle.release && { detail: bundle.release }),
  });
  return bundle;
}
