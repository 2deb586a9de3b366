// An application with the OpenTelemetry SDK configured by OTEL_EXPORTER_OTLP_* only.
import { SpanStatusCode, trace } from "@opentelemetry/api";
import { NodeSDK } from "@opentelemetry/sdk-node";

const sdk = new NodeSDK({ instrumentations: [] });
sdk.start();

const tracer = trace.getTracer("shop", "1.0.0");
tracer.startActiveSpan(
  "GET /cart/:id",
  { kind: 1, attributes: { "http.request.method": "GET", "http.route": "/cart/:id" } },
  (request) => {
    tracer.startActiveSpan(
      "SELECT cart",
      { kind: 2, attributes: { "db.system.name": "sqlite", "db.query.summary": "SELECT cart" } },
      (query) => query.end(),
    );
    tracer.startActiveSpan("price the cart", (work) => {
      const error = new TypeError("price of undefined");
      work.recordException(error);
      work.setStatus({ code: SpanStatusCode.ERROR, message: error.message });
      work.end();
    });
    process.stdout.write(request.spanContext().traceId);
    request.end();
  },
);

await sdk.shutdown();
