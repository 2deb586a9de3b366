import { type Addresses, type MakeGuide, otlpHeader, shell } from "./guide.ts";

const environment = (addresses: Addresses) => `OTEL_SERVICE_NAME=shop \\
OTEL_EXPORTER_OTLP_ENDPOINT=${addresses.otlpEndpoint} \\
OTEL_EXPORTER_OTLP_HEADERS=${otlpHeader(addresses)}`;

const nodePackages =
  "@opentelemetry/sdk-node @opentelemetry/auto-instrumentations-node @opentelemetry/exporter-trace-otlp-proto";

export const openTelemetry: MakeGuide = (addresses) => ({
  key: "opentelemetry",
  title: "OpenTelemetry",
  install: [shell(`npm install ${nodePackages}`)],
  configure: [
    // Without the hook, imports of ES modules are not instrumented: only outgoing requests are
    // traced, not incoming ones.
    shell(`${environment(addresses)} \\
node --experimental-loader=@opentelemetry/instrumentation/hook.mjs \\
  --import @opentelemetry/auto-instrumentations-node/register server.js`),
    {
      file: "In a browser",
      code: `import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { WebTracerProvider } from "@opentelemetry/sdk-trace-web";

const exporter = new OTLPTraceExporter({
  url: "${addresses.otlpEndpoint}/v1/traces",
  headers: { Authorization: "Bearer ${addresses.publicKey}" },
});
new WebTracerProvider({ spanProcessors: [new BatchSpanProcessor(exporter)] }).register();`,
    },
    {
      file: "In a collector",
      code: `exporters:
  otlphttp/spoor:
    endpoint: ${addresses.otlpEndpoint}
    headers:
      Authorization: Bearer ${addresses.publicKey}`,
    },
  ],
  test: [shell("curl http://localhost:8080/")],
  note: "All OpenTelemetry SDKs read these three variables. Exceptions in spans and logs become issues.",
});
