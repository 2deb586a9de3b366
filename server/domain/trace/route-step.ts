import { isBrowser } from "./browser-span.ts";
import type { Attributes, Span } from "./span.ts";
import type { TraceNode } from "./trace-tree.ts";

const stepKinds = ["loader", "action", "middleware", "lazy"] as const;
export type StepKind = (typeof stepKinds)[number];

/** A span in which one route's code ran, and what it says of the route. */
export type RouteStep = {
  node: TraceNode;
  kind: StepKind;
  /** It ran in the browser: a clientLoader, or the wait for the server's. */
  isClient: boolean;
  routeId?: string;
  /** The route's own path, as the application's route table has it. */
  path?: string;
  parentId?: string;
  /** 0 is the root. */
  depth?: number;
};

/**
 * Reads the spans of our instrumentation (`react_router.*`), of Sentry's for React Router and Remix (`sentry.op`; its
 * loaders carry no route id) and of OpenTelemetry's for Remix (`match.route.id`). Undefined for any other span.
 */
export function routeStepOf(node: TraceNode): RouteStep | undefined {
  const { span } = node;
  const said = saidKind(span);
  if (said === undefined) return undefined;
  const kind = stepKinds.find((each) => said.toLowerCase().endsWith(each));
  if (kind === undefined) return undefined;
  const { attributes } = span;
  return {
    node,
    kind,
    isClient: /^client/i.test(said) || isBrowser(span),
    ...text("routeId", attributes["react_router.route.id"] ?? attributes["match.route.id"]),
    ...text("path", attributes["react_router.route.path"]),
    ...text("parentId", attributes["react_router.route.parent_id"]),
    ...depthIn(attributes),
  };
}

/** `loader`, `client_loader`, `clientLoader`, … */
function saidKind({ attributes, name }: Span): string | undefined {
  const said = attributes["react_router.kind"];
  if (typeof said === "string") return said;
  const op = attributes["sentry.op"];
  const [, ofSentry] = typeof op === "string" ? (/^function\.(?:react_router|remix)\.(\w+)$/.exec(op) ?? []) : [];
  if (ofSentry !== undefined) return ofSentry;
  const hasRoute = attributes["react_router.route.id"] !== undefined || attributes["match.route.id"] !== undefined;
  return hasRoute ? /^(?:client[ _-]?)?(?:loader|action|middleware|lazy)\b/i.exec(name)?.[0] : undefined;
}

function depthIn(attributes: Attributes): { depth?: number } {
  const depth = attributes["react_router.route.depth"];
  return typeof depth === "number" && Number.isInteger(depth) && depth >= 0 ? { depth } : {};
}

const text = <Key extends string>(key: Key, value: unknown): { [K in Key]?: string } =>
  (typeof value === "string" && value !== "" ? { [key]: value } : {}) as { [K in Key]?: string };
