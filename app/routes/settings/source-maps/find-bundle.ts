import { type AskedInProject, notFound } from "#app/guard.ts";
import type { Bundle } from "#server/domain/artifact/artifact.ts";

type Asked = Parameters<typeof notFound>[0] & { params: { bundle: string } };

/** The upload in the URL, in this project. */
export async function findBundle(
  args: Asked,
  { services, project }: AskedInProject,
): Promise<Bundle> {
  const id = Number(args.params.bundle);
  const bundle = Number.isSafeInteger(id)
    ? await services.store.artifacts.bundle(project.id, id)
    : undefined;
  if (!bundle) throw notFound(args, "This upload doesn't exist or was removed.");
  return bundle;
}
