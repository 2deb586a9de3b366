import { attachmentCategory } from "#server/domain/attachment/attachment.ts";
import type { OutcomeEntry } from "#server/domain/outcomes.ts";
import { hourOf } from "#server/domain/time.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import type {
  Admitted,
  AdmittedEvent,
  CountedItem,
  Receipt,
  Reply,
} from "#server/ingest/request.ts";
import type { ReceivedAttachment } from "#server/storage/attachments/attachment-store.ts";
import type { VitalChange } from "#server/storage/rollups/rollup-store.ts";
import type { DigestFeedback } from "./events/absorb-feedback.ts";
import type { DigestSession } from "./sessions/absorb-sessions.ts";
import type { DigestCheckIn } from "./absorb-check-ins.ts";
import type { DigestTrace } from "./traces/absorb-traces.ts";
import type { DigestEvent } from "./events/digest-event.ts";
import { heldBytesOf, newAttachment } from "./events/new-attachment.ts";

/** The result of reading a request: everything to store. */
export type Understanding = {
  events: DigestEvent[];
  traces: DigestTrace[];
  vitals: VitalChange[];
  sessions: DigestSession[];
  feedback: DigestFeedback[];
  /** Files whose event is not in the same request. */
  attachments: ReceivedAttachment[];
  checkIns: DigestCheckIn[];
  outcomes: OutcomeEntry[];
};

/**
 * How each list is stored when a batch fails: `alone` to find the item at fault, whose names lead
 * to its request and which then counts in a category, or `last` with the cursor, because its items
 * have no ID by which a repetition is found.
 */
const storing = {
  events: {
    when: "alone",
    names: ({ projectId, eventId, attachments = [] }) => [
      `event ${projectId} ${eventId}`,
      ...attachments.map(fileName),
    ],
    category: "error",
    quantity: () => 1,
  },
  traces: {
    when: "alone",
    names: ({ projectId, part }) => [`trace ${projectId} ${part.traceId}`],
    category: "span",
    quantity: ({ part }) => part.spans.length,
  },
  checkIns: {
    when: "alone",
    names: ({ projectId, receivedAt }) => [`check-in ${projectId} ${receivedAt}`],
    category: "monitor",
    quantity: () => 1,
  },
  feedback: {
    when: "alone",
    names: ({ projectId, feedbackId }) => [`feedback ${projectId} ${feedbackId}`],
    category: "feedback",
    quantity: () => 1,
  },
  attachments: {
    when: "alone",
    names: (file) => [fileName(file)],
    category: attachmentCategory,
    quantity: ({ byteLength }) => Math.max(1, byteLength),
  },
  vitals: { when: "last" },
  sessions: { when: "last" },
  outcomes: { when: "last" },
} as const satisfies { [List in keyof Understanding]: Storing<Understanding[List][number]> };

type Alone<Item> = {
  when: "alone";
  names: (item: Item) => string[];
  category: string;
  quantity: (item: Item) => number;
};
type Storing<Item> = Alone<Item> | { when: "last" };

function fileName({ projectId, eventId }: ReceivedAttachment): string {
  return `file ${projectId} ${eventId}`;
}

type ListName = keyof Understanding;
type ListAlone = {
  [List in ListName]: (typeof storing)[List]["when"] extends "alone" ? List : never;
}[ListName];

const listNames = Object.keys(storing) as ListName[];
const listsAlone = listNames.filter((name) => storing[name].when === "alone") as ListAlone[];

/** Makes each list from its name. */
const listsOf = (make: (name: ListName) => unknown[]): Understanding =>
  Object.fromEntries(listNames.map((name) => [name, make(name)])) as Understanding;

/** A literal: each request begins with one. */
export const emptyUnderstanding = (): Understanding => ({
  events: [],
  traces: [],
  vitals: [],
  sessions: [],
  feedback: [],
  attachments: [],
  checkIns: [],
  outcomes: [],
});

/** Keeps the items that a test selects. */
export const selected = (
  of: Understanding,
  isWanted: (item: { projectId: ProjectId }) => boolean,
): Understanding => listsOf((name) => of[name].filter(isWanted));

/** Each item that is stored alone, by itself. */
export const eachAlone = (of: Understanding): Understanding[] =>
  listsAlone.flatMap((name) =>
    of[name].map((item) => ({ ...emptyUnderstanding(), [name]: [item] })),
  );

