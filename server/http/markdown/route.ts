import { counted } from "#server/domain/count.ts";
import { routeTitle } from "#server/domain/rollup/operation.ts";
import {
  dataQuantiles,
  percentileField,
  type PercentileFields,
  percentileName,
  slowDataQuantile,
} from "#server/domain/rollup/percentiles.ts";
import type { RouteListContent } from "#server/http/data/routes-list.ts";
import type { RoutePage } from "./forms.ts";
import { issueLine } from "./issue.ts";
import {
  code,
  facts,
  fenced,
  inLine,
  linkTo,
  list,
  ms,
  paragraphs,
  share,
  type Site,
  words,
} from "./written.ts";

type Sample = RoutePage["samples"]["slow"][number];
type Findings = NonNullable<RoutePage["findings"]>;

/** Share of the wait. Smaller shares aren't worth investigating. */
const leastShare = 0.01;
const most = { routes: 200, samples: 5, issues: 20, findings: 5 };

export function writeRouteList({ since, until, routes }: RouteListContent, site: Site): string {
  return paragraphs(
    `# Routes in ${site.project}`,
    `From ${since} to ${until}.`,
    routes.length === 0
      ? "No requests in this time range."
      : list(routes, most.routes, (route) => routeLine(route, site)),
  );
}

const listedQuantiles = [0.5, slowDataQuantile];

const msOf = (figures: PercentileFields<number | null>, quantile: number): string =>
  ms(figures[percentileField(quantile)] ?? null);

function routeLine(route: RouteListContent["routes"][number], site: Site): string {
  const { id, service, kind, count, failureRate, timeShare } = route;
  const listed = listedQuantiles.map((each) => `${percentileName(each)} ${msOf(route, each)}`);
  const figures = `${count} ${count === 1 ? "request" : "requests"}, ${share(failureRate)} failed, ${listed.join(", ")}, ${share(timeShare)} of total time`;
  return `${code(titleOf(route))} (${kind} in ${code(service)}): ${figures} ${linkTo(site, `/${site.project}/routes/${id}`)}`;
}

export function writeRoute(route: RoutePage, site: Site): string {
  const { findings, samples, issues, previous } = route;
  return paragraphs(
    `# Route ${words(titleOf(route))}`,
    facts([
      ["Page", linkTo(site, `/${site.project}/routes/${route.id}`)],
      ["Service", code(route.service)],
      ["Type", route.kind],
      ["Time range", `${route.since} to ${route.until}`],
      ["Requests", `${route.count} (${route.perMinute} per minute)`],
      ["Failed", share(route.failureRate)],
      [
        dataQuantiles.map(percentileName).join(", "),
        dataQuantiles.map((each) => msOf(route, each)).join(", "),
      ],
      [
        `${percentileName(slowDataQuantile)} in the previous period`,
        previous && msOf(previous, slowDataQuantile),
      ],
    ]),
    findings?.advice != null && `## Summary\n\n${words(findings.advice)}`,
    findings !== null && writeFindings(findings),
    samples.slow.length > 0 && `## Slowest traces\n\n${writeSamples(samples.slow, site)}`,
    samples.failed.length > 0 && `## Failed traces\n\n${writeSamples(samples.failed, site)}`,
    issues.length > 0 &&
      `## Issues\n\n${list(issues, most.issues, (issue) => issueLine(issue, site))}`,
  );
}

const titleOf = ({ route, method }: { route: string; method: string | null }): string =>
  routeTitle({ route, method: method ?? undefined });

/** Loaders and calls that were waited for, and queries that could be combined. */
function writeFindings({ loaders, waits, repeats, looked }: Findings): string {
  const lines = [
    ...loaders
      .filter(isTelling)
      .slice(0, most.findings)
      .map(
        ({ kind, routeId, share: of }) => `${share(of)} of the time: ${kind} ${inLine(routeId)}`,
      ),
    ...waits
      .filter(isTelling)
      .slice(0, most.findings)
      .map(({ label, share: of }) => `${share(of)} of the time: ${inLine(label)}`),
    ...repeats
      .slice(0, most.findings)
      .map(
        ({ label, medianCount, savedMs, helped }) =>
          `${medianCount} times: ${inLine(label)}; running it once would save ${ms(savedMs)} (median of ${counted(helped, "request")})`,
      ),
  ];
  return lines.length > 0
    ? `## Time breakdown of ${counted(looked.requests, "request")} in ${counted(looked.at, "trace")}\n\n${fenced(lines.join("\n"))}`
    : "";
}

const isTelling = ({ share: of }: { share: number }): boolean => of >= leastShare;

function writeSamples(samples: Sample[], site: Site): string {
  const write = ({ traceId, durationMs, startedAt }: Sample) =>
    `${ms(durationMs)}, ${startedAt} ${linkTo(site, `/${site.project}/traces/${traceId}`)}`;
  return list(samples, most.samples, write);
}
