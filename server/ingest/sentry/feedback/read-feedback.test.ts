import { expect, test } from "vitest";
import type { JsonObject } from "#server/domain/json.ts";
import { builtInRules, scrubRulesOf } from "#server/ingest/scrub-rules.ts";
import { receivedAt, sampleReceipt } from "#server/ingest/sentry/sample.fixture.ts";
import { readFeedback } from "./read-feedback.ts";

const id = "b".repeat(32);
const like = (feedback: JsonObject, more: JsonObject = {}) =>
  readFeedback(
    { type: "feedback", payload: { event_id: id, contexts: { feedback }, ...more } },
    sampleReceipt,
    builtInRules,
  );
const report = (payload: JsonObject) =>
  readFeedback({ type: "user_report", payload }, sampleReceipt, builtInRules);

test("an SDK's feedback has text, author, page, and event", () => {
  const about = "0FA1C5D3-0E35-4B2A-9B5D-A6F0E2A6F1C9";
  const said = {
    message: " It\r\nbroke ",
    name: "Jane",
    contact_email: "j@x.example",
    url: "https://x.example/y",
    associated_event_id: about,
  };
  const around = {
    environment: "live",
    release: "web@1",
    contexts: { feedback: said, trace: { trace_id: "c".repeat(32) } },
  };
  expect(like({}, around)).toEqual({
    feedbackId: id,
    receivedAt,
    message: "It\nbroke",
    name: "Jane",
    email: "j@x.example",
    url: "https://x.example/y",
    environment: "live",
    release: "web@1",
    traceId: "c".repeat(32),
    aboutEvent: about.replaceAll("-", "").toLowerCase(),
  });
});

test("text and URLs are scrubbed; name and email address are kept", () => {
  const rules = scrubRulesOf({
    secrets: true,
    keepIp: false,
    alsoFilter: ["email", "name"],
    neverFilter: [],
  });
  const said = {
    message: "my password=hunter22",
    name: "Jane",
    contact_email: "j@x.example",
    url: "https://x.example/?token=abc123",
  };
  const payload = { event_id: id, contexts: { feedback: said } };
  expect(readFeedback({ type: "feedback", payload }, sampleReceipt, rules)).toMatchObject({
    message: "my password=[Filtered]",
    url: "https://x.example/?token=[Filtered]",
    name: "Jane",
    email: "j@x.example",
  });
});

test("a report is identified by its content, and an empty one is no feedback", () => {
  const one = { event_id: id, name: "Jo", email: "jo@x.example", comments: "Slow" };
  expect(report(one)).toMatchObject({
    message: "Slow",
    name: "Jo",
    email: "jo@x.example",
    aboutEvent: id,
  });
  expect(report(one)!.feedbackId).toBe(report({ ...one })!.feedbackId);
  expect(report(one)!.feedbackId).not.toBe(report({ ...one, comments: "Slower" })!.feedbackId);
  for (const comments of ["", "  \n ", null, {}, []])
    expect(report({ ...one, comments })).toBeUndefined();
  expect(like({ message: "x".repeat(9_000), name: "n\n".repeat(500) })).toMatchObject({
    message: `${"x".repeat(4_096)}…\n\n[Trimmed: kept 4,096 of 9,000 characters.]`,
    name: expect.stringMatching(/^[n ]{99}…$/),
  });
});
