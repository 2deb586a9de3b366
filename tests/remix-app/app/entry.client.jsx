import { RemixBrowser, useLocation, useMatches } from "@remix-run/react";
import * as Sentry from "@sentry/remix";
import { StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";

Sentry.init({
  dsn: JSON.parse(document.documentElement.dataset.settings).dsn,
  integrations: [Sentry.browserTracingIntegration({ useEffect, useLocation, useMatches })],
  tracesSampleRate: 1,
  tracePropagationTargets: [/^\//, location.origin],
  release: "remix-shop@1.0.0",
});

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});
