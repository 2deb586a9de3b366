// A page with the OpenTelemetry web SDK and its OTLP/JSON exporter, from another origin.
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { BatchSpanProcessor, WebTracerProvider } from "@opentelemetry/sdk-trace-web";

const query = new URL(location.href).searchParams;
const exporter = new OTLPTraceExporter({
  url: `${query.get("endpoint")}/v1/traces`,
  headers: { authorization: `Bearer ${query.get("key")}` },
});
const provider = new WebTracerProvider({ spanProcessors: [new BatchSpanProcessor(exporter)] });
const span = provider
  .getTracer("page")
  .startSpan("open the shop", { attributes: { "url.path": "/shop" } });
span.addEvent("painted");
span.end();
document.title = span.spanContext().traceId;
void provider.forceFlush().then(() => (document.body.dataset.sent = "yes"));
