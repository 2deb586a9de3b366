import type { SpanId } from "#server/domain/ids.ts";
import type { FilterReason } from "#server/domain/outcomes.ts";
import type { FilterSettings } from "#server/domain/project/settings.ts";
import { routeOf } from "#server/domain/trace/route-tree/route-key.ts";
import type { Span } from "#server/domain/trace/span.ts";
import type { ReadUserAgent } from "#server/domain/user-agent/user-agent.ts";
import { patternTest } from "./pattern-list.ts";
import { isRouteDiscovery } from "./route-discovery.ts";
import { isLocalAddress, isLocalHost, reasonAgainstVisitor } from "./visitor-filter.ts";

/**
 * Which spans of one trace in one request a project filters, and why. `lost`: those of earlier
 * requests.
 */
export type SpanFilter = (
  spans: readonly Span[],
  lost?: LostBefore,
) => ReadonlyMap<SpanId, FilterReason>;
type LostBefore = ReadonlyMap<SpanId, FilterReason>;

/**
 * Filters on a request or page load apply to all spans below it; a release filter applies to each
 * span.
 */
export function spanFilterOf(filters: FilterSettings, read: ReadUserAgent): SpanFilter {
  const isRelease = patternTest(filters.releases);
  const ownReason = (span: Span, isEntry: boolean): FilterReason | undefined => {
    if (isRelease?.([textOf(span.resource["service.version"])])) return "release pattern";
    if (isRouteDiscovery(span)) return "route discovery";
    return isEntry ? reasonAgainst(filters, span, read) : undefined;
  };
  return (spans, lost) => {
    const byId = new Map(spans.map((span) => [span.spanId, span]));
    const reasons = new Map<SpanId, FilterReason | undefined>();
    for (const span of spans) {
      const path = pathToKnown(span, byId, reasons);
      // From the outside in: filters on a request apply below it.
      for (const each of path.toReversed()) {
        const parent = each.parentSpanId && byId.get(each.parentSpanId);
        const own = ownReason(each, each.kind === "server" || !parent);
        const around = parent
          ? reasons.get(parent.spanId)
          : each.parentSpanId && lost?.get(each.parentSpanId);
        reasons.set(each.spanId, own ?? (around || undefined));
      }
    }
    return new Map(
      [...reasons].filter((entry): entry is [SpanId, FilterReason] => entry[1] !== undefined),
    );
  };
}

/** The span and its ancestors, up to one judged before. Parents of broken clients may be cyclic. */
function pathToKnown(span: Span, byId: Map<SpanId, Span>, judged: Map<SpanId, unknown>): Span[] {
  const path: Span[] = [];
  const seen = new Set<SpanId>();
  let next: Span | undefined = span;
  while (next && !judged.has(next.spanId) && !seen.has(next.spanId)) {
    path.push(next);
    seen.add(next.spanId);
    next = next.parentSpanId && byId.get(next.parentSpanId);
  }
  return path;
}

function reasonAgainst(
  filters: FilterSettings,
  span: Span,
  read: ReadUserAgent,
): FilterReason | undefined {
  const { attributes, resource } = span;
  const userAgent = textOf(attributes["user_agent.original"] ?? resource["user_agent.original"]);
  if (filters.healthChecks && span.kind === "server" && isHealthCheck(span, userAgent))
    return "health check";
  if (filters.localhost && isLocal(span)) return "localhost";
  return userAgent === "" ? undefined : reasonAgainstVisitor(filters, read(userAgent));
}

/** Server request spans name host and path separately. */
function isLocal({ kind, attributes }: Span): boolean {
  const url = textOf(attributes["url.full"]);
  return url === ""
    ? kind === "server" && isLocalHost(textOf(attributes["server.address"]))
    : isLocalAddress(url);
}

const healthPath =
  /\/[_-]{0,2}(?:health(?:[zy]|[-_]?checks?)?|live(?:z|ness)?|ready(?:z)?|readiness|alive|ping|up|heartbeat)\/?$/i;

/** Probes of Kubernetes, load balancers, and cloud monitors, which request any path. */
const prober =
  /^(?:kube-probe|ELB-HealthChecker|GoogleHC|Amazon-Route53-Health-Check-Service|Consul Health Check)\b/;

function isHealthCheck({ name, attributes }: Span, userAgent: string): boolean {
  if (prober.test(userAgent)) return true;
  const path =
    textOf(attributes["url.path"]) || (URL.parse(textOf(attributes["url.full"]))?.pathname ?? "");
  return [name, textOf(routeOf(attributes)), path].some((text) =>
    healthPath.test(text.slice(0, 500)),
  );
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** Bytes that every health check contains: parts without them are not decoded. */
export const healthWords: readonly string[] = [
  "health",
  "Health",
  "HEALTH",
  "HC/",
  "/live",
  "/ready",
  "/readi",
  "/alive",
  "/ping",
  "/up",
  "heartbeat",
  "kube-probe",
];
