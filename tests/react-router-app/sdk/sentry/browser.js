import * as Sentry from "@sentry/react-router";

export function start({ dsn }) {
  Sentry.init({
    dsn,
    integrations: [Sentry.reactRouterTracingIntegration()],
    tracesSampleRate: 1,
    tracePropagationTargets: [/^\//, location.origin],
    release: "shop@1.0.0",
  });
  return {
    instrumentations: [Sentry.createSentryClientInstrumentation()],
    onError: Sentry.sentryOnError,
  };
}
