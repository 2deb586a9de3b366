import { parametrize } from "#server/domain/grouping/parametrize.ts";
import { isBrowser, isDocumentFetch } from "#server/domain/trace/browser-span.ts";
import { isFrameworkLayer } from "#server/domain/trace/timing/framework-layer.ts";
import type { FramedStep } from "#server/domain/trace/route-tree/route-frame.ts";
import type { Span } from "#server/domain/trace/span.ts";
import type { TraceNode } from "#server/domain/trace/trace-tree.ts";
import { isResource } from "./call.ts";
import { stepName } from "./loader-findings.ts";
import { isOwnServer } from "./longest-waits.ts";
import type { SampledRequest } from "./sampled-request.ts";

/** Where requests spend their time: each moment has one place, with or without a span. */
export type TimeShare = {
  /** As in a sentence after “in”. */
  place: string;
  /** Share of the requests' time, 0 to 1. */
  share: number;
};

/** The places with most time, largest first: used if no loader or call dominates. */
export function timeSpread(requests: SampledRequest[], most: number): TimeShare[] {
  const places = new Map<string, number>();
  for (const request of requests) addRequest(places, request);
  const wholeMs = requests.reduce((sum, { durationMs }) => sum + durationMs, 0);
  return [...places]
    .map(([place, ms]) => ({ place, share: wholeMs === 0 ? 0 : Math.min(1, ms / wholeMs) }))
    .filter(({ share }) => share > 0)
    .toSorted((a, b) => b.share - a.share)
    .slice(0, most);
}

type Place = {
  kind: "step" | "connection" | "call" | "resource" | "code" | "span";
  /** Its name: a step, a call, a service. */
  name: () => string;
};

function addRequest(places: Map<string, number>, request: SampledRequest): void {
  const steps = new Map(request.steps.map((step) => [step.node, step]));
  const around: Place[] = [];
  for (const [index, node] of request.nodes.entries()) {
    const outer = index === 0 ? undefined : around[node.parent!.position - request.node.position];
    const place =
      outer && holdsAllBelow(outer) ? outer : placeOf(request, index, steps.get(node), outer);
    around.push(place);
    const ms = request.ownWaitMs(node);
    if (ms > 0) add(places, place.name(), ms);
  }
}

const add = (places: Map<string, number>, place: string, ms: number): unknown =>
  places.set(place, (places.get(place) ?? 0) + ms);

const holdsAllBelow = ({ kind }: Place): boolean => kind === "call" || kind === "resource";

function placeOf(
  { nodes, calls }: SampledRequest,
  index: number,
  step: FramedStep | undefined,
  outer?: Place,
): Place {
  const node = nodes[index]!;
  const { span } = node;
  if (step)
    return { kind: "step", name: () => stepName({ ...step, routeId: step.routeId ?? span.name }) };
  if (isConnection(node)) return connection;
  const call = calls[index];
  if (call) return { kind: "call", name: () => call.label };
  if (isFile(span)) return resources;
  if (index === 0 || span.kind === "server" || isFrameworkLayer(span))
    return { kind: "code", name: () => codeOf(span) };
  // A loader's time is its own, unless it waits for a call.
  return outer?.kind === "step" ? outer : { kind: "span", name: () => `span ${nameOf(span)}` };
}

const connection: Place = { kind: "connection", name: () => "the connection to the server" };
const resources: Place = { kind: "resource", name: () => "page resources" };

const longestName = 100;

/** Sentry names the parts of a page load by URL, and their kind by the operation. */
function nameOf({ name, attributes }: Span): string {
  const op = String(attributes["sentry.op"] ?? "");
  return op.startsWith("browser.") ? op : parametrize(name).slice(0, longestName);
}

/** Sending, queueing, and receiving: the server's own time is below it. */
const isConnection = (node: TraceNode): boolean =>
  isDocumentFetch(node.span) ||
  isOwnServer(node) ||
  connecting.test(String(node.span.attributes["sentry.op"]));

const connecting = /^browser\.(?:response|cache|DNS|TLS\/SSL|connect|redirect|secureConnection)$/i;

const isFile = (span: Span): boolean => isResource(span) || /^resource[ -]?fetch$/i.test(span.name);

const codeOf = (span: Span): string =>
  isBrowser(span) ? "untraced browser time" : `untraced code of ${span.service}`;
