/**
 * How many names a project may use before the next one is filed under "(other)" or left out of an
 * index. A DSN is public: without these limits a stranger fills tables, memory and pages with
 * made-up names. Events are stored whole beyond every limit; what is left out is counted as the
 * outcome `over-limit` (SPEC section 9).
 */
export const cardinalityLimits = {
  /**
   * Deployments have a handful; 200 leaves room for one per branch. Lists and menus of pages print
   * them all.
   */
  environments: { most: 200, variable: "SPOOR_MAX_ENVIRONMENTS", label: "environments" },
  /** Thirty deploys a day for a year. */
  releases: { most: 10_000, variable: "SPOOR_MAX_RELEASES", label: "releases" },
  /** Services that send spans to one project. */
  services: { most: 500, variable: "SPOOR_MAX_SERVICES", label: "services" },
  /**
   * An event carries 200 at most. An issue's page reads the top values of each key that the issue
   * has.
   */
  tagKeys: { most: 500, variable: "SPOOR_MAX_TAG_KEYS", label: "tag keys" },
  /**
   * Values of tags in all issues of a project: a row each, about 1 GB. Beyond that, new ones are
   * counted with their key alone.
   */
  tagValues: { most: 5_000_000, label: "tag values" },
  /**
   * A route is a service, a type and a pattern. Addresses with ids in them are what exceeds this.
   */
  routes: { most: 5_000, variable: "SPOOR_MAX_ROUTES", label: "routes" },
  /** Pages with web vitals: a service and a pattern. */
  pages: { most: 5_000, variable: "SPOOR_MAX_PAGES", label: "pages with web vitals" },
  /** Pairs of services that call each other: the service map draws each as a line. */
  serviceCalls: { most: 5_000, variable: "SPOOR_MAX_SERVICE_CALLS", label: "service calls" },
  /** Pairs of a release and an environment with sessions: each has a row for every hour. */
  sessionGroups: {
    most: 20_000,
    variable: "SPOOR_MAX_SESSION_GROUPS",
    label: "releases per environment",
  },
  /**
   * Users of a release in an environment that are told apart in a day: a row each. Crash-free users
   * are a share of these.
   */
  sessionUsers: { most: 100_000, label: "users of a release per day" },
  /** Categories and reasons that client reports name, of which SDKs know about thirty. */
  lossReasons: {
    most: 200,
    variable: "SPOOR_MAX_LOSS_REASONS",
    label: "reasons in client reports",
  },
  /**
   * A release that breaks everything opens some hundred; what comes beyond shares one issue until
   * the hour ends.
   */
  newIssues: {
    most: 1_000,
    variable: "SPOOR_MAX_NEW_ISSUES_PER_HOUR",
    label: "new issues per hour",
  },
  /**
   * Users of an issue that are told apart one by one; beyond, a sample of them is
   * (user-sampling.ts).
   */
  users: { most: 100_000, variable: "SPOOR_MAX_EXACT_USERS", label: "users per issue" },
} as const satisfies { [limit: string]: { most: number; variable?: string; label: string } };

export type LimitName = keyof typeof cardinalityLimits;

/** What holds on this instance. */
export type CardinalityLimits = { readonly [limit in LimitName]: number };

export const limitNames = Object.keys(cardinalityLimits) as LimitName[];

/** The limits as they are, except where `given` says otherwise. */
export const limitsWith = (given: Partial<CardinalityLimits> = {}): CardinalityLimits =>
  Object.fromEntries(
    limitNames.map((name) => [name, given[name] ?? cardinalityLimits[name].most]),
  ) as CardinalityLimits;

/**
 * Limits on names that a project uses again and again: who has one keeps it for as long as it
 * comes.
 */
export type Dimension = Exclude<LimitName, "newIssues" | "users" | "tagValues" | "sessionUsers">;

/**
 * Values of tags that are told apart: of one key in an issue, of all keys of an issue, of all
 * issues of a project.
 */
export const tagValueLimits = {
  perKey: 1_000,
  perIssue: 20_000,
  perProject: cardinalityLimits.tagValues.most,
} as const;

/** What names beyond a limit are filed under; it always has room. */
export const overflowName = "(other)";

/** Several names as one: none has a line break in it once it is read. */
export const joinNames = (...names: string[]): string => names.join("\n");
