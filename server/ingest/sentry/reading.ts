import type { JsonObject } from "#server/domain/json.ts";
import type { Problem } from "#server/domain/problem.ts";
import type { AdmittedEvent, CountedItem } from "#server/ingest/request.ts";
import type { AttachmentItem } from "./attachments.ts";
import type { FeedbackItem } from "./feedback/read-feedback.ts";
import type { SessionItem } from "./sessions.ts";
import type { SpanItem } from "./spans/read-spans.ts";

export type EventReading = Pick<AdmittedEvent, "payload" | "source" | "known">;

/** The content of a request's body, before its sender is known. */
export type Reading = {
  /** The envelope's headers; otherwise empty. */
  headers: JsonObject;
  events: EventReading[];
  spans: SpanItem[];
  sessions: SessionItem[];
  feedback: FeedbackItem[];
  attachments: AttachmentItem[];
  checkIns: JsonObject[];
  counted: CountedItem[];
  /** Data categories that the client should stop sending. */
  switchOff: string[];
  /** The first fault: the response if nothing else was accepted. */
  fault?: Problem;
};

export function emptyReading(headers: JsonObject = {}): Reading {
  return {
    headers,
    events: [],
    spans: [],
    sessions: [],
    feedback: [],
    attachments: [],
    checkIns: [],
    counted: [],
    switchOff: [],
  };
}
