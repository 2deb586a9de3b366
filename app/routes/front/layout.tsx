import { Outlet, useRouteLoaderData } from "react-router";
import { usePending } from "#app/enhance/pending.ts";
import type { loader } from "#app/root.tsx";
import { Page } from "#app/ui/page.tsx";

/** The pages outside of any project. */
export default function FrontLayout() {
  const root = useRouteLoaderData<typeof loader>("root");
  return (
    <Page viewer={root?.viewer} busy={usePending()}>
      <Outlet />
    </Page>
  );
}