/** The outcome of an item that is alone in its list. */
export function outcomeOf(of: Understanding, reason: string): OutcomeEntry {
  const name = listsAlone.find((each) => of[each].length > 0)!;
  const { category, quantity } = storing[name];
  const item = of[name][0]!;
  return outcomeEntry(item, {
    kind: "counted",
    outcome: "invalid",
    category,
    reason,
    quantity: (quantity as (each: typeof item) => number)(item),
  });
}

/** Identifies everything that is stored alone. */
export const namesOf = (of: Understanding): string[] =>
  listsAlone.flatMap((list) => {
    const { names } = storing[list] as Alone<Understanding[ListAlone][number]>;
    return of[list].flatMap(names);
  });

/** The lists that are stored last. */
export const storedLast = (of: Understanding): Understanding =>
  listsOf((name) => (storing[name].when === "last" ? of[name] : []));

/** Projects of any item. */
export function projectsOf(of: Understanding): Set<ProjectId> {
  const ids = new Set<ProjectId>();
  for (const name of listNames) for (const { projectId } of of[name]) ids.add(projectId);
  return ids;
}

type DigestEventOf = (item: AdmittedEvent, admitted: Admitted) => DigestEvent;

export function understandRequest(admitted: Admitted, digestEvent: DigestEventOf): Understanding {
  const { items, receipt } = admitted;
  const understanding = emptyUnderstanding();
  const { projectId, receivedAt } = receipt;
  for (const item of items) {
    if (item.kind === "event") understanding.events.push(digestEvent(item, admitted));
    else if (item.kind === "sessions")
      understanding.sessions.push(
        ...item.reports.map((report) => ({ projectId, receivedAt, report })),
      );
    else if (item.kind === "check-ins")
      understanding.checkIns.push(
        ...item.reports.map((report) => ({ projectId, receivedAt, report })),
      );
    else if (item.kind === "feedback") understanding.feedback.push({ ...item.feedback, projectId });
    else if (item.kind === "attachment") attach(understanding, newAttachment(item, receipt));
    else if (item.kind === "counted") understanding.outcomes.push(outcomeEntry(receipt, item));
    else {
      const { category, parts, vitals = [] } = item;
      for (const vital of vitals) understanding.vitals.push({ ...vital, projectId });
      for (const part of parts)
        understanding.traces.push({ projectId, part, receivedAt, category });
    }
  }
  return understanding;
}

/** Large files are views of their request; everything else is copied. */
export const hasFiles = ({ attachments, events }: Understanding): boolean =>
  attachments.length > 0 || events.some((event) => event.attachments !== undefined);

/** Concatenates the results of several requests. */
export function joined(all: Understanding[]): Understanding {
  const [only] = all;
  if (only && all.length === 1) return only;
  return listsOf((name) => all.flatMap((each): unknown[] => each[name]));
}

/** For a request that was spooled unread and is invalid: one outcome. */
export function understandRefused(
  { refused }: Reply,
  { projectId, receivedAt }: Pick<Receipt, "projectId" | "receivedAt">,
): Understanding {
  const items = refused?.items ?? [disagreeing];
  return {
    ...emptyUnderstanding(),
    outcomes: items.map((item) => outcomeEntry({ projectId, receivedAt }, item)),
  };
}

/**
 * The DSN in the envelope has another key or project than the request. At ingestion, there is no
 * project to count it for.
 */
const disagreeing: CountedItem = {
  kind: "counted",
  outcome: "invalid",
  category: "error",
  reason: "forbidden",
  quantity: 1,
};

/** Events precede their files (`admitted` in ingest/sentry/admit.ts). */
function attach({ events, attachments }: Understanding, file: ReceivedAttachment): void {
  const event = events.find(({ eventId }) => eventId === file.eventId);
  if (event) (event.attachments ??= []).push(file);
  else attachments.push(file);
}

/** Approximate bytes in memory. */
export function sizeOf({ events, traces, feedback, attachments }: Understanding): number {
  let bytes = 0;
  // An event that waits for source maps is kept in full in addition to its body.
  for (const { body, minified, attachments: files = [] } of events) {
    bytes += body.byteLength * (minified ? 4 : 1);
    for (const file of files) bytes += heldBytesOf(file);
  }
  for (const file of attachments) bytes += heldBytesOf(file);
  for (const { message } of feedback) bytes += message.length + 1_000;
  for (const { part } of traces) bytes += part.bytes.byteLength + 300 * part.spans.length;
  return bytes;
}

function outcomeEntry(
  { projectId, receivedAt }: Pick<Receipt, "projectId" | "receivedAt">,
  item: CountedItem,
): OutcomeEntry {
  const { outcome, category, reason, quantity } = item;
  return { projectId, hour: hourOf(receivedAt), outcome, category, reason, quantity };
}
