/** Settings by a project's admins. Storage keeps differences from the defaults, as JSON. */
export type ProjectSettings = {
  sampling: {
    /**
     * Share of traces to keep besides failed and slowest ones: 1 keeps all (`dropped`: sampling).
     */
    keptShare: number;
    /** Time of the last change, milliseconds since 1970: earlier hours are not affected. */
    changedAt?: number;
  };
  scrubbing: ScrubbingSettings;
  grouping: {
    /** Grouping rules, one per line (domain/grouping-rules); empty: none. */
    rules: string;
  };
  quotas: {
    /** Events and spans per UTC day; absent: no limit. */
    eventsPerDay?: number;
    spansPerDay?: number;
    feedbackPerDay?: number;
    /** Bytes of attachments. */
    attachmentBytesPerDay?: number;
  };
  triage: {
    /** Days without an event after which open issues are resolved; absent: never. */
    autoResolveDays?: number;
  };
  retention: {
    /**
     * Days for which events and traces are kept, if shorter than the instance's (domain/retention).
     */
    eventDays?: number;
  };
  /** Valid data that is counted but not stored (domain/inbound-filter). */
  filters: FilterSettings;
  /** Whether all data is rejected. */
  paused: boolean;
};

export type ScrubbingSettings = {
  /** Passwords, secrets, tokens, cards, cookies, authorization: by name and by pattern. */
  secrets: boolean;
  /** Whether the sender's IP address is stored. Off by default. */
  keepIp: boolean;
  /** Names of fields that are always scrubbed, in addition to the built-in ones. */
  alsoFilter: string[];
  /** Names of fields that are never scrubbed. */
  neverFilter: string[];
};

export type FilterSettings = {
  browserExtensions: boolean;
  legacyBrowsers: boolean;
  webCrawlers: boolean;
  localhost: boolean;
  healthChecks: boolean;
  /** Patterns for error messages and for releases. */
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
  // Also off for new projects: a developer who tries an SDK on localhost must see its data.
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

/** The defaults with changes, part by part. */
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
