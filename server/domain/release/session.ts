/**
 * How one use of an application went, as SDKs report it: a page view, a process, a request. A
 * session is sent several times, under one id, whenever more is known of it.
 */
export type SessionUpdate = SessionPlace & {
  kind: "update";
  /** Told apart within a project. */
  sid: string;
  /** The same in an update and in its retry, different in two updates of a session. */
  revision: string;
  /** The SDK says that nothing of this session was sent before. */
  isFirst: boolean;
  marks: SessionMarks;
};

/**
 * Sessions that the sender has counted itself, of one start: servers do, which have one a request.
 */
type SessionTally = SessionPlace & { kind: "tally"; counts: SessionCounts };

export type SessionReport = SessionUpdate | SessionTally;

export type SessionPlace = {
  /** "" where none is told. */
  release: string;
  environment: string;
  /** By our clock, milliseconds since 1970. */
  startedAt: number;
  /** A hash of who used it, where the SDK tells. */
  user?: string;
};

export const sessionMarks = ["crashed", "errored", "abnormal"] as const;

/**
 * What may be said of a session, each once. What crashed counts as errored as well: something went
 * wrong in it.
 */
export type SessionMarks = { [mark in (typeof sessionMarks)[number]]: boolean };

/** What is known of a session that was heard of. */
export type KnownSession = {
  startedAt: number;
  isCounted: boolean;
  /** What has been counted of it. */
  marks: SessionMarks;
  /** Updates that came. */
  revisions: readonly string[];
};

export type SessionCounts = { sessions: number } & {
  [mark in (typeof sessionMarks)[number]]: number;
};
