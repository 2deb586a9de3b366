import { joinNames } from "#server/domain/cardinality/limits.ts";

/**
 * Repeated work of one kind in a service, identified by its route. Kinds that users wait for, which
 * lists show, come first; others measure parts of a route.
 */
export const operationKinds = [
  /** A request handled by a server: server spans that entered their process. */
  "server",
  /** A message taken from a queue. */
  "consumer",
  /** Background work: a root span of no other kind (cron tasks, jobs). */
  "task",
  /** A browser's document load: from the click to the load event. */
  "document",
  /** A client-side navigation without a document: the time in pending UI. */
  "navigation",
  /** A client-side form submission, by navigation or fetcher, until changed data is reloaded. */
  "submit",
  /** A client-side load without a navigation (`fetcher.load`, revalidation). */
  "fetch",
  /** A nested route's loader or action on the server; its route is the route ID. */
  "loader",
  "action",
  // The following are counted in addition, for a route's visits: the same span also counts above.
  /** A request answered with a whole document. */
  "page",
  /** A request that the browser made in advance: not a visit. */
  "prefetch",
  /** A navigation whose data was prefetched. */
  "prefetched",
  /**
   * Data that an action made the router reload: the duration of the reload, not of the submission.
   */
  "revalidated",
  /** The duration of a document's hydration. */
  "hydration",
] as const;
export type OperationKind = (typeof operationKinds)[number];

/** Default kinds of route lists. */
export const waitedForKinds: readonly OperationKind[] = [
  "server",
  "consumer",
  "task",
  "document",
  "navigation",
  "submit",
];

export type Operation = {
  service: string;
  kind: OperationKind;
  /**
   * The route pattern with a leading slash (`/shop/:product`); the span's name without a route; the
   * route ID for loaders.
   */
  route: string;
  /**
   * The HTTP method: `GET /checkout` and `POST /checkout` are separate. Absent if unknown, and for
   * all other kinds.
   */
  method?: string | undefined;
};

/** The key of an operation within its project, for name limits. */
export const operationKey = ({ service, kind, route, method }: Operation): string =>
  method === undefined ? joinNames(service, kind, route) : joinNames(service, kind, route, method);

/** In lists and messages: `POST /checkout`. */
export const routeTitle = ({ method, route }: Pick<Operation, "method" | "route">): string =>
  method === undefined ? route : `${method} ${route}`;

/** As stored: an integer, unique in the instance, used in URLs. */
export type StoredOperation = Operation & { id: number };
