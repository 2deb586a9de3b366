/**
 * An SDK's report on one use of an application: a page view, a process, a request. A session is
 * sent several times with one ID, whenever more is known.
 */
export type SessionUpdate = SessionPlace & {
  kind: "update";
  /** Unique within a project. */
  sid: string;
  /** Equal for an update and its retry, different for two updates of a session. */
  revision: string;
  /** The SDK's mark of the first update of this session. */
  isFirst: boolean;
  marks: SessionMarks;
};

/** Sessions counted by the sender, with the same start: servers, with one per request, do so. */
type SessionTally = SessionPlace & { kind: "tally"; counts: SessionCounts };

export type SessionReport = SessionUpdate | SessionTally;

export type SessionPlace = {
  /** "" if not sent. */
  release: string;
  environment: string;
  /** By our clock, milliseconds since 1970. */
  startedAt: number;
  /** A hash of the user, if sent. */
  user?: string;
};

export const sessionMarks = ["crashed", "errored", "abnormal"] as const;

/** Marks of a session, each counted once. A crash also counts as errored. */
export type SessionMarks = { [mark in (typeof sessionMarks)[number]]: boolean };

/** The known state of a session. */
export type KnownSession = {
  startedAt: number;
  isCounted: boolean;
  /** Marks already counted. */
  marks: SessionMarks;
  /** Updates received. */
  revisions: readonly string[];
};

export type SessionCounts = { sessions: number } & {
  [mark in (typeof sessionMarks)[number]]: number;
};
