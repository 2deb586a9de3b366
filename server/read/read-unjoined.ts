import type { ProjectId } from "#server/domain/ids.ts";
import { analyzeTrace } from "#server/domain/trace/timing/analyze.ts";
import { reportedRoute } from "#server/domain/trace/route-tree/entry-route.ts";
import { traceTitle } from "#server/domain/trace/listing/trace-title.ts";
import {
  earlyRequestFor,
  type Sdk,
  type Unjoined,
  unjoinedIn,
  type UnjoinedNote,
} from "#server/domain/trace/listing/unjoined.ts";
import type { Services } from "#server/services.ts";
import type { Store } from "#server/storage/store.ts";
import type { ReadTrace, SearchTraces } from "./read-trace.ts";

type Deps = {
  store: { traces: Pick<Store["traces"], "spanCount"> };
  readTrace: ReadTrace;
  searchTraces: SearchTraces;
};

/** States only what the spans prove. Reads other traces if they point to one. */
export function createReadUnjoined(deps: Deps): Services["readUnjoined"] {
  return async (projectId, trace) => {
    const notes = await Promise.all(unjoinedIn(trace).map((each) => noteOn(deps, projectId, each)));
    return notes.flatMap((note) => note ?? []);
  };
}

function noteOn(
  deps: Deps,
  projectId: ProjectId,
  unjoined: Unjoined,
): Promise<UnjoinedNote | undefined> {
  if (unjoined.kind === "late navigation") return lateNavigation(deps, projectId, unjoined);
  if (unjoined.kind === "lone load") return loneLoad(deps, projectId, unjoined);
  return Promise.resolve({
    before:
      unjoined.kind === "no header" ? withoutHeader[unjoined.sdk] : earlyRequests(unjoined.count),
    after: "",
  });
}

const becauseOfSdk =
  "Sentry’s SDK for Remix starts a navigation after its data has arrived, so both have different traces. @sentry/react-router joins them.";

const earlyRequests = (count: number): string =>
  `${count === 1 ? "1 request for data in this trace belongs" : `${count} requests for data in this trace belong`} to later navigations. ${becauseOfSdk}`;

const cameWithout =
  "This data request arrived without a trace header, so its browser part is missing. Prefetched links send none.";

const withoutHeader: { [sdk in Sdk]: string } = {
  sentry: `${cameWithout} Otherwise, tracePropagationTargets of the browser’s SDK must match this URL.`,
  opentelemetry: `${cameWithout} Otherwise, register FetchInstrumentation in the browser; for another origin, also set propagateTraceHeaderCorsUrls.`,
};

const withoutMeta: { [sdk in Sdk]: string } = {
  sentry: ". The page is missing its sentry-trace and baggage meta tags.",
  opentelemetry: ". The page is missing its traceparent meta tag.",
};

/** Larger traces take too long for this hint. */
const mostSpans = 5_000;

async function lateNavigation(
  { store, readTrace }: Deps,
  projectId: ProjectId,
  unjoined: Extract<Unjoined, { kind: "late navigation" }>,
): Promise<UnjoinedNote | undefined> {
  const { previous } = unjoined;
  if ((await store.traces.spanCount(projectId, previous)) > mostSpans) return undefined;
  const reading = await readTrace(projectId, previous);
  const request = reading && earlyRequestFor(analyzeTrace(reading.spans), unjoined);
  if (!request) return undefined;
  const title = traceTitle({ name: request.name, route: reportedRoute(request) });
  const link = { traceId: previous, title };
  return {
    before: "The server part of this navigation is in the previous trace: ",
    link,
    after: `. ${becauseOfSdk}`,
  };
}

/** A browser starts to load a page before the server receives the request, and clocks differ. */
const earliestMs = 2_000;
const tracesLookedAt = 50;

async function loneLoad(
  { searchTraces }: Deps,
  projectId: ProjectId,
  { route, sdk, startedAt, endedAt }: Extract<Unjoined, { kind: "lone load" }>,
): Promise<UnjoinedNote | undefined> {
  const terms = [
    { key: "kind", value: "server", negated: false },
    { key: "route", value: route, negated: false },
  ];
  const { rows } = await searchTraces({
    projectId,
    query: { terms, words: [] },
    limit: tracesLookedAt,
    since: startedAt - earliestMs,
    until: endedAt,
  });
  // The first is the document, followed by its data.
  const answer = rows.findLast(({ root }) => root.kind === "server" && root.route === route);
  if (!answer) return undefined;
  const link = { traceId: answer.traceId, title: traceTitle(answer.root) };
  return {
    before: "The server part of this page load is in a separate trace: ",
    link,
    after: withoutMeta[sdk],
  };
}
