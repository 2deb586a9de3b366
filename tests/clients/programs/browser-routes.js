// A page of an application without a router, with @sentry/browser. The DSN is in its URL.
import * as Sentry from "@sentry/browser";

Sentry.init({
  dsn: new URL(location.href).searchParams.get("dsn"),
  integrations: [Sentry.browserTracingIntegration()],
  tracesSampleRate: 1,
});
