import type { Snippet } from "./snippets.ts";

/** Where OpenTelemetry SDKs send to, the key they show, and where this server offers the instrumentation of React Router. */
export type Otlp = { endpoint: string; publicKey: string; instrumentation?: string };

/** As `OTEL_EXPORTER_OTLP_HEADERS` wants it: values are percent-encoded. */
export const otlpHeader = ({ publicKey }: Otlp): string => `Authorization=Bearer%20${publicKey}`;

export function otlpSnippets(otlp: Otlp): Omit<Snippet, "platforms">[] {
  const { endpoint, publicKey, instrumentation } = otlp;
  return [
    ...(instrumentation === undefined ? [] : [reactRouter({ ...otlp, instrumentation })]),
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

/** The whole way is in the package's README. */
const reactRouter = ({ endpoint, publicKey, instrumentation }: Required<Otlp>): Omit<Snippet, "platforms"> => ({
  title: "React Router: one trace from the click to the query",
  install: `npm install ${instrumentation}`,
  code: `// app/entry.server.tsx
import { routes } from "virtual:react-router/server-build";
import { createInstrumentations, recordError, startTelemetry } from "spoor-react-router/server";

startTelemetry({
  serviceName: "shop",
  otlpEndpoint: "${endpoint}",
  otlpHeaders: { authorization: "Bearer ${publicKey}" },
});
export const instrumentations = createInstrumentations({ routes: () => routes });
export const handleError = (error: unknown) => recordError(error);

// app/root.tsx, in <head>
import { TelemetryMeta } from "spoor-react-router/client";
<TelemetryMeta />;

// app/entry.client.tsx
import { recordRouterError, startBrowserTelemetry } from "spoor-react-router/client";
<HydratedRouter instrumentations={startBrowserTelemetry()} onError={recordRouterError} />;

// node_modules/spoor-react-router/README.md: the browser's key and databases`,
});
