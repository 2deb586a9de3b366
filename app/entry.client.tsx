import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { listenToEarlyKeys } from "#app/enhance/early-keys.ts";
import { startBrowserTelemetry } from "#app/trace/start.ts";

listenToEarlyKeys();
const instrumentations = startBrowserTelemetry();

// Hydration is a transition, so that a long page never blocks a click. Navigation is not: the page
// changes together with its URL.
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter useTransitions={false} instrumentations={instrumentations} />
    </StrictMode>,
  );
});
