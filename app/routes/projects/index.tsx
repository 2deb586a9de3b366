import { href, redirect } from "react-router";
import { requireProject } from "#app/guard.ts";
import { keptSearch } from "#app/ui/scope.ts";
import type { Route } from "./+types/index.ts";

/** A project opens with its issues. */
export async function loader(args: Route.LoaderArgs) {
  const { project } = await requireProject(args, "project:read");
  const kept = keptSearch(args.url.searchParams);
  throw redirect(href("/:project/issues", { project: project.slug }) + (kept && `?${kept}`));
}

export default function ProjectIndex() {
  return null;
}
