import type { Snippet } from "./snippets.ts";

/** Where OpenTelemetry SDKs send to, and the key they show. */
export type Otlp = { endpoint: string; publicKey: string };

/** As `OTEL_EXPORTER_OTLP_HEADERS` wants it: values are percent-encoded. */
export const otlpHeader = ({ publicKey }: Otlp): string => `Authorization=Bearer%20${publicKey}`;

export function otlpSnippets(otlp: Otlp): Omit<Snippet, "platforms">[] {
  const { endpoint, publicKey } = otlp;
  return [
    {
      title: "Node.js, OpenTelemetry",
      install:
        "npm install @opentelemetry/sdk-node @opentelemetry/auto-instrumentations-node @opentelemetry/exporter-trace-otlp-proto",
      // Without the hook, what an ES module imports is not seen: no requests that it serves, only those it sends.
      code: `OTEL_SERVICE_NAME=shop \\
OTEL_EXPORTER_OTLP_ENDPOINT=${endpoint} \\
OTEL_EXPORTER_OTLP_HEADERS=${otlpHeader(otlp)} \\
node --experimental-loader=@opentelemetry/instrumentation/hook.mjs \\
  --import @opentelemetry/auto-instrumentations-node/register server.js`,
    },
    {
      title: "Browser, OpenTelemetry",
      install:
        "npm install @opentelemetry/sdk-trace-web @opentelemetry/sdk-trace-base @opentelemetry/exporter-trace-otlp-http",
      code: `import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { WebTracerProvider } from "@opentelemetry/sdk-trace-web";

const exporter = new OTLPTraceExporter({
  url: "${endpoint}/v1/traces",
  headers: { Authorization: "Bearer ${publicKey}" },
});
new WebTracerProvider({ spanProcessors: [new BatchSpanProcessor(exporter)] }).register();`,
    },
    {
      title: "Collector",
      code: `exporters:
  otlphttp/spoor:
    endpoint: ${endpoint}
    headers:
      Authorization: Bearer ${publicKey}`,
    },
  ];
}
