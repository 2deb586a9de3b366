import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { recordRouterError, startBrowserTelemetry } from "spoor-react-router/client";

const instrumentations = startBrowserTelemetry();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter instrumentations={instrumentations} onError={recordRouterError} />
    </StrictMode>,
  );
});
