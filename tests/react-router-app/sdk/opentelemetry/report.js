import { trace } from "@opentelemetry/api";

export const reportRenderError = (error) => trace.getActiveSpan()?.recordException(error);
