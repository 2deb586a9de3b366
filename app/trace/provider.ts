import type { Tracer } from "@opentelemetry/api";
import { defaultResource, resourceFromAttributes } from "@opentelemetry/resources";
import { type ReadableSpan, WebTracerProvider } from "@opentelemetry/sdk-trace-web";
import type { Settings } from "./settings.ts";

export type EndedSpan = ReadableSpan;
export type Attributes = ReadableSpan["attributes"];

/**
 * The only browser file that uses the OpenTelemetry SDK. The provider is not registered globally,
 * and there is no context manager: each span gets its parent explicitly.
 */
export function createTracer(
  settings: Settings,
  onEnd: (span: EndedSpan) => void,
): { tracer: Tracer; resource: Attributes } {
  const resource = defaultResource().merge(resourceFromAttributes(describe(settings)));
  const done = () => Promise.resolve();
  const spanProcessors = [{ onStart() {}, onEnd, forceFlush: done, shutdown: done }];
  const tracer = new WebTracerProvider({ resource, spanProcessors }).getTracer("spoor.browser");
  return { tracer, resource: resource.attributes };
}

function describe({ serviceName, serviceVersion, environment }: Settings): Record<string, string> {
  return {
    "service.name": serviceName,
    ...(serviceVersion && { "service.version": serviceVersion }),
    ...(environment && { "deployment.environment.name": environment }),
    "user_agent.original": navigator.userAgent,
  };
}
