import type { JsonObject } from "#server/domain/json.ts";
import type { Problem } from "#server/domain/problem.ts";
import type { Project } from "#server/domain/project/project.ts";
import { filtered, type ReadyFilters } from "#server/ingest/inbound-filters.ts";
import type { Limits } from "#server/ingest/limits.ts";
import type {
  AdmittedEvent,
  AdmittedItem,
  CountedItem,
  IngestRequest,
  Receipt,
} from "#server/ingest/request.ts";
import { scrubRulesOf } from "#server/ingest/scrub-rules.ts";
import { type AttachmentItem, settleAttachments } from "./attachments.ts";
import { readCheckIns } from "./check-ins/read-check-ins.ts";
import { reasonAgainstFeedback } from "./feedback/filtered-feedback.ts";
import { type FeedbackItem, readFeedback } from "./feedback/read-feedback.ts";
import { sessionsUnlessFiltered } from "./filtered-sessions.ts";
import { counted } from "./item-kinds.ts";
import { readSessions, type SessionItem } from "./sessions.ts";
import { readSpans, type SpanItem } from "./spans/read-spans.ts";

export type EventReading = Pick<AdmittedEvent, "payload" | "source" | "known">;

/** The items of a request's body by kind, before its sender is known. */
type Items = {
  events: EventReading[];
  spans: SpanItem[];
  sessions: SessionItem[];
  feedback: FeedbackItem[];
  attachments: AttachmentItem[];
  checkIns: JsonObject[];
};

export type Reading = Items & {
  /** The envelope's headers; otherwise empty. */
  headers: JsonObject;
  counted: CountedItem[];
  /** Data categories that the client should stop sending. */
  switchOff: string[];
  /** The first fault: the response if nothing else was accepted. */
  fault?: Problem;
};

const noItems = (): Items => ({
  events: [],
  spans: [],
  sessions: [],
  feedback: [],
  attachments: [],
  checkIns: [],
});
export const emptyReading = (headers: JsonObject = {}): Reading => ({
  headers,
  ...noItems(),
  counted: [],
  switchOff: [],
});

/** If nothing in it was usable, the fault is the response; otherwise, it is an outcome. */
export const isFruitless = (reading: Reading): boolean =>
  kinds.every((kind) => reading[kind].length === 0) &&
  reading.counted.every((item) => item.outcome === "invalid");

type Sending = {
  request: IngestRequest;
  receipt: Receipt;
  project: Project;
  bounds: Limits;
  filters: ReadyFilters;
};

type Admitting = {
  [Kind in keyof Items]: (reading: Reading, sending: Sending) => AdmittedItem[];
};

/** What is admitted of each kind, in this order: files follow their events. */
const admitting: Admitting = {
  events: ({ events }) => events.map((event) => ({ kind: "event", ...event })),
  spans: ({ spans }, { receipt, bounds }) =>
    spans.flatMap((item) => readSpans(item, receipt, bounds)),
  sessions({ sessions }, { request, receipt, filters }) {
    const { kept, left } = sessionsUnlessFiltered(sessions, request, filters);
    return [...readSessions(kept, receipt), ...left];
  },
  checkIns: ({ checkIns }, { receipt }) => readCheckIns(checkIns, receipt),
  feedback: ({ feedback }, sending) => admitFeedback(feedback, sending),
  attachments: (reading, { receipt }) => settleAttachments(reading, receipt.eventId),
};

const kinds = Object.keys(admitting) as (keyof Items)[];

export const admitItems = (reading: Reading, sending: Sending): AdmittedItem[] => [
  ...kinds.flatMap((kind) => admitting[kind](reading, sending)),
  ...reading.counted,
];

function admitFeedback(
  feedback: FeedbackItem[],
  { receipt, project: { settings }, filters }: Sending,
): AdmittedItem[] {
  if (feedback.length === 0) return [];
  const rules = scrubRulesOf(settings.scrubbing);
  return feedback.map((item) => {
    const reason = reasonAgainstFeedback(item, receipt, filters);
    if (reason) return filtered("feedback", reason, 1);
    const read = readFeedback(item, receipt, rules);
    return read
      ? { kind: "feedback", feedback: read }
      : counted("invalid", "feedback", "malformed");
  });
}
