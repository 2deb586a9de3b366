import { Outlet, useRouteLoaderData } from "react-router";
import { usePending } from "#app/enhance/pending.ts";
import type { loader } from "#app/root.tsx";
import { Page } from "#app/ui/frame/page.tsx";

/** The pages outside of any project. */
export default function FrontLayout() {
  const root = useRouteLoaderData<typeof loader>("root");
  return (
    <Page frame={root ?? { theme: "auto" }} busy={usePending()}>
      <Outlet />
    </Page>
  );
}
