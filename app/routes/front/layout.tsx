import { Outlet, useLocation, useRouteLoaderData } from "react-router";
import { usePending } from "#app/enhance/pending.ts";
import type { loader } from "#app/root.tsx";
import { Page } from "#app/ui/frame/page.tsx";

/** Pages outside projects. */
export default function FrontLayout() {
  const root = useRouteLoaderData<typeof loader>("root");
  const isShared = useLocation().pathname.startsWith("/share/");
  return (
    <Page frame={root ?? { theme: "auto" }} isWide={isShared} busy={usePending()}>
      <Outlet />
    </Page>
  );
}
