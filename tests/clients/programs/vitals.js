// A page with unmodified @sentry/browser tracing. The DSN is in its URL.
import * as Sentry from "@sentry/browser";

Sentry.init({
  dsn: new URL(location.href).searchParams.get("dsn"),
  release: "web@1.2.3",
  environment: "production",
  integrations: [Sentry.browserTracingIntegration()],
  tracesSampleRate: 1,
});
