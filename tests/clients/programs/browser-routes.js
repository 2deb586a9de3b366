// A page of an application without a router, watched by @sentry/browser. The DSN is in the page's address.
import * as Sentry from "@sentry/browser";

Sentry.init({
  dsn: new URL(location.href).searchParams.get("dsn"),
  integrations: [Sentry.browserTracingIntegration()],
  tracesSampleRate: 1,
});
