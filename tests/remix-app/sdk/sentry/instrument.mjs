import * as Sentry from "@sentry/remix";

Sentry.init({ dsn: process.env.SPOOR_DSN, tracesSampleRate: 1, release: "remix-shop@1.0.0" });
