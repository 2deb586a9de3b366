import type { Buffer } from "node:buffer";
import type { ErrorEvent, Note } from "#server/domain/event/error-event.ts";
import type { Grouping } from "#server/domain/grouping/grouping.ts";
import type { Feedback } from "#server/domain/feedback/feedback.ts";
import type { EventId, ProjectId } from "#server/domain/ids.ts";
import type { JsonObject } from "#server/domain/json.ts";
import type { CheckInReport } from "#server/domain/monitor/check-in.ts";
import type { Problem } from "#server/domain/problem.ts";
import type { Key, Project } from "#server/domain/project/project.ts";
import type { SessionReport } from "#server/domain/release/session.ts";
import { type HintHeaders, hintHeaders } from "#server/domain/user-agent/client-hints.ts";
import type { VitalReport } from "#server/domain/vital/vital.ts";
import type { TracePart } from "#server/domain/trace/terms/trace-part.ts";
import type { KnownStretch } from "./known-stack.ts";
import type { Edit } from "./splice.ts";

/** A received request, copied out of HTTP: the worker that reads it has no socket. */
export type IngestRequest = {
  method: string;
  /** Path and query as received, the base path removed. */
  url: string;
  /** Lower-case names. Only those of `forwardedHeaders`. */
  headers: { [name: string]: string };
  body: Uint8Array;
  receivedAt: number;
  /** The peer, or what a trusted proxy says of it. */
  remoteAddress: string;
  /**
   * Fresh for each request and kept in the spool with it (32 hex digits): the id of an event that
   * came without one. Where it is absent the id is made of the bytes and the time of receipt, so
   * that reading the request again yields the same, at the price that identical reports within one
   * millisecond are one.
   */
  freshId?: string;
};

/** The headers that any endpoint looks at: nothing else crosses to the worker. */
export const forwardedHeaders = [
  "authorization",
  "content-encoding",
  "content-type",
  "origin",
  "referer",
  "user-agent",
  "x-sentry-auth",
  ...hintHeaders,
];

/** What the feedback form needs besides, to know a post of its own page. */
export const formHeaders = ["host", "sec-fetch-site"] as const;

/** What goes back. The HTTP handler adds CORS headers to every response. */
export type Reply = {
  status: number;
  headers: { [name: string]: string };
  body: string | Uint8Array;
  /** On a refusal whose sender is known: what the project's outcomes count. */
  refused?: { projectId: ProjectId; items: CountedItem[] };
};

/** Who sends: a key, and the project that it belongs to. */
export type Sender = { key: Key; project: Project };

/** Finds who a public key belongs to: its own cache, or storage. */
export type FindKey = (publicKey: string) => Promise<Sender | undefined>;

/** A request that may be kept: the reply is due once its bytes are on disk. */
export type Admitted = {
  projectId: ProjectId;
  sender: Sender;
  reply: Reply;
  receipt: Receipt;
  items: AdmittedItem[];
  /**
   * How to say to this client that its request could not be kept after all; absent: as `refuse`
   * says it (reply.ts).
   */
  refuse?: (problem: Problem) => Reply;
};

/** What is known about an item from outside itself: kept in the spool beside it. */
export type Receipt = {
  projectId: ProjectId;
  receivedAt: number;
  remoteAddress: string;
  userAgent?: string;
  clientHints?: HintHeaders;
  /** The envelope's `sent_at`, milliseconds: tells the client's clock from ours. */
  sentAt?: number;
  /** The envelope's event id, for items that carry none. */
  eventId?: EventId;
  /** The envelope's dynamic sampling context: trace id, release and environment as strings. */
  trace?: { [name: string]: string };
  sdk?: { name: string; version: string };
};

/** An item, parsed once: what the digest takes on. */
export type AdmittedItem =
  | AdmittedEvent
  | AdmittedSpans
  | AdmittedSessions
  | AdmittedCheckIns
  | AdmittedFeedback
  | AdmittedAttachment
  | CountedItem;

export type AdmittedEvent = {
  kind: "event";
  payload: JsonObject;
  /** What was left out while the payload was made: of exceptions that come in spans and logs. */
  notes?: Note[];
  /**
   * The bytes that `payload` was parsed from, where they are all there is to it: for `writeBody`,
   * which is then a copy.
   */
  source?: Buffer;
  /** Where in `source` stacks stand that came before. */
  known?: KnownStretch[];
};

/** Spans, no matter which world they came from, in the form in which they are stored. */
export type AdmittedSpans = {
  kind: "spans";
  /**
   * What outcomes count of them as accepted or as duplicate: `span` each span; `transaction` one
   * for the item, however many spans it has.
   */
  category: "span" | "transaction";
  /** A trace each. */
  parts: TracePart[];
  /** Web vitals that these spans, or the events they were made of, report. */
  vitals?: VitalReport[];
};

/** Sessions of the application: outcomes count each report as a `session`. */
export type AdmittedSessions = { kind: "sessions"; reports: SessionReport[] };

/** User feedback: outcomes count each as `feedback`. */
export type AdmittedFeedback = { kind: "feedback"; feedback: Feedback };

/** A file: outcomes count its bytes, as `attachment`. */
export type AdmittedAttachment = {
  kind: "attachment";
  eventId: EventId;
  /**
   * `name`, `contentType` and `kind` as in domain/attachment; the bytes are a view of the body, to
   * be copied when kept.
   */
  file: { name: string; contentType: string; kind: string; bytes: Uint8Array };
};

/** Check-ins of monitors: outcomes count each as `monitor`. */
export type AdmittedCheckIns = { kind: "check-ins"; reports: CheckInReport[] };

/** Anything that is only counted, for now or for ever. */
export type CountedItem = {
  kind: "counted";
  outcome:
    | "counted"
    | "unsupported"
    | "invalid"
    | "limited"
    | "filtered"
    | "duplicate"
    | "lost-at-client";
  category: string;
  reason: string;
  quantity: number;
};

/**
 * A category of a request that is over a limit: kept in the spool with it, so that reading it again
 * leaves out the same.
 */
export type Limited = {
  category: string;
  reason: "rate limit" | "quota";
  /** Whose limit it is. */
  scope: "key" | "project";
  retryAfterS: number;
  /** For its sender. */
  sentence: string;
};

/** An event, understood: what `understand` makes of an admitted payload. */
export type Understood = {
  event: ErrorEvent;
  grouping: Grouping;
  /** The payload with its secrets scrubbed, as it will be on disk. */
  payload: JsonObject;
  /** What cleaning took out of `payload`: it no longer shows there, so it is stored beside it. */
  cleaning: Note[];
  /** All that cleaning changed, where that was texts alone. */
  edits?: Edit[];
};
