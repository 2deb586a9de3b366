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
   * Base URL of an OTLP/HTTP receiver; without one, spans exist for their ids (error pages quote
   * them) and go nowhere.
   */
  otlpEndpoint?: string;
  /** Sent with every export to it: `{ authorization: "Bearer KEY" }`. */
  otlpHeaders?: Record<string, string>;
  /** Told once when a batch does not arrive at `otlpEndpoint`; the console, unless given. */
  warn?: Warn;
  /** Receivers in this very process. */
  sinks?: Sink[];
  /** How outgoing `fetch` is traced; `false`: not at all. */
  fetches?: FetchOptions | false;
};

export type Sink = {
  /**
   * Takes an OTLP `ExportTraceServiceRequest` as protobuf. Runs outside any trace; what it throws
   * is counted, no more.
   */
  send: (body: Uint8Array) => unknown;
};

export type Telemetry = {
  /** Resolves when everything recorded so far has left, or could not. */
  flush(): Promise<void>;
  shutdown(): Promise<void>;
  /** Spans that reached no sink: its room was full, or it failed. */
  dropped(): number;
};

/**
 * The only file that touches the OpenTelemetry SDK: everything else speaks the API, so that a new
 * SDK major is a change here. Registers the process-wide provider; call it once. In a process that
 * has an SDK of its own already that one stays, spans go where it sends them, and outgoing calls
 * are left to its instrumentations.
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
    // An application shall start without its telemetry, too.
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
 * Sending happens in a context of its own: a timer set within a request would otherwise carry that
 * request's span along.
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
