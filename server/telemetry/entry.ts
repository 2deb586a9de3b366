// What `spoor-react-router/server` exports to other React Router applications. Their guide:
// app/trace/README.md.
export { recordError } from "./failure.ts";
export type { FetchOptions } from "./fetch-spans.ts";
export type { PathRule } from "./hidden-values.ts";
export { createHttpSpan, type HttpSpanOptions, withHttpSpan } from "./http-span.ts";
export { type Sink, startTelemetry, type Telemetry, type TelemetryOptions } from "./provider.ts";
export { createInstrumentations, type InstrumentationOptions } from "./react-router.ts";
export type { RouteTree } from "./route-place.ts";
export { traceStore } from "./traced-store.ts";
export { currentTraceId, currentTraceparent, traceparentTiming } from "./traceparent.ts";
