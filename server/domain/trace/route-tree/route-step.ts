import { isBrowser } from "#server/domain/trace/browser-span.ts";
import { pathOfRouteId } from "./route-id-path.ts";
import type { Attributes } from "#server/domain/trace/span.ts";
import type { TraceNode } from "#server/domain/trace/trace-tree.ts";

const stepKinds = ["loader", "action", "middleware", "lazy"] as const;
export type StepKind = (typeof stepKinds)[number];

/** A span that ran one route's code, and its route data. */
export type RouteStep = {
  node: TraceNode;
  kind: StepKind;
  /** It ran in the browser: a clientLoader, or the wait for the server's. */
  isClient: boolean;
  routeId?: string;
  /** The route's own path, as in the application's route table. */
  path?: string;
  parentId?: string;
  /** 0 is the root. */
  depth?: number;
};

/**
 * Reads spans of our instrumentation (`react_router.*`), of Sentry's for React Router and Remix
 * (`sentry.op`; its React Router loaders have no route ID), and of OpenTelemetry's for Remix
 * (`match.route.id`). Undefined for other spans.
 */
export function routeStepOf(node: TraceNode): RouteStep | undefined {
  const { span } = node;
  const { attributes } = span;
  const hasRoute =
    attributes["react_router.route.id"] !== undefined || attributes["match.route.id"] !== undefined;
  const step = reportedStep(
    attributes["react_router.kind"],
    attributes["sentry.op"],
    hasRoute ? span.name : undefined,
  );
  if (step === undefined) return undefined;
  return {
    node,
    kind: step.kind,
    isClient: step.isClient || isBrowser(span),
    ...text("routeId", attributes["react_router.route.id"] ?? attributes["match.route.id"]),
    ...text(
      "path",
      attributes["react_router.route.path"] ?? pathOfMatch(attributes["match.route.id"]),
    ),
    ...text("parentId", attributes["react_router.route.parent_id"]),
    ...depthIn(attributes),
  };
}

/**
 * The step of a span, by `react_router.kind`, by `sentry.op`, or by the name of a span with a route
 * ID: `loader`, `client_loader`, `clientLoader`, …
 */
export function reportedStep(
  said: unknown,
  op: unknown,
  nameOfRoute: string | undefined,
): { kind: StepKind; isClient: boolean } | undefined {
  const word = typeof said === "string" ? said : (ofSentry(op) ?? ofName(nameOfRoute));
  if (word === undefined) return undefined;
  const kind = stepKinds.find((each) => word.toLowerCase().endsWith(each));
  return kind && { kind, isClient: /^client/i.test(word) };
}

/** `function.react_router.client_loader`, `function.remix.loader`, `loader.remix` */
function ofSentry(op: unknown): string | undefined {
  if (typeof op !== "string") return undefined;
  return (/^function\.(?:react_router|remix)\.(\w+)$/.exec(op) ??
    /^(loader|action)\.remix$/.exec(op))?.[1];
}

const pathOfMatch = (routeId: unknown): string | undefined =>
  typeof routeId === "string" ? pathOfRouteId(routeId) : undefined;

const ofName = (name: string | undefined): string | undefined =>
  name === undefined
    ? undefined
    : /^(?:client[ _-]?)?(?:loader|action|middleware|lazy)\b/i.exec(name)?.[0];

function depthIn(attributes: Attributes): { depth?: number } {
  const depth = attributes["react_router.route.depth"];
  return typeof depth === "number" && Number.isInteger(depth) && depth >= 0 ? { depth } : {};
}

const text = <Key extends string>(key: Key, value: unknown): { [K in Key]?: string } =>
  (typeof value === "string" && value !== "" ? { [key]: value } : {}) as { [K in Key]?: string };
