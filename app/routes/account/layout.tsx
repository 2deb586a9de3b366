import { Outlet, useLocation } from "react-router";
import { unlessOnlyChildChanged } from "#app/enhance/unless-only-child-changed.ts";
import { requireViewer } from "#app/guard.ts";
import { Tabs } from "#app/ui/tabs.tsx";
import type { Route } from "./+types/layout.ts";
import { accountSections } from "./account-sections.ts";

export function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  return {};
}

export const shouldRevalidate = unlessOnlyChildChanged([], []);

/** The frame of the pages about oneself. */
export default function AccountLayout() {
  const { pathname } = useLocation();
  const tabs = accountSections.map(({ text, path }) => ({ text, to: path, current: pathname === path }));
  return (
    <>
      <Tabs label="Account" tabs={tabs} className="tabs list-head" />
      <Outlet />
    </>
  );
}
