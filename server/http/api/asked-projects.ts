import { may, mayKnow, refusalSentence } from "#server/domain/people/permission.ts";
import { isProblem, type Problem } from "#server/domain/problem.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { AskedOfApi } from "./call.ts";

/** The name of the single organization, the whole instance. */
export const organization = "spoor";

type Asked = Pick<AskedOfApi, "services" | "viewer" | "act" | "params">;

/** The projects that a call names, or the problem of the first that isn't accessible. */
export async function projectsNamed(asked: Asked, names: unknown): Promise<Project[] | Problem> {
  if (!Array.isArray(names) || names.length === 0)
    return { problem: "malformed", detail: "Set “projects” to the project's slug." };
  const projects: Project[] = [];
  for (const name of new Set(names.slice(0, 100))) {
    const project = await projectNamed(asked, name);
    if (isProblem(project)) return project;
    projects.push(project);
  }
  return projects;
}

/** By slug, or by number as in the DSN. Unreadable projects are reported as missing. */
export async function projectNamed(
  { services, viewer, act }: Asked,
  name: unknown,
): Promise<Project | Problem> {
  const projects = await services.store.projects.list();
  const project = projects.find(({ slug, id }) => slug === name || String(id) === String(name));
  if (!project || !mayKnow(viewer, project.id))
    return { problem: "not-found", detail: `Project “${String(name).slice(0, 100)}” not found.` };
  return may(viewer, act, project.id) ? project : notAllowed({ viewer, act });
}

export const notAllowed = ({ viewer, act }: Pick<AskedOfApi, "viewer" | "act">): Problem => ({
  problem: "forbidden",
  detail: refusalSentence(viewer, act),
});

/** All projects in which the caller may do this. */
export async function projectsOf({ services, viewer, act }: Asked): Promise<Project[]> {
  const projects = await services.store.projects.list();
  return projects.filter(({ id }) => may(viewer, act, id));
}

/** Undefined if the organization is this instance. */
export function otherOrganization(params: AskedOfApi["params"]): Problem | undefined {
  if (params.org === undefined || params.org === organization) return undefined;
  return {
    problem: "not-found",
    detail: `Organization “${params.org.slice(0, 100)}” not found. Use “${organization}”, the organization of this instance.`,
  };
}
