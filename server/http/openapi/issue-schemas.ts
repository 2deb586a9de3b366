import { familyNames } from "#server/domain/event/family.ts";
import { levels } from "#server/domain/event/error-event.ts";
import { integer, joined, listOf, nullable, object, oneOf, open, ref, text, time } from "./schema.ts";

const person = object({ id: text(), name: text() });

const issue = object({
  ...{ id: text(), shortId: text("Such as SHOP-142."), type: text(), value: text(), title: text(), culprit: text() },
  level: oneOf(levels),
  state: oneOf(["open", "resolved", "ignored"]),
  substate: text("Of open issues new, ongoing, or regressed; of others what they wait for."),
  ...{ count: integer("Events."), userCount: integer("Users affected.") },
  firstSeen: time("When the oldest event happened: its time by this instance's clock, never after its receipt."),
  lastSeen: time("When the newest event happened."),
  ...{ firstRelease: nullable(text()), lastRelease: nullable(text()), assignee: nullable(person) },
  unhandled: { type: "boolean", description: "The newest event was not caught by the application." },
  family: nullable({ ...oneOf(familyNames), description: "Known kind of failure." }),
});

const tag = object({
  ...{ key: text(), total: integer("Events that carry the key."), distinct: integer("Values, up to a bound.") },
  values: listOf(object({ value: text(), count: integer() })),
});

const issueDetail = joined(
  issue,
  object({
    platform: text(),
    subscribers: listOf(object({ id: text(), name: text(), because: text() })),
    ...{ tags: listOf(tag), tagKeys: integer("How many keys there are.") },
    trend: object({ unit: oneOf(["hour"]), counts: listOf(integer(), "Events, oldest first.") }),
  }),
);

const comment = object({
  ...{ id: text(), text: text("Markdown."), version: integer() },
  ...{ edited: nullable(time()), deleted: nullable(time()) },
});

const activity = object({
  at: time(),
  by: object({ kind: oneOf(["user", "former-user", "system"]), id: nullable(text()), name: nullable(text()) }),
  ...{ kind: text(), what: open({}, "Depends on the kind."), comment: nullable(comment) },
});

const feedback = object({
  ...{
    id: text(),
    feedbackId: text(),
    receivedAt: time(),
    state: oneOf(["unread", "resolved", "spam"]),
    message: text(),
  },
  ...{ name: nullable(text()), email: nullable(text()), url: nullable(text()), environment: nullable(text()) },
  ...{ release: nullable(text()), traceId: nullable(text()), eventId: nullable(text()) },
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
