import type { ArtifactThread } from "#server/artifacts/artifact-thread.ts";
import { createUnminifier } from "#server/artifacts/unminifier.ts";
import { createCompareReleases } from "#server/read/compare-releases.ts";
import type { Config } from "#server/config.ts";
import { createFindRoute } from "#server/read/search/find-route.ts";
import { createFindTrace } from "#server/read/search/find-trace.ts";
import { createJump } from "#server/read/search/jump.ts";
import { createReadAlertRule } from "#server/read/alerts/read-alert-rule.ts";
import { createReadEvent } from "#server/read/read-event.ts";
import { createReadOverview } from "#server/overview/read-overview.ts";
import { createSearchReads } from "#server/read/search/search-reads.ts";
import { createReadRelease } from "#server/read/read-release.ts";
import { createReadReleases } from "#server/read/read-releases.ts";
import { createReadRouteFindings } from "#server/read/read-route.ts";
import { createReadRoute } from "#server/read/read-route-detail.ts";
import { createReadRoutes } from "#server/read/read-routes.ts";
import { createReadServiceTimes } from "#server/read/read-service-times.ts";
import { createReadSimilarSpans } from "#server/read/similar-spans.ts";
import { createReadSimilar } from "#server/read/read-similar.ts";
import { createReadSizes, createReadStorage } from "#server/read/read-storage.ts";
import { createLinksTo, createReadTrace, createSearchTraces } from "#server/read/read-trace.ts";
import { createReadTraffic } from "#server/read/read-traffic.ts";
import { createSuggestOwners } from "#server/read/suggest-owners.ts";
import { createTryRules } from "#server/read/try-rules.ts";
import { createListRoutes } from "#server/read/list-routes.ts";
import { createListVitals } from "#server/read/list-vitals.ts";
import type { ReadThreads } from "./read-threads.ts";
import type { Services } from "#server/services.ts";
import type { Store } from "#server/storage/store.ts";

/**
 * Services that run in a separate thread: their cost depends on client data, or their deadline is
 * above 50 ms.
 */
const heavyServices = [
  "searchTraces",
  "findTrace",
  "readServiceTimes",
  "linksTo",
  "readSimilarSpans",
  "jump",
  "readRoutes",
  "listRoutes",
  "listVitals",
  "readRoute",
  "readRouteFindings",
  "findRoute",
  "compareReleases",
  "readReleases",
  "readRelease",
  "readAlertRule",
  "readSimilar",
  "tryRules",
  "readStorage",
  "suggestOwners",
  "readTraffic",
  "readOverview",
  "readSizes",
] as const satisfies (keyof Services)[];
type HeavyService = (typeof heavyServices)[number];

/**
 * Store reads that pages call directly. Reads not listed use a key or an index page: the issue
 * list, its counts and trends, an event. Arguments and results are plain data, as messages between
 * threads require.
 */
const heavyStoreReads: { [Noun in keyof Store]?: readonly (keyof Store[Noun] & string)[] } = {
  issues: ["tags", "tagKeyCount", "countMatching", "activity", "fingerprints"],
  events: ["list", "notKept", "ofTrace"],
  traces: ["services", "kept", "keys", "values"],
  rollups: ["facets", "routeNames", "vitalSeries", "operationsOf", "byRelease"],
  groupings: ["parts"],
  outcomes: ["read"],
  feedback: ["list", "counts"],
  deliveries: ["list", "counts"],
  monitors: ["list", "steps", "checkIns"],
  artifacts: ["bundles", "files"],
  audit: ["list"],
  retention: ["days"],
};

type HeavyReadDeps = { store: Store; config: Config; artifacts: ArtifactThread };

/** The thread's side: dispatches a read by name, such as `readRoutes` or `issues.tags`. */
export function createHeavyReads(deps: HeavyReadDeps): (name: string, words: unknown[]) => unknown {
  const services = createReadServices(deps);
  return (name, words) => {
    const [noun, verb] = name.split(".") as [string, string?];
    const owner: object =
      verb === undefined
        ? services
        : deps.store[noun as Exclude<keyof Store, "pool" | "admission">];
    return Reflect.apply(
      Reflect.get(owner, verb ?? noun) as (...words: unknown[]) => unknown,
      owner,
      words,
    );
  };
}

function createReadServices({
  store,
  config,
  artifacts,
}: HeavyReadDeps): Pick<Services, HeavyService> {
  const { mail } = config;
  const now = Date.now;
  const elapsed = () => performance.now();
  const readTrace = createReadTrace(store);
  const findTrace = createFindTrace({ traces: store.traces, elapsed });
  const readRoutes = createReadRoutes({ rollups: store.rollups, now });
  const unminifyThere = (stacks: Parameters<typeof artifacts.call<"unminify">>[1]) =>
    artifacts.call("unminify", stacks);
  const unminify = createUnminifier({ artifacts: store.artifacts, unminifyThere });
  const readEvent = createReadEvent(store, unminify);
  const readSizes = createReadSizes(store);
  return {
    searchTraces: createSearchTraces(store),
    findTrace,
    readServiceTimes: createReadServiceTimes({ traces: store.traces, elapsed }),
    linksTo: createLinksTo(store, readTrace),
    readSimilarSpans: createReadSimilarSpans(store),
    jump: createJump({
      store,
      readTrace,
      findTrace,
      readRoutes,
      ...createSearchReads(store, now),
      now,
      elapsed,
    }),
    suggestOwners: createSuggestOwners(store, readEvent),
    readRoutes,
    listRoutes: createListRoutes({ rollups: store.rollups, readRoutes }),
    listVitals: createListVitals(store.rollups),
    readRoute: createReadRoute(store, now),
    readRouteFindings: createReadRouteFindings({ store, elapsed }),
    findRoute: createFindRoute(store.rollups),
    compareReleases: createCompareReleases({ store, readTrace }),
    readReleases: createReadReleases(store),
    readRelease: createReadRelease(store),
    readOverview: createReadOverview(store, now),
    readAlertRule: createReadAlertRule({ store, readEvent, mailIsOn: mail !== undefined, now }),
    readSimilar: createReadSimilar(store),
    readTraffic: createReadTraffic(store),
    tryRules: createTryRules({ store, unminify, now, elapsed }),
    readSizes,
    readStorage: createReadStorage(store, { config, now }, readSizes),
  };
}

/** The store with its heavy reads sent to the threads. All other methods are unchanged. */
export function withReadThreads(store: Store, threads: ReadThreads): Store {
  const nouns = Object.entries(heavyStoreReads).map(([noun, verbs]) => {
    const sent = verbs.map((verb) => [verb, send(threads, `${noun}.${verb}`)] as const);
    return [noun, overlay(store[noun as keyof Store] as object, sent)] as const;
  });
  return overlay(store, nouns);
}

export function heavyServicesIn(threads: ReadThreads): Pick<Services, HeavyService> {
  return Object.fromEntries(heavyServices.map((name) => [name, send(threads, name)])) as Pick<
    Services,
    HeavyService
  >;
}

const send =
  (threads: ReadThreads, name: string) =>
  (...words: unknown[]) =>
    threads.read(name, words);

/** Returns `target` with these properties overridden. */
function overlay<Target extends object>(
  target: Target,
  properties: (readonly [string, unknown])[],
): Target {
  const described = properties.map(([name, value]) => [name, { value, enumerable: true }] as const);
  return Object.create(target, Object.fromEntries(described)) as Target;
}
