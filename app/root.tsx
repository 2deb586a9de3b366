import type { ReactNode } from "react";
import type { ShouldRevalidateFunctionArgs } from "react-router";
import { Links, Outlet, Scripts, ScrollRestoration, useHref, useRouteLoaderData } from "react-router";
import { requestContext, viewerContext } from "#app/context.ts";
import { useShortcuts } from "#app/enhance/shortcuts.ts";
import { RefreshWithoutScripts } from "#app/enhance/refresh-without-scripts.tsx";
import { ErrorPage } from "#app/routes/front/error-page.tsx";
import { Footer } from "#app/routes/theme/footer.tsx";
import { TelemetryMeta } from "#app/trace/document-telemetry.tsx";
import { mayAdminister } from "#server/domain/people/permission.ts";
import type { Route } from "./+types/root.ts";
import "#app/ui/styles/index.css";

export function loader({ context }: Route.LoaderArgs) {
  const { theme, traceId } = context.get(requestContext);
  const viewer = context.get(viewerContext);
  return { theme, traceId, viewer: viewer && { name: viewer.user.name, owner: mayAdminister(viewer) } };
}

/** Theme and viewer change by forms alone. */
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formMethod !== undefined && formMethod !== "GET" && defaultShouldRevalidate;
}

export function Layout({ children }: { children: ReactNode }) {
  const theme = useRouteLoaderData<typeof loader>("root")?.theme ?? "auto";
  return (
    <html lang="en" data-theme={theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={theme === "auto" ? "light dark" : theme} />
        <link rel="icon" type="image/svg+xml" href={useHref("/favicon.svg")} />
        <Links nonce="" />
        <RefreshWithoutScripts />
        <TelemetryMeta />
      </head>
      <body>
        <a className="skip" href="#main">
          Skip to the content
        </a>{" "}
        {children}
        <Footer theme={theme} />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function App() {
  useShortcuts();
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const root = useRouteLoaderData<typeof loader>("root");
  return <ErrorPage error={error} traceId={root?.traceId} viewer={root?.viewer} />;
}
