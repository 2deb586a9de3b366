import { href, Outlet, useLocation } from "react-router";
import { unlessOnlyChildChanged } from "#app/enhance/unless-only-child-changed.ts";
import { requireOwner } from "#app/guard.ts";
import { Tabs } from "#app/ui/tabs.tsx";
import type { Route } from "./+types/instance-frame.ts";
import { instanceSections } from "./instance-sections.ts";

export function loader(args: Route.LoaderArgs) {
  requireOwner(args);
  return {};
}

export const shouldRevalidate = unlessOnlyChildChanged([], []);

/** The frame of this Spoor's own settings. */
export default function InstanceFrame() {
  const { pathname } = useLocation();
  const tabs = instanceSections.map(({ text, path }) => {
    const to = `${href("/settings")}/${path}`;
    return { text, to, current: pathname === to || pathname.startsWith(`${to}/`) };
  });
  return (
    <>
      <Tabs label="Settings" tabs={tabs} className="tabs list-head" />
      <Outlet />
    </>
  );
}
