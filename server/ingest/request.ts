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

/** A received request, copied from HTTP: the worker that reads it has no socket. */
export type IngestRequest = {
  method: string;
  /** Path and query as received, without the base path. */
  url: string;
  /** Lowercase names. Only those of `forwardedHeaders`. */
  headers: { [name: string]: string };
  body: Uint8Array;
  receivedAt: number;
  /** The peer, or the client according to a trusted proxy. */
  remoteAddress: string;
  /**
   * Unique per request and kept in the spool with it (32 hexadecimal digits): the ID of an event
   * without one. If absent, the ID is derived from the bytes and the time of receipt, so that
   * reading the request again yields the same; identical reports within one millisecond then count
   * as one.
   */
  freshId?: string;
};

/** Headers used by endpoints; no others are sent to the worker. */
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

/** Additional headers of the feedback form, to recognize a post from its own page. */
export const formHeaders = ["host", "sec-fetch-site"] as const;

/** The response. The HTTP handler adds CORS headers. */
export type Reply = {
  status: number;
  headers: { [name: string]: string };
  body: string | Uint8Array;
  /** For a refusal with a known sender: the project's outcome. */
  refused?: { projectId: ProjectId; items: CountedItem[] };
};

/** The sender: a key and its project. */
export type Sender = { key: Key; project: Project };

/** Finds the owner of a public key in a cache or storage. */
export type FindKey = (publicKey: string) => Promise<Sender | undefined>;

/** A request that may be stored: the reply is sent after its bytes are on disk. */
export type Admitted = {
  projectId: ProjectId;
  sender: Sender;
  reply: Reply;
  receipt: Receipt;
  items: AdmittedItem[];
  /** Encodes a later refusal for this client; absent: like `refuse` (reply.ts). */
  refuse?: (problem: Problem) => Reply;
};

/** Data about an item from outside it, stored next to it in the spool. */
export type Receipt = {
  projectId: ProjectId;
  receivedAt: number;
  remoteAddress: string;
  userAgent?: string;
  clientHints?: HintHeaders;
  /** The envelope's `sent_at`, milliseconds: the difference between the client's clock and ours. */
  sentAt?: number;
  /** The envelope's event ID, for items without one. */
  eventId?: EventId;
  /** The envelope's dynamic sampling context: trace ID, release, and environment as strings. */
  trace?: { [name: string]: string };
  sdk?: { name: string; version: string };
};

/** An item parsed once: the digest's input. */
export type AdmittedItem =
  | AdmittedEvent
  | AdmittedSpans
  | AdmittedSessions
  | AdmittedCheckIns
  | AdmittedFeedback
  | AdmittedAttachment
  | CountedItem;

/**
 * How limits and outcomes count the items of each kind. `category`: undefined for an item that is
 * already an outcome. A transaction counts once with all its spans.
 */
const counting: { [Kind in AdmittedItem["kind"]]: Counting<AdmittedItem & { kind: Kind }> } = {
  event: { category: () => "error", quantity: () => 1 },
  spans: {
    category: ({ category }) => category,
    quantity: ({ category, parts }) =>
      category === "transaction" ? 1 : parts.reduce((sum, { spans }) => sum + spans.length, 0),
  },
  sessions: { category: () => "session", quantity: ({ reports }) => reports.length },
  "check-ins": { category: () => "monitor", quantity: ({ reports }) => reports.length },
  feedback: { category: () => "feedback", quantity: () => 1 },
  attachment: {
    category: () => "attachment",
    quantity: ({ file }) => Math.max(1, file.bytes.byteLength),
  },
  counted: {
    category: ({ outcome, category }) => (outcome === "counted" ? category : undefined),
    quantity: ({ quantity }) => quantity,
  },
};

type Counting<Item> = {
  category: (item: Item) => string | undefined;
  quantity: (item: Item) => number;
};

const countingOf = ({ kind }: AdmittedItem) => counting[kind] as Counting<AdmittedItem>;
export const categoryOf = (item: AdmittedItem) => countingOf(item).category(item);
export const quantityOf = (item: AdmittedItem) => countingOf(item).quantity(item);

export type AdmittedEvent = {
  kind: "event";
  payload: JsonObject;
  /** Omissions while the payload was built, for exceptions in spans and logs. */
  notes?: Note[];
  /** The bytes of `payload`, if complete: `writeBody` then copies them. */
  source?: Buffer;
  /** Positions of known stacks in `source`. */
  known?: KnownStretch[];
};

/** Spans of any origin in the stored format. */
export type AdmittedSpans = {
  kind: "spans";
  /**
   * The category of accepted and duplicate in outcomes: `span` counts each span; `transaction`
   * counts one per item.
   */
  category: "span" | "transaction";
  /** One per trace. */
  parts: TracePart[];
  /** Web vitals reported by these spans, or by their events. */
  vitals?: VitalReport[];
};

/** Application sessions: outcomes count each report as a `session`. */
export type AdmittedSessions = { kind: "sessions"; reports: SessionReport[] };

/** User feedback: outcomes count each as `feedback`. */
type AdmittedFeedback = { kind: "feedback"; feedback: Feedback };

/** A file: outcomes count its bytes as `attachment`. */
export type AdmittedAttachment = {
  kind: "attachment";
  eventId: EventId;
  /**
   * `name`, `contentType`, and `kind` as in domain/attachment; the bytes are a view of the body and
   * must be copied to be kept.
   */
  file: { name: string; contentType: string; kind: string; bytes: Uint8Array };
};

/** Check-ins of monitors: outcomes count each as `monitor`. */
export type AdmittedCheckIns = { kind: "check-ins"; reports: CheckInReport[] };

/** An item that is only counted. */
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
 * A category of a request that is over a limit: kept in the spool, so that reading it again omits
 * the same.
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

/** A normalized event: result of `understand` for an admitted payload. */
export type Understood = {
  event: ErrorEvent;
  grouping: Grouping;
  /** The scrubbed payload, as stored on disk. */
  payload: JsonObject;
  /** Fields scrubbed from `payload`, which no longer shows them; stored next to it. */
  cleaning: Note[];
  /** All changes by scrubbing, if only texts changed. */
  edits?: Edit[];
};
