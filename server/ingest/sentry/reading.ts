import type { JsonObject } from "#server/domain/json.ts";
import type { Problem } from "#server/domain/problem.ts";
import type { AdmittedEvent, CountedItem } from "#server/ingest/request.ts";
import type { AttachmentItem } from "./attachments.ts";
import type { FeedbackItem } from "./feedback/read-feedback.ts";
import type { SessionItem } from "./sessions.ts";
import type { SpanItem } from "./spans/read-spans.ts";

export type EventReading = Pick<AdmittedEvent, "payload" | "source" | "known">;

/** What a request's body turned out to hold, before its sender is known. */
export type Reading = {
  /** The envelope's headers; empty elsewhere. */
  headers: JsonObject;
  events: EventReading[];
  spans: SpanItem[];
  sessions: SessionItem[];
  feedback: FeedbackItem[];
  attachments: AttachmentItem[];
  checkIns: JsonObject[];
  counted: CountedItem[];
  /** Data categories that the client is to stop sending. */
  switchOff: string[];
  /** The first thing wrong: the answer where nothing else could be taken. */
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
