// An application with tracing: v10 sends transactions, v11 streams spans.
import { createRequire } from "node:module";

const Sentry = createRequire(import.meta.url)(process.env.SENTRY_PACKAGE);

Sentry.init({
  dsn: process.env.DSN,
  release: "web@1.2.3",
  environment: "production",
  tracesSampleRate: 1,
});
Sentry.setUser({ id: "42", email: "jane@example.com", username: "jane" });
await Sentry.startSpan(
  { name: "GET /orders/:id", op: "http.server", attributes: { "http.route": "/orders/:id" } },
  async (span) => {
    await Sentry.startSpan(
      { name: "SELECT * FROM orders", op: "db" },
      async () => new Promise((resolve) => setTimeout(resolve, 5)),
    );
    Sentry.captureException(new Error("order is missing"));
    process.stdout.write(span.spanContext().traceId);
  },
);
await Sentry.flush(5000);
