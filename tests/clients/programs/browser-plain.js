// A page with @sentry/browser whose application disables HttpContext. The DSN is in its URL.
import * as Sentry from "@sentry/browser";

Sentry.init({
  dsn: new URL(location.href).searchParams.get("dsn"),
  release: "web@1.2.3",
  tracesSampleRate: 1,
  integrations: (all) => [
    ...all.filter(({ name }) => name !== "HttpContext"),
    Sentry.browserTracingIntegration(),
  ],
});
document.title = Sentry.getActiveSpan()?.spanContext().traceId ?? "";
Sentry.captureException(new Error("nothing said about the browser"));
