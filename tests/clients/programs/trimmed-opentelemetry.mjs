// An application that exceeds limits, with the OpenTelemetry SDK configured by its environment.
import { trace } from "@opentelemetry/api";
import { NodeSDK } from "@opentelemetry/sdk-node";

const sdk = new NodeSDK({ instrumentations: [] });
sdk.start();
trace.getTracer("shop").startActiveSpan("import", (span) => {
  span.setAttribute("import.text", "x".repeat(200_000));
  span.setAttribute(
    "import.ids",
    Array.from({ length: 1_500 }, (_, id) => id),
  );
  span.recordException(new RangeError("y".repeat(20_000)));
  span.setStatus({ code: 2, message: "z".repeat(9_000) });
  process.stdout.write(span.spanContext().traceId);
  span.end();
});
await sdk.shutdown();
