import { createUnminifier } from "#server/artifacts/unminifier.ts";
import type { Config } from "#server/config.ts";
import { createReadOverview } from "#server/overview/read-overview.ts";
import { createCompareReleases } from "#server/read/compare-releases.ts";
import { createFindRoute } from "#server/read/search/find-route.ts";
import { createFindTrace } from "#server/read/search/find-trace.ts";
import { createJump } from "#server/read/search/jump.ts";
import { createListProjects } from "#server/read/list-projects.ts";
import { createListRoutes } from "#server/read/list-routes.ts";
import { createListVitals } from "#server/read/list-vitals.ts";
import { createReadAlertRule } from "#server/read/alerts/read-alert-rule.ts";
import { createReadEvent } from "#server/read/read-event.ts";
import { createReadReleaseMarks } from "#server/read/read-release-marks.ts";
import { createReadRelease } from "#server/read/read-release.ts";
import { createReadReleases } from "#server/read/read-releases.ts";
import { createReadRoute } from "#server/read/read-route-detail.ts";
import { createReadRouteFindings } from "#server/read/read-route.ts";
import { createReadRoutes } from "#server/read/read-routes.ts";
import { createReadServiceTimes } from "#server/read/read-service-times.ts";
import { createReadSimilarSpans } from "#server/read/similar-spans.ts";
import { createReadSimilar } from "#server/read/read-similar.ts";
import { createStorageReads } from "#server/read/read-storage.ts";
import { createReadTexts } from "#server/read/read-texts.ts";
import { createReadTraceErrors } from "#server/read/read-trace-errors.ts";
import { createLinksTo, createReadTrace, createSearchTraces } from "#server/read/read-trace.ts";
import { createReadTraffic } from "#server/read/read-traffic.ts";
import { createReadUnjoined } from "#server/read/read-unjoined.ts";
import { rememberTraffic } from "#server/read/remember-traffic.ts";
import { createSearchReads } from "#server/read/search/search-reads.ts";
import { createSuggestOwners } from "#server/read/suggest-owners.ts";
import { createTryRules } from "#server/read/try-rules.ts";
import { tryScrubbing } from "#server/read/try-scrubbing.ts";
import type { Services } from "#server/services.ts";
import type { Store } from "#server/storage/store.ts";
import { heavyServicesIn } from "#server/threads/heavy-reads.ts";
import type { ReadThreads } from "#server/threads/read-threads.ts";

/** The reads of pages on one store. */
type Reads = Omit<
  Services,
  | "allowedPrivate"
  | "commands"
  | "exceededLimits"
  | "now"
  | "outgoing"
  | "packages"
  | "sampleData"
  | "store"
  | "troubles"
  | "uploads"
>;

type ReadDeps = {
  store: Store;
  config: Config;
  unminify: ReturnType<typeof createUnminifier>;
  /** Absent in the thread that serves slow pages. */
  reads?: ReadThreads;
  now: () => number;
};

export function createReads({ store, config, unminify, reads, now }: ReadDeps): Reads {
  const elapsed = () => performance.now();
  const heavy = reads && heavyServicesIn(reads);
  const readEvent = createReadEvent(store, unminify);
  const readTrace = createReadTrace(store);
  const findTrace = createFindTrace({ traces: store.traces, elapsed });
  const readRoutes = createReadRoutes({ rollups: store.rollups, now });
  const readTraffic = heavy?.readTraffic ?? createReadTraffic(store);
  const searchTraces = heavy?.searchTraces ?? createSearchTraces(store);
  const recentTraffic = rememberTraffic({ read: readTraffic, now });
  const searchReads = createSearchReads(store, now);
  return {
    readEvent,
    readTrace,
    findTrace,
    readRoutes,
    readTraffic,
    recentTraffic,
    searchTraces,
    tryScrubbing,
    ...searchReads,
    readTexts: createReadTexts(store),
    listProjects: createListProjects({ projects: store.projects, recentTraffic, now }),
    suggestOwners: createSuggestOwners(store, readEvent),
    ...createStorageReads(store, { config, now }),
    readTraceErrors: createReadTraceErrors(store),
    readServiceTimes: createReadServiceTimes({ traces: store.traces, elapsed }),
    readUnjoined: createReadUnjoined({ store, readTrace, searchTraces }),
    jump: createJump({ store, readTrace, findTrace, readRoutes, ...searchReads, now, elapsed }),
    linksTo: createLinksTo(store, readTrace),
    readSimilarSpans: createReadSimilarSpans(store),
    listRoutes: createListRoutes({ rollups: store.rollups, readRoutes }),
    listVitals: createListVitals(store.rollups),
    findRoute: createFindRoute(store.rollups),
    readRoute: createReadRoute(store, now),
    compareReleases: createCompareReleases({ store, readTrace }),
    readReleases: createReadReleases(store),
    readRelease: createReadRelease(store),
    readReleaseMarks: createReadReleaseMarks(store.releases),
    readOverview: createReadOverview(store, now),
    readRouteFindings: createReadRouteFindings({ store, elapsed }),
    readAlertRule: createReadAlertRule({
      store,
      readEvent,
      mailIsOn: config.mail !== undefined,
      now,
    }),
    readSimilar: createReadSimilar(store),
    tryRules: createTryRules({ store, unminify, now, elapsed }),
    ...heavy,
  };
}
