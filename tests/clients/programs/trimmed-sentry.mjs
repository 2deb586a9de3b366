// An application that says more than is kept, with @sentry/node.
import * as Sentry from "@sentry/node";

Sentry.init({ dsn: process.env.DSN, tracesSampleRate: 1 });
Sentry.startSpan(
  { name: `import ${"n".repeat(2_000)}`, attributes: { "import.text": "x".repeat(200_000) } },
  (span) => {
    process.stdout.write(span.spanContext().traceId);
  },
);
Sentry.withScope((scope) => {
  scope.setLevel("urgent");
  scope.setFingerprint(["f".repeat(2_000)]);
  Sentry.captureMessage("The import is late");
});
await Sentry.close(5_000);
