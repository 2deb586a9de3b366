import type { UnmappedReason } from "#server/domain/artifact/artifact.ts";
import type { Ruled } from "#server/domain/grouping-rules/rule.ts";
import type { EventId } from "#server/domain/ids.ts";
import type { Json, JsonObject } from "#server/domain/json.ts";

/**
 * A normalized error event, independent of SDK and format: input of grouping and pages. Field names
 * are those of the Sentry event schema. Times are milliseconds since 1970. Exceptions are outermost
 * first, frames innermost first, the reverse of the wire.
 */
export type ErrorEvent = {
  eventId: EventId;
  receivedAt: number;
  timestamp: number;
  /**
   * `error` has exceptions or a stack, `csp` is a browser's report, `default` has only a message.
   */
  type: "error" | "default" | "csp";
  level: Level;
  platform: string;
  logger?: string;
  /** The logged message with its parameters. */
  message?: string;
  /** The message without its parameters, if the SDK sends both: better for grouping. */
  messageTemplate?: string;
  exceptions: Exception[];
  /**
   * Stacks of events without an exception (captureMessage with attachStacktrace, crashed threads).
   */
  threads: Thread[];
  csp?: CspReport;
  transaction?: string;
  /** Source of the transaction's name, if the SDK sends it: `url`, `route`, `custom`, … */
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
  /** As sent by the client; absent if none. */
  fingerprint?: string[];
  /** Result of the project's grouping rules. */
  ruled?: Ruled;
  /** Pairs of asset and debug ID, for unminifying. */
  debugImages: { codeFile: string; debugId: string }[];
  /** Fields trimmed, dropped, corrected, or scrubbed during ingestion. */
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
  /** Number of frames omitted from the middle of a long stack. */
  framesOmitted?: number;
};

export type Mechanism = {
  type?: string;
  /** false: not caught. */
  handled?: boolean;
  /** Created by the SDK to carry a stack; its type is meaningless. */
  synthetic?: boolean;
  source?: string;
  exceptionId?: number;
  parentId?: number;
  isExceptionGroup?: boolean;
};

export type Frame = {
  function?: string;
  module?: string;
  /** A readable path, relative if the SDK could make it so. */
  file?: string;
  /** The full path or URL, if it has more than `file`. */
  absPath?: string;
  line?: number;
  /** 1-based. */
  column?: number;
  inApp: boolean;
  context?: FrameContext;
  vars?: { [name: string]: Json };
  package?: string;
  /** True after a source map resolved it. */
  mapped?: boolean;
  /** The executed code, if `mapped`. */
  minified?: { function?: string; file?: string; line: number; column: number };
  /** Why no source map could be used, for frames that need one. */
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

/** A note on one field, by its path as sent (`request.headers.authorization`). */
export type Note = {
  path: string;
  kind: "trimmed" | "dropped" | "corrected" | "scrubbed";
  detail: string;
};

/**
 * The time that orders and files an event: when it happened by our clock, but never after its
 * receipt.
 */
export const happenedAt = ({
  timestamp,
  receivedAt,
}: Pick<ErrorEvent, "timestamp" | "receivedAt">): number => Math.min(timestamp, receivedAt);
