import { register } from "node:module";
import { getNodeAutoInstrumentations } from "@opentelemetry/auto-instrumentations-node";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { NodeSDK } from "@opentelemetry/sdk-node";

register("@opentelemetry/instrumentation/hook.mjs", import.meta.url);

const exporter = new OTLPTraceExporter({
  url: `${process.env.SPOOR_ENDPOINT}/v1/traces`,
  headers: { authorization: `Bearer ${process.env.SPOOR_KEY}` },
});
const sdk = new NodeSDK({
  serviceName: "shop",
  traceExporter: exporter,
  instrumentations: [
    getNodeAutoInstrumentations({ "@opentelemetry/instrumentation-fs": { enabled: false } }),
  ],
});
sdk.start();
process.once("SIGTERM", () => void sdk.shutdown().finally(() => process.exit(0)));
