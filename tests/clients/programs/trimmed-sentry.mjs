// An application that exceeds limits, with @sentry/node.
import * as Sentry from "@sentry/node";

Sentry.init({
  dsn: process.env.DSN,
  tracesSampleRate: 1,
  environment: `production ${"e".repeat(80)}`,
});
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
Sentry.captureFeedback({ message: "w".repeat(5_000), name: "Ida".repeat(50) });
Sentry.captureCheckIn(
  { monitorSlug: "import", status: "ok", duration: -1 },
  { schedule: { type: "crontab", value: "0 * * * *" }, maxRuntime: 1_000_000 },
);
Sentry.withScope((scope) => {
  scope.addAttachment({ filename: `${"a".repeat(300)}.txt`, data: "x" });
  Sentry.captureMessage("The import left a file");
});
await Sentry.close(5_000);
