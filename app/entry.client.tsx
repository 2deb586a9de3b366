import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { startBrowserTelemetry } from "#app/trace/start.ts";

const instrumentations = startBrowserTelemetry();

// Hydrating is a transition: a long page never holds up a click. Navigating is none: the page
// changes with its address, not some frames after it.
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter useTransitions={false} instrumentations={instrumentations} />
    </StrictMode>,
  );
});
