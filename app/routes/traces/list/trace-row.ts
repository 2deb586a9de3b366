import { packTimes } from "#app/ui/trace/service-shares.ts";
import { traceName } from "#server/domain/trace/listing/trace-title.ts";
import type { ServiceTime } from "#server/domain/trace/timing/service-times.ts";
import { durationOf, type TraceSummary } from "#server/domain/trace/listing/summary.ts";

/** Only what a row shows, because it is sent twice. */
export type TraceRow = {
  traceId: string;
  name: string;
  service: string;
  /** The browser's action, or the route if the name doesn't contain it. */
  detail?: string;
  startedAt: number;
  durationMs: number;
  spans: number;
  errors: number;
  /** The other services as a string: the router's data format needs an index per list entry. */
  others: string;
  /** `packTimes`; absent on timeout. */
  times?: string;
  /** A page load, navigation, or other action in a browser. */
  fromBrowser?: true;
  /** It started at a server. */
  fromServer?: true;
};

const namedServices = 6;

export function traceRow(summary: TraceSummary, times: ServiceTime[] | undefined): TraceRow {
  const { traceId, root, startedAt, spanCount, errorCount, services, isDocument } = summary;
  const { service, route } = root;
  const { name, act } = traceName(root, summary);
  return {
    traceId,
    name,
    service,
    startedAt,
    spans: spanCount,
    errors: errorCount,
    durationMs: durationOf(summary),
    ...(act !== undefined
      ? { detail: act }
      : route !== undefined && !name.includes(route) && { detail: route }),
    ...(act !== undefined && { fromBrowser: true as const }),
    ...(root.kind === "server" && !isDocument && { fromServer: true as const }),
    ...timesOf(services, times),
    others: othersOf(services.filter((each) => each !== service)),
  };
}

/** For a single service, all time is its own. */
function timesOf(
  [service, ...others]: string[],
  times: ServiceTime[] | undefined,
): { times?: string } {
  const known =
    times ?? (service !== undefined && others.length === 0 ? [{ service, selfMs: 1 }] : undefined);
  return known ? { times: packTimes(known) } : {};
}

function othersOf(services: string[]): string {
  const more = services.length - namedServices;
  return services.slice(0, namedServices).join(", ") + (more > 0 ? ` and ${more} more` : "");
}
