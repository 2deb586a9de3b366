import { levels } from "#server/domain/event/error-event.ts";
import {
  anything,
  flag,
  integer,
  listOf,
  mapOf,
  nullable,
  object,
  oneOf,
  open,
  ref,
  text,
  time,
  tuple,
} from "./schema.ts";

const pairs = listOf(tuple(text(), text()));

const frame = object({
  function: nullable(text()),
  module: nullable(text()),
  file: nullable(text()),
  line: nullable(integer()),
  column: nullable(integer("1-based.")),
  inApp: flag(),
  context: nullable(object({ pre: listOf(text()), line: text(), post: listOf(text()) })),
  vars: nullable(mapOf(anything(), "Local variables.")),
  mapped: flag("True if a source map resolved this frame."),
  minified: nullable(
    object({ line: integer(), column: integer() }, { function: text(), file: text() }),
  ),
  unmapped: nullable(text("Why no source map could be used.")),
});

const mechanism = object(
  {},
  {
    type: text(),
    handled: flag(),
    synthetic: flag(),
    source: text(),
    exceptionId: integer(),
    parentId: integer(),
    isExceptionGroup: flag(),
  },
);

const exception = object({
  type: nullable(text()),
  value: nullable(text()),
  module: nullable(text()),
  mechanism: nullable(mechanism),
  framesOmitted: integer("Frames omitted from the middle of a long stack."),
  frames: listOf(ref("Frame"), "Innermost first."),
});

const breadcrumb = object(
  { timestamp: nullable(time()) },
  {
    type: text(),
    category: text(),
    level: text(),
    message: text(),
    data: mapOf(anything()),
  },
);

const request = object(
  { query: pairs, headers: pairs, cookies: pairs },
  {
    method: text(),
    url: text(),
    data: anything(),
    env: mapOf(anything()),
  },
);

const user = object(
  {},
  {
    id: text(),
    email: text(),
    username: text(),
    name: text(),
    ip: text(),
    data: mapOf(anything()),
  },
);

const note = object({
  path: text("Path of the field, as the SDK named it."),
  kind: oneOf(["trimmed", "dropped", "corrected", "scrubbed"]),
  detail: text(),
});

const attachment = object({
  id: text(),
  name: text(),
  contentType: text(),
  attachmentType: text(),
  size: integer("Bytes."),
  path: text("Path that returns the file."),
});

const sdk = object(
  { name: text(), version: text() },
  { packages: listOf(text()), integrations: listOf(text()) },
);

const event = object({
  eventId: text(),
  receivedAt: time(),
  type: oneOf(["error", "default", "csp"]),
  timestamp: time(
    "When the event happened, by this instance's clock. Events are ordered by this time, or by receivedAt if it is earlier.",
  ),
  level: oneOf(levels),
  platform: text(),
  message: nullable(text()),
  exceptions: listOf(ref("Exception"), "Outermost first."),
  breadcrumbs: listOf(breadcrumb),
  request: nullable(request),
  user: nullable(user),
  tags: mapOf(text()),
  contexts: mapOf(open({})),
  extra: mapOf(anything()),
  release: nullable(text()),
  environment: nullable(text()),
  transaction: nullable(text()),
  sdk: nullable(sdk),
  fingerprint: nullable(listOf(text())),
  grouping: object({ algorithm: text(), hash: text(), basis: text() }),
  notes: listOf(ref("Note"), "Modified during ingestion."),
  traceId: nullable(text()),
  spanId: nullable(text()),
  traceSpanCount: integer("Number of stored spans of the trace. With 0, the trace has no page."),
  older: nullable(text("Event ID.")),
  newer: nullable(text("Event ID.")),
  raw: mapOf(anything(), "The event as received, scrubbed."),
  attachments: listOf(attachment),
  feedback: listOf(ref("Feedback")),
});

export const eventSchemas = { Event: event, Exception: exception, Frame: frame, Note: note };
