/**
 * How many names a project may use before new ones are filed under "(other)" or not indexed. A DSN
 * is public: without limits, anyone could fill tables, memory, and pages with invented names.
 * Events are always stored in full; what is not indexed counts as the outcome `over-limit`.
 */
export const cardinalityLimits = {
  /** Deployments have a handful; 200 allows one per branch. Lists and menus show all. */
  environments: { most: 200, variable: "SPOOR_MAX_ENVIRONMENTS", label: "environments" },
  /** Thirty deploys a day for a year. */
  releases: { most: 10_000, variable: "SPOOR_MAX_RELEASES", label: "releases" },
  /** Services that send spans to one project. */
  services: { most: 500, variable: "SPOOR_MAX_SERVICES", label: "services" },
  /** An event has at most 200. An issue's page reads the top values of each of its keys. */
  tagKeys: { most: 500, variable: "SPOOR_MAX_TAG_KEYS", label: "tag keys" },
  /**
   * Tag values in all issues of a project, one row each: about 1 GB. Above that, new ones count
   * only with their key.
   */
  tagValues: { most: 5_000_000, label: "tag values" },
  /** A route is a service, a type, and a pattern. URLs with IDs in them exceed this. */
  routes: { most: 5_000, variable: "SPOOR_MAX_ROUTES", label: "routes" },
  /** Pages with web vitals: a service and a pattern. */
  pages: { most: 5_000, variable: "SPOOR_MAX_PAGES", label: "pages with web vitals" },
  /** Pairs of services that call each other: each is a line in the service map. */
  serviceCalls: { most: 5_000, variable: "SPOOR_MAX_SERVICE_CALLS", label: "service calls" },
  /** Pairs of a release and an environment with sessions: each has a row per hour. */
  sessionGroups: {
    most: 20_000,
    variable: "SPOOR_MAX_SESSION_GROUPS",
    label: "releases per environment",
  },
  /**
   * Tracked users of a release in an environment per day: one row each. Crash-free users are a
   * share of these.
   */
  sessionUsers: { most: 100_000, label: "users of a release per day" },
  /** Categories and reasons in client reports; SDKs use about thirty. */
  lossReasons: {
    most: 200,
    variable: "SPOOR_MAX_LOSS_REASONS",
    label: "reasons in client reports",
  },
  /**
   * A release that breaks everything creates a few hundred; later ones share one issue until the
   * hour ends.
   */
  newIssues: {
    most: 1_000,
    variable: "SPOOR_MAX_NEW_ISSUES_PER_HOUR",
    label: "new issues per hour",
  },
  /** Users of an issue tracked individually; above, a sample is (user-sampling.ts). */
  users: { most: 100_000, variable: "SPOOR_MAX_EXACT_USERS", label: "users per issue" },
} as const satisfies { [limit: string]: { most: number; variable?: string; label: string } };

export type LimitName = keyof typeof cardinalityLimits;

/** The limits of this instance. */
export type CardinalityLimits = { readonly [limit in LimitName]: number };

export const limitNames = Object.keys(cardinalityLimits) as LimitName[];

/** The default limits with `given` changes. */
export const limitsWith = (given: Partial<CardinalityLimits> = {}): CardinalityLimits =>
  Object.fromEntries(
    limitNames.map((name) => [name, given[name] ?? cardinalityLimits[name].most]),
  ) as CardinalityLimits;

/** Limits on recurring names: a name keeps its slot while it is in use. */
export type Dimension = Exclude<LimitName, "newIssues" | "users" | "tagValues" | "sessionUsers">;

/**
 * Tracked tag values: of one key in an issue, of all keys of an issue, of all issues of a project.
 */
export const tagValueLimits = {
  perKey: 1_000,
  perIssue: 20_000,
  perProject: cardinalityLimits.tagValues.most,
} as const;

/** The replacement for names over a limit; it always has room. */
export const overflowName = "(other)";

/** Joins several names: none contains a line break after parsing. */
export const joinNames = (...names: string[]): string => names.join("\n");
