import * as Sentry from "@sentry/react-router";

Sentry.init({ dsn: process.env.SPOOR_DSN, tracesSampleRate: 1, release: "shop@1.0.0" });
