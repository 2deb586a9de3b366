// An application with OpenTelemetry traces, Sentry errors, and PostgreSQL: one request with one
// failed query. An empty `SENTRY_PACKAGE` means OpenTelemetry only. Prints the trace ID.
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { SENTRY_PACKAGE: sentryPackage, DSN: dsn, QUERIED_DATABASE: databaseUrl } = process.env;

const { NodeSDK } = require("@opentelemetry/sdk-node");
const { HttpInstrumentation } = require("@opentelemetry/instrumentation-http");
const { PgInstrumentation } = require("@opentelemetry/instrumentation-pg");
const { SpanStatusCode, trace } = require("@opentelemetry/api");

const Sentry = sentryPackage ? require(sentryPackage) : undefined;
Sentry?.init({ dsn, release: "web@1.2.3", skipOpenTelemetrySetup: true });
const sdk = new NodeSDK({ instrumentations: [new HttpInstrumentation(), new PgInstrumentation()] });
sdk.start();

const http = require("node:http");
const pg = require("pg");

const pool = new pg.Pool({ connectionString: databaseUrl });

async function listOrders() {
  return pool.query("SELECT * FROM orders_of_nobody WHERE id = $1", [7]);
}

const server = http.createServer((request, response) => {
  listOrders().then(
    () => response.end("ok"),
    (error) => {
      Sentry?.captureException(error);
      // As framework instrumentations handle an uncaught error.
      trace.getActiveSpan()?.recordException(error);
      trace.getActiveSpan()?.setStatus({ code: SpanStatusCode.ERROR });
      process.stdout.write(trace.getActiveSpan()?.spanContext().traceId ?? "");
      response.writeHead(500).end();
    },
  );
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const response = await fetch(`http://127.0.0.1:${server.address().port}/orders/7`);
await response.text();
server.close();
await Sentry?.flush(5_000);
await pool.end();
await sdk.shutdown();
