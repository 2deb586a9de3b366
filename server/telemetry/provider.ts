import { context, propagation, ROOT_CONTEXT, trace, TraceFlags } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { suppressTracing, W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { ProtobufTraceSerializer } from "@opentelemetry/otlp-transformer";
import { defaultResource, type Resource, resourceFromAttributes } from "@opentelemetry/resources";
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  type ReadableSpan,
  type SpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { type Batch, createBatch } from "./batch.ts";
import { type FetchOptions, traceFetches } from "./fetch-spans.ts";
import { type Warn, warningOnce } from "./undelivered.ts";

export type TelemetryOptions = {
  serviceName: string;
  serviceVersion?: string;
  /** `deployment.environment.name`: production, staging. */
  environment?: string;
  /**
   * Base URL of an OTLP/HTTP receiver. Without one, spans are only used for their IDs (quoted on
   * error pages).
   */
  otlpEndpoint?: string;
  /** Sent with every export: `{ authorization: "Bearer KEY" }`. */
  otlpHeaders?: Record<string, string>;
  /** Called once if a batch doesn't reach `otlpEndpoint`. Default: the console. */
  warn?: Warn;
  /** Receivers in this process. */
  sinks?: Sink[];
  /** Options for tracing outgoing `fetch`; `false`: disabled. */
  fetches?: FetchOptions | false;
};

export type Sink = {
  /**
   * Receives an OTLP `ExportTraceServiceRequest` as protobuf. Runs outside any trace. Errors are
   * only counted.
   */
  send: (body: Uint8Array) => unknown;
};

export type Telemetry = {
  /** Resolves when everything recorded so far was sent or lost. */
  flush(): Promise<void>;
  shutdown(): Promise<void>;
  /** Spans lost because a sink's queue was full or it failed. */
  dropped(): number;
};

/**
 * The only file that uses the OpenTelemetry SDK: everything else uses the API, so a new SDK major
 * version changes only this file. Registers the process-wide provider. Call it once. If the process
 * already has an SDK, that one is kept: it receives the spans, and its instrumentations trace
 * outgoing requests.
 */
export function startTelemetry(options: TelemetryOptions): Telemetry {
  const contexts = new AsyncLocalStorageContextManager().enable();
  if (!context.setGlobalContextManager(contexts)) contexts.disable();
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const batches = (options.sinks ?? []).map(batchFor);
  const spanProcessors = [...batches.map(processorOf), ...exportersTo(options)];
  const provider = new BasicTracerProvider({ resource: resourceOf(options), spanProcessors });
  const isInCharge = trace.setGlobalTracerProvider(provider);
  const stopFetches =
    isInCharge && options.fetches !== false ? traceFetches(options.fetches) : undefined;
  return {
    flush: () => provider.forceFlush(),
    shutdown: () => (stopFetches?.(), provider.shutdown()),
    dropped: () => batches.reduce((sum, batch) => sum + batch.dropped(), 0),
  };
}

function resourceOf({ serviceName, serviceVersion, environment }: TelemetryOptions): Resource {
  const attributes = {
    "service.name": serviceName,
    ...(serviceVersion && { "service.version": serviceVersion }),
    ...(environment && { "deployment.environment.name": environment }),
  };
  return defaultResource().merge(resourceFromAttributes(attributes));
}

function exportersTo({
  otlpEndpoint,
  otlpHeaders = {},
  warn = onConsole,
}: TelemetryOptions): SpanProcessor[] {
  if (otlpEndpoint === undefined) return [];
  const url = `${otlpEndpoint.replace(/\/$/, "")}/v1/traces`;
  if (!/^https?:/.test(url) || !URL.canParse(url)) {
    // An application must start without its telemetry, too.
    warn(
      `Traces are not sent: “${otlpEndpoint}” is not a URL. Use a URL like https://spoor.example.com.`,
    );
    return [];
  }
  return [
    new BatchSpanProcessor(
      warningOnce(new OTLPTraceExporter({ url, headers: otlpHeaders }), url, warn),
    ),
  ];
}

const onConsole: Warn = (sentence) => console.warn(`spoor-react-router: ${sentence}`);

/**
 * Sends in a separate context: a timer created within a request would otherwise carry that
 * request's span.
 */
function batchFor({ send }: Sink): Batch<ReadableSpan> {
  const outside = suppressTracing(ROOT_CONTEXT);
  return createBatch({
    send: (spans: ReadableSpan[]) =>
      context.with(outside, () =>
        send(ProtobufTraceSerializer.serializeRequest(spans) ?? new Uint8Array()),
      ),
  });
}

function processorOf(batch: Batch<ReadableSpan>): SpanProcessor {
  return {
    onStart() {},
    onEnd(span) {
      if (span.spanContext().traceFlags & TraceFlags.SAMPLED) batch.add(span);
    },
    forceFlush: batch.flush,
    shutdown: batch.flush,
  };
}
