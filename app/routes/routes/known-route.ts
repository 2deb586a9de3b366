import type { AskedInProject } from "#app/guard.ts";

/** The route, where the project has figures of it: what other pages may link to. */
export async function knownRoute(
  { services, project }: Pick<AskedInProject, "services" | "project">,
  route: string | undefined,
): Promise<string | undefined> {
  if (route === undefined) return undefined;
  const operations = await services.store.rollups.operationsOf(project.id, route);
  return operations.length > 0 ? route : undefined;
}
