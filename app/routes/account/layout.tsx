import { href, Outlet } from "react-router";
import { unlessOnlyChildChanged } from "#app/enhance/unless-only-child-changed.ts";
import { requireViewer } from "#app/guard.ts";
import { sectionsOf } from "#app/route-table.ts";
import { Sections } from "#app/ui/sections.tsx";
import type { Route } from "./+types/layout.ts";
import "#app/ui/styles/configuration.css";

export function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  return {
    sections: [
      ...sectionsOf("account/layout.tsx"),
      { text: "Sign out", path: "/logout", group: "Security" },
    ],
  };
}

export const shouldRevalidate = unlessOnlyChildChanged([], []);

/** The frame of account pages. */
export default function AccountLayout({ loaderData: { sections } }: Route.ComponentProps) {
  return (
    <Sections title="Account" label="Account" base={href("/account")} sections={sections}>
      <Outlet />
    </Sections>
  );
}
