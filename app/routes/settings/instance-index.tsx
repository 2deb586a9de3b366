import { href, redirect } from "react-router";
import { requireOwner } from "#app/guard.ts";
import type { Route } from "./+types/instance-index.ts";
import { instanceSections } from "./instance-sections.ts";

/** `/settings` is the first of its pages. */
export function loader(args: Route.LoaderArgs) {
  requireOwner(args);
  return redirect(`${href("/settings")}/${instanceSections[0]!.path}`);
}
