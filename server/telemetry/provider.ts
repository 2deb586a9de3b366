import { context, propagation, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BasicTracerProvider, BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";

export type TelemetryOptions = {
  serviceName: string;
  serviceVersion: string;
  /** Base URL of an OTLP/HTTP receiver; without one, spans exist for their ids (error pages quote them) and go nowhere. */
  otlpEndpoint?: string;
};

/**
 * The only file that touches the OpenTelemetry SDK: everything else speaks the API, so that a new SDK major is a change
 * here. Registers the process-wide provider; call it once. Resolve `shutdown` to flush what is still buffered.
 */
export function startTelemetry(options: TelemetryOptions): { shutdown(): Promise<void> } {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const { serviceName, serviceVersion, otlpEndpoint } = options;
  const exporters = otlpEndpoint === undefined ? [] : [new OTLPTraceExporter({ url: `${otlpEndpoint}/v1/traces` })];
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ "service.name": serviceName, "service.version": serviceVersion }),
    spanProcessors: exporters.map((exporter) => new BatchSpanProcessor(exporter)),
  });
  trace.setGlobalTracerProvider(provider);
  return { shutdown: () => provider.shutdown() };
}
