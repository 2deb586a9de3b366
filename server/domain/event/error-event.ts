import type { UnmappedReason } from "#server/domain/artifact/artifact.ts";
import type { Ruled } from "#server/domain/grouping-rules/rule.ts";
import type { EventId } from "#server/domain/ids.ts";
import type { Json, JsonObject } from "#server/domain/json.ts";

/**
 * An error event as Spoor understands it, no matter which SDK and shape it came in: what grouping
 * reads and pages show. Field names are the Sentry event schema's. Times are milliseconds since
 * 1970. Exceptions are outermost first, frames innermost first (SPEC section 10), the reverse of
 * the wire.
 */
export type ErrorEvent = {
  eventId: EventId;
  receivedAt: number;
  timestamp: number;
  /**
   * `error` has exceptions or a stack, `csp` is a browser's report, `default` only says something.
   */
  type: "error" | "default" | "csp";
  level: Level;
  platform: string;
  logger?: string;
  /** The sentence logged, with its parameters filled in. */
  message?: string;
  /**
   * The sentence before its parameters were filled in, where the SDK sends both: the better one to
   * group by.
   */
  messageTemplate?: string;
  exceptions: Exception[];
  /**
   * Stacks of events without an exception (captureMessage with attachStacktrace, crashed threads).
   */
  threads: Thread[];
  csp?: CspReport;
  transaction?: string;
  /**
   * What the transaction's name is made from, where the SDK says so: `url`, `route`, `custom`, …
   */
  transactionSource?: string;
  breadcrumbs: Breadcrumb[];
  request?: RequestInfo;
  user?: UserInfo;
  tags: [key: string, value: string][];
  contexts: { [name: string]: JsonObject };
  extra: JsonObject;
  modules: [name: string, version: string][];
  release?: string;
  dist?: string;
  environment?: string;
  serverName?: string;
  sdk?: { name: string; version: string; packages?: string[]; integrations?: string[] };
  traceId?: string;
  spanId?: string;
  /** As the client sent it; absent when it sent none. */
  fingerprint?: string[];
  /** What the project's rules of grouping made of it. */
  ruled?: Ruled;
  /** Pairs of asset and debug id, for un-minifying. */
  debugImages: { codeFile: string; debugId: string }[];
  /** What was trimmed, dropped, corrected or scrubbed on the way in. */
  notes: Note[];
};

export const levels = ["fatal", "error", "warning", "info", "debug"] as const;
export type Level = (typeof levels)[number];

export type Exception = {
  type?: string;
  value?: string;
  module?: string;
  mechanism?: Mechanism;
  frames: Frame[];
  /** How many frames were left out of the middle of a long stack. */
  framesOmitted?: number;
};

export type Mechanism = {
  type?: string;
  /** false: not caught. */
  handled?: boolean;
  /** The exception was made by the SDK to carry a stack; its type says nothing. */
  synthetic?: boolean;
  source?: string;
  exceptionId?: number;
  parentId?: number;
  isExceptionGroup?: boolean;
};

export type Frame = {
  function?: string;
  module?: string;
  /** Path as people know it, relative where the SDK could make it so. */
  file?: string;
  /** The full path or URL, where it says more than `file`. */
  absPath?: string;
  line?: number;
  /** 1-based. */
  column?: number;
  inApp: boolean;
  context?: FrameContext;
  vars?: { [name: string]: Json };
  package?: string;
  /** True once a source map turned it into original source. */
  mapped?: boolean;
  /** What the browser ran, where `mapped`. */
  minified?: { function?: string; file?: string; line: number; column: number };
  /** Why no source map could be used, of frames for which one was looked for. */
  unmapped?: UnmappedReason;
};

export type FrameContext = { pre: string[]; line: string; post: string[] };

export type Thread = {
  id?: string;
  name?: string;
  crashed: boolean;
  current: boolean;
  frames: Frame[];
};

export type Breadcrumb = {
  timestamp?: number;
  type?: string;
  category?: string;
  level?: string;
  message?: string;
  data?: JsonObject;
};

export type RequestInfo = {
  method?: string;
  url?: string;
  query: [string, string][];
  headers: [string, string][];
  cookies: [string, string][];
  data?: Json;
  env?: JsonObject;
};

export type UserInfo = {
  id?: string;
  email?: string;
  username?: string;
  name?: string;
  ip?: string;
  data?: JsonObject;
};

export type CspReport = {
  directive: string;
  blockedUri: string;
  documentUri?: string;
  sourceFile?: string;
  line?: number;
  column?: number;
  disposition?: string;
  sample?: string;
};

/** A remark on one field, by its path in the sender's terms (`request.headers.authorization`). */
export type Note = {
  path: string;
  kind: "trimmed" | "dropped" | "corrected" | "scrubbed";
  detail: string;
};

/**
 * By which an event is ordered and filed: when it happened by our clock, and never after its
 * receipt.
 */
export const happenedAt = ({
  timestamp,
  receivedAt,
}: Pick<ErrorEvent, "timestamp" | "receivedAt">): number => Math.min(timestamp, receivedAt);
