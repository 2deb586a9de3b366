import { type ReactNode, useCallback, useState } from "react";
import type { ShouldRevalidateFunctionArgs } from "react-router";
import { Links, Outlet, Scripts, useHref, useRouteError, useRouteLoaderData } from "react-router";
import { late } from "#app/enhance/late.tsx";
import { Held } from "#app/enhance/pending.ts";
import { ScrollMemory } from "#app/enhance/scroll-memory.tsx";
import { useShortcuts } from "#app/enhance/shortcuts.ts";
import { useWhenIdle } from "#app/enhance/when-idle.ts";
import { RefreshWithoutScripts } from "#app/enhance/refresh-without-scripts.tsx";
import { type Frame, loadFrame } from "#app/frame.ts";
import { refusalOf } from "#app/routes/front/refusal.ts";
import { TelemetryMeta } from "#app/trace/document-telemetry.tsx";
import type { Route } from "./+types/root.ts";
import sans from "@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-latin-wght-normal.woff2";
import "#app/ui/styles/index.css";

export function loader({ context }: Route.LoaderArgs) {
  return loadFrame(context);
}

/** Theme and viewer change only by forms. */
export function shouldRevalidate({
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  return formMethod !== undefined && formMethod !== "GET" && defaultShouldRevalidate;
}

export function Layout({ children }: { children: ReactNode }) {
  const { theme } = useFrame();
  return (
    <html lang="en" data-theme={theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={theme === "auto" ? "light dark" : theme} />
        <link
          rel="preload"
          as="font"
          type="font/woff2"
          href={useHref(sans)}
          crossOrigin="anonymous"
        />
        <link rel="icon" type="image/svg+xml" href={useHref("/favicon.svg")} />
        <Links nonce="" />
        <RefreshWithoutScripts />
        <TelemetryMeta />
      </head>
      <body>
        <a className="skip" href="#main">
          Skip to content
        </a>{" "}
        {children}
        <ScrollMemory />
        <Scripts />
      </body>
    </html>
  );
}

const Working = late(async () => (await import("#app/enhance/working.tsx")).Working);
const ErrorPage = late(async () => (await import("./routes/front/error-page.tsx")).ErrorPage);

export default function App() {
  useShortcuts();
  // Loaded in advance, because a lost connection needs an error page.
  useWhenIdle(ErrorPage.begin);
  const [isHeld, setHeld] = useState(false);
  const survive = useCallback(
    async () => (await import("#app/enhance/lost-connection.ts")).surviveLostConnection(setHeld),
    [],
  );
  useWhenIdle(survive);
  const { zone, base = "/" } = useFrame();
  const tell = useCallback(async () => {
    if (zone && !zone.isChosen) (await import("#app/enhance/store-zone.ts")).storeZone(zone, base);
    return undefined;
  }, [zone, base]);
  useWhenIdle(tell);
  return (
    <Held value={isHeld}>
      <Working />
      <Outlet />
    </Held>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} frame={useFrame()} />;
}

/** The loader's data; absent if authorization refused the page. */
function useFrame(): Partial<Frame> & Pick<Frame, "theme"> {
  const loaded = useRouteLoaderData<typeof loader>("root");
  const { frame } = refusalOf(useRouteError());
  // Only the refusal knows a project that is not in the route.
  return loaded || frame ? { theme: "auto", ...frame, ...loaded } : { theme: "auto" };
}
