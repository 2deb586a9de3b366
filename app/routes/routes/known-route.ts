import type { AskedInProject } from "#app/guard.ts";

/** The route, if the project has metrics for it and pages can link to it. */
export async function knownRoute(
  { services, project }: Pick<AskedInProject, "services" | "project">,
  route: string | undefined,
): Promise<string | undefined> {
  if (route === undefined) return undefined;
  const operations = await services.store.rollups.operationsOf(project.id, route);
  return operations.length > 0 ? route : undefined;
}
