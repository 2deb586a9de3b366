import { href, redirect } from "react-router";
import { requireOwner } from "#app/guard.ts";
import { sectionsOf } from "#app/route-table.ts";
import type { Route } from "./+types/instance-index.ts";

/** `/settings` redirects to its first page. */
export function loader(args: Route.LoaderArgs) {
  requireOwner(args);
  return redirect(`${href("/settings")}/${sectionsOf("settings/instance-frame.tsx")[0]!.path}`);
}
