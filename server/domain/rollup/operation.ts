import { joinNames } from "#server/domain/cardinality/limits.ts";

/**
 * Work of one kind that a service does again and again, told apart by its route (SPEC section 3).
 * The kinds that people wait for and that lists show come first; the others measure what belongs to
 * a route.
 */
export const operationKinds = [
  /** A request as the server answered it: spans of kind server that entered their process. */
  "server",
  /** A message taken from a queue. */
  "consumer",
  /** Background work: a root span of no other kind (cron tasks, jobs). */
  "task",
  /** The browser loads a document: from the click to the load event. */
  "document",
  /** The browser's router goes to a page without loading a document: the time in pending UI. */
  "navigation",
  /**
   * The browser's router posts a form, by navigation or fetcher, until what it changed is loaded
   * again.
   */
  "submit",
  /** The browser's router loads data without going anywhere (`fetcher.load`, revalidation). */
  "fetch",
  /** A nested route's loader or action on the server; its route is the route's id. */
  "loader",
  "action",
  // From here on counted beside the others, for what pages say of a route's visits: the same span
  // counts above, too.
  /** A request that the server answered with a whole document. */
  "page",
  /** A request that the browser made in advance: no visit. */
  "prefetch",
  /** A navigation that found its data loaded beforehand. */
  "prefetched",
  /**
   * What an action made the router load again: its duration is that loading's, not the submit's.
   */
  "revalidated",
  /** A document becomes an application: the time that hydration itself takes. */
  "hydration",
] as const;
export type OperationKind = (typeof operationKinds)[number];

/** What lists of routes show unless asked for a kind. */
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
   * The route pattern with a leading slash (`/shop/:product`); a span's name where it tells no
   * route; a route id of loaders.
   */
  route: string;
  /**
   * The HTTP method of requests: `GET /checkout` and `POST /checkout` are two. Absent where it is
   * unknown, and on all other kinds.
   */
  method?: string | undefined;
};

/** What an operation is told apart by within its project, for limits of names. */
export const operationKey = ({ service, kind, route, method }: Operation): string =>
  method === undefined ? joinNames(service, kind, route) : joinNames(service, kind, route, method);

/** As lists and messages print it: `POST /checkout`. */
export const routeTitle = ({ method, route }: Pick<Operation, "method" | "route">): string =>
  method === undefined ? route : `${method} ${route}`;

/** As storage knows it: an integer, unique in the instance, in URLs. */
export type StoredOperation = Operation & { id: number };
