/** What a project's admins set. Storage keeps what differs from the defaults, as JSON. */
export type ProjectSettings = {
  sampling: {
    /**
     * Share of the traces that are kept beside the failed and the slowest ones: 1 keeps all (SPEC
     * section 4, `dropped`: sampling).
     */
    keptShare: number;
    /** When that was set, milliseconds since 1970: what came in earlier hours is left as it is. */
    changedAt?: number;
  };
  scrubbing: ScrubbingSettings;
  grouping: {
    /** Rules of fingerprints and titles, one a line (domain/grouping-rules); empty: none. */
    rules: string;
  };
  quotas: {
    /** Events and spans taken in a UTC day; absent: no limit. */
    eventsPerDay?: number;
    spansPerDay?: number;
    feedbackPerDay?: number;
    /** Bytes of attachments. */
    attachmentBytesPerDay?: number;
  };
  triage: {
    /** Open issues that have not happened for so many days are resolved; absent: never. */
    autoResolveDays?: number;
  };
  retention: {
    /**
     * Whole days for which events and traces are kept, where that is shorter than everywhere
     * (domain/retention).
     */
    eventDays?: number;
  };
  /** What is counted and not stored, although it came in good order (domain/inbound-filter). */
  filters: FilterSettings;
  /** Whether it takes anything at all (SPEC section 4, Project). */
  paused: boolean;
};

export type ScrubbingSettings = {
  /** Passwords, secrets, tokens, cards, cookies, authorization: by name and by look. */
  secrets: boolean;
  /** Whether the sender's IP address is kept. Off by default. */
  keepIp: boolean;
  /** Names of fields that are always filtered, beside the built-in ones. */
  alsoFilter: string[];
  /** Names of fields that never are. */
  neverFilter: string[];
};

export type FilterSettings = {
  browserExtensions: boolean;
  legacyBrowsers: boolean;
  webCrawlers: boolean;
  localhost: boolean;
  healthChecks: boolean;
  /** Globs over messages of errors, and over releases. */
  messages: string[];
  releases: string[];
};

export const defaultSettings: ProjectSettings = {
  sampling: { keptShare: 1 },
  scrubbing: { secrets: true, keepIp: false, alsoFilter: [], neverFilter: [] },
  grouping: { rules: "" },
  quotas: {},
  triage: {},
  retention: {},
  // Also of new projects: a developer who tries an SDK on localhost has to see what it sends.
  filters: {
    browserExtensions: false,
    legacyBrowsers: false,
    webCrawlers: false,
    localhost: false,
    healthChecks: false,
    messages: [],
    releases: [],
  },
  paused: false,
};

/** The defaults with what was changed laid over them, part by part. */
export function settingsFrom(changed: Partial<ProjectSettings>): ProjectSettings {
  return {
    sampling: { ...defaultSettings.sampling, ...changed.sampling },
    scrubbing: { ...defaultSettings.scrubbing, ...changed.scrubbing },
    grouping: { ...defaultSettings.grouping, ...changed.grouping },
    quotas: { ...changed.quotas },
    triage: { ...changed.triage },
    retention: { ...changed.retention },
    filters: { ...defaultSettings.filters, ...changed.filters },
    paused: changed.paused ?? false,
  };
}
