import type { Span } from "#server/domain/trace/span.ts";

const layerKeys = [
  "express.type",
  "router.type",
  "koa.type",
  "fastify.type",
  "connect.type",
  "hapi.type",
];

/**
 * Whether the span is a framework's layer around a handler, in OpenTelemetry's and Sentry's
 * instrumentations. It does no work of its own, and ends with the response, by another clock than
 * the request around it.
 */
export const isFrameworkLayer = ({ attributes }: Pick<Span, "attributes">): boolean =>
  isLayerOp(attributes["sentry.op"]) || layerKeys.some((key) => attributes[key] !== undefined);

const layerOp = /^(?:middleware|request_handler|router|handler)(?:\.|$)/;
const isLayerOp = (op: unknown): boolean => typeof op === "string" && layerOp.test(op);
