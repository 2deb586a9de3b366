// Two requests of an application with the OpenTelemetry SDK configured by its environment. Prints
// both trace IDs.
import { SpanStatusCode, trace } from "@opentelemetry/api";
import { NodeSDK } from "@opentelemetry/sdk-node";

const sdk = new NodeSDK({ instrumentations: [] });
sdk.start();
const tracer = trace.getTracer("shop", "1.0.0");

function serve(name, attributes, queries) {
  return tracer.startActiveSpan(name, { kind: 1, attributes }, (request) => {
    for (const text of queries)
      tracer.startActiveSpan(
        "pg.query",
        { kind: 2, attributes: { "db.query.text": text } },
        (query) => query.end(),
      );
    if (attributes["http.response.status_code"] >= 500)
      request.setStatus({ code: SpanStatusCode.ERROR });
    request.end();
    return request.spanContext().traceId;
  });
}

const orders = `SELECT id, total FROM orders WHERE customer = $1 ${"AND total > 0 ".repeat(60)}`;
const failed = serve(
  "GET /orders",
  {
    "http.response.status_code": 503,
    "enduser.id": "c-70512",
    "app.items": 3.5,
    "url.path": "/orders/list",
  },
  [orders, "SELECT 1", "SELECT 2"],
);
const fine = serve(
  "GET /cart",
  { "http.response.status_code": 200, "enduser.id": "c-1", "url.path": "/cart" },
  ["INSERT INTO cart_lines VALUES ($1)"],
);
process.stdout.write([failed, fine].join(" "));
await sdk.shutdown();
