// A page with @sentry/browser's tracing, unchanged. The DSN is in the page's address.
import * as Sentry from "@sentry/browser";

Sentry.init({
  dsn: new URL(location.href).searchParams.get("dsn"),
  release: "web@1.2.3",
  environment: "production",
  integrations: [Sentry.browserTracingIntegration()],
  tracesSampleRate: 1,
});
