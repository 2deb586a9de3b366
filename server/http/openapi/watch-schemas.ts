import { monitorStatuses } from "#server/domain/monitor/status.ts";
import {
  flag,
  integer,
  joined,
  listOf,
  nullable,
  number,
  object,
  oneOf,
  open,
  ref,
  text,
  time,
} from "./schema.ts";

const next = nullable(text("Cursor of the next page."));
const state = oneOf(monitorStatuses);
const notes = listOf(ref("Note"), "Modified during ingestion.");
const status = oneOf(["in_progress", "ok", "error", "timeout", "missed", "unknown"]);

const monitor = object({
  slug: text(),
  name: text(),
  state,
  schedule: open({ kind: text() }),
  scheduleText: text(),
  timeZone: text(),
  marginMinutes: integer("Grace period in minutes."),
  maxRuntimeMinutes: integer(),
  failureThreshold: integer(),
  recoveryThreshold: integer(),
  mutedUntil: nullable(time()),
  pausedAt: nullable(time()),
  notes,
  environments: listOf(
    object({
      environment: text(),
      state,
      lastStatus: status,
      lastCheckIn: time(),
      nextExpected: nullable(time()),
    }),
  ),
});

const checkIn = object({
  checkInId: nullable(text()),
  status,
  environment: text(),
  at: time(),
  settledAt: nullable(time()),
  expectedAt: nullable(time()),
  durationMs: nullable(number()),
  slots: integer(),
  release: nullable(text()),
  traceId: nullable(text()),
  notes,
});

const incident = object({
  id: integer(),
  at: time(),
  environment: text(),
  what: oneOf(["missed", "late", "failed", "recovered"]),
});

const rule = object({
  id: integer(),
  name: text(),
  when: open({ kind: text() }),
  filter: text(),
  environment: text(),
  pace: open({ mostPerHour: integer() }),
  firing: integer("Number of subjects over the threshold."),
  sentence: text(),
  channels: listOf(open({ kind: text() }, "Secrets are omitted.")),
  mutedUntil: nullable(time()),
  createdAt: time(),
  lastFiredAt: nullable(time()),
});

const ruleDetail = joined(
  rule,
  object({
    lastWeek: nullable(object({ times: integer(), atLeast: flag() })),
    standings: listOf(
      object({ what: text(), value: text(), path: text(), over: nullable(flag()) }),
    ),
  }),
);

const delivery = object({
  id: integer(),
  messageId: text(),
  channel: text(),
  email: nullable(text()),
  subject: text(),
  notices: integer(),
  heldBack: integer(),
  state: text(),
  tries: integer(),
  createdAt: time(),
  nextTryAt: nullable(time()),
  endedAt: nullable(time()),
  answer: nullable(text()),
});

export const watchSchemas = { Monitor: monitor, AlertRule: rule };
export const watchAnswers = {
  monitors: object({ monitors: listOf(ref("Monitor")), next }),
  monitor: joined(
    monitor,
    object({ checkIns: listOf(checkIn), next, incidents: listOf(incident) }),
  ),
  rules: object({ rules: listOf(ref("AlertRule")) }),
  rule: ruleDetail,
  deliveries: object({ deliveries: listOf(delivery), next }),
};
