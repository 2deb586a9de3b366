import { familyNames } from "#server/domain/event/family.ts";
import { levels } from "#server/domain/event/error-event.ts";
import {
  integer,
  joined,
  listOf,
  nullable,
  object,
  oneOf,
  open,
  ref,
  text,
  time,
} from "./schema.ts";

const person = object({ id: text(), name: text() });

const issue = object({
  id: text(),
  shortId: text("For example, SHOP-142."),
  type: text(),
  value: text(),
  title: text(),
  culprit: text(),
  level: oneOf(levels),
  state: oneOf(["open", "resolved", "ignored"]),
  substate: text(
    "For open issues: new, ongoing, or regressed. For others: the condition that ends the state.",
  ),
  count: integer("Number of events."),
  userCount: integer("Number of users affected."),
  firstSeen: time(
    "Time of the oldest event, by this instance's clock and never later than its receipt.",
  ),
  lastSeen: time("Time of the newest event."),
  firstRelease: nullable(text()),
  lastRelease: nullable(text()),
  assignee: nullable(person),
  unhandled: {
    type: "boolean",
    description: "True if the application did not catch the newest event.",
  },
  family: nullable({ ...oneOf(familyNames), description: "Failure family." }),
});

const tag = object({
  key: text(),
  total: integer("Events with this key."),
  distinct: integer("Distinct values, up to a limit."),
  values: listOf(object({ value: text(), count: integer() })),
});

const issueDetail = joined(
  issue,
  object({
    platform: text(),
    subscribers: listOf(object({ id: text(), name: text(), because: text() })),
    tags: listOf(tag),
    tagKeys: integer("Number of tag keys."),
    trend: object({ unit: oneOf(["hour"]), counts: listOf(integer(), "Events, oldest first.") }),
  }),
);

const comment = object({
  id: text(),
  text: text("Markdown."),
  version: integer(),
  edited: nullable(time()),
  deleted: nullable(time()),
});

const activity = object({
  at: time(),
  by: object({
    kind: oneOf(["user", "former-user", "system"]),
    id: nullable(text()),
    name: nullable(text()),
  }),
  kind: text(),
  what: open({}, "Depends on the kind."),
  comment: nullable(comment),
});

const feedback = object({
  id: text(),
  feedbackId: text(),
  receivedAt: time(),
  state: oneOf(["unread", "resolved", "spam"]),
  message: text(),
  name: nullable(text()),
  email: nullable(text()),
  url: nullable(text()),
  environment: nullable(text()),
  release: nullable(text()),
  traceId: nullable(text()),
  eventId: nullable(text()),
  issue: nullable(object({ id: text(), shortId: text() })),
});

const next = nullable(text("Cursor of the next page."));

export const issueSchemas = { Issue: issue, Activity: activity, Feedback: feedback };

export const issueAnswers = {
  list: object({ issues: listOf(ref("Issue")), next }),
  suggestions: object({ suggestions: listOf(text()) }),
  issue: issueDetail,
  activity: object({ activity: listOf(ref("Activity")) }),
  feedback: object({ feedback: listOf(ref("Feedback")), next }),
};
