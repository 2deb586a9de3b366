import { href, Outlet } from "react-router";
import { unlessOnlyChildChanged } from "#app/enhance/unless-only-child-changed.ts";
import { requireOwner } from "#app/guard.ts";
import { sectionsOf } from "#app/route-table.ts";
import { Sections } from "#app/ui/sections.tsx";
import type { Route } from "./+types/instance-frame.ts";
import "#app/ui/styles/configuration.css";

export function loader(args: Route.LoaderArgs) {
  requireOwner(args);
  return { sections: sectionsOf("settings/instance-frame.tsx") };
}

export const shouldRevalidate = unlessOnlyChildChanged([], []);

/** The frame of instance settings. */
export default function InstanceFrame({ loaderData: { sections } }: Route.ComponentProps) {
  return (
    <Sections
      title="Instance settings"
      label="Settings"
      base={href("/settings")}
      sections={sections}
    >
      <Outlet />
    </Sections>
  );
}
