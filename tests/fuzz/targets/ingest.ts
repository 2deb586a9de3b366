import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { rulebookOf } from "#server/domain/grouping-rules/apply-rules.ts";
import { culpritOf } from "#server/domain/event/culprit.ts";
import type { ErrorEvent } from "#server/domain/event/error-event.ts";
import { titleOf } from "#server/domain/event/title.ts";
import { minifiedStacksOf } from "#server/domain/source-map/minified-stacks.ts";
import { defaultLimits } from "#server/ingest/limits.ts";
import { eachSpanId } from "#server/domain/trace/terms/span-ids.ts";
import { decodeSpans } from "#server/ingest/otlp/decode/decode.ts";
import type {
  Admitted,
  AdmittedEvent,
  AdmittedItem,
  IngestRequest,
  Receipt,
  Reply,
} from "#server/ingest/request.ts";
import { admit } from "#server/ingest/sentry/admit.ts";
import { findKey, requestOf } from "#server/ingest/sentry/sample.fixture.ts";
import { readBody, writeBody } from "#server/ingest/sentry/stored-body.ts";
import { understand } from "#server/ingest/sentry/understand.ts";
import { admitUnread } from "#server/ingest/unread.ts";

/** A request from ingestion to storage, with each step checked against its declaration. */
export async function sendToIngest(
  body: Uint8Array,
  changes: Partial<IngestRequest> = {},
): Promise<void> {
  const request = requestOf(body, changes);
  const unread = await admitUnread(request, findKey);
  const outcome = await admit(request, findKey, defaultLimits);
  if ("status" in outcome) return refused(outcome, unread !== undefined);
  assert.ok(
    outcome.reply.status >= 200 && outcome.reply.status < 400,
    `let in and answered ${outcome.reply.status}`,
  );
  for (const item of outcome.items) takeItem(item, outcome);
}

function refused({ status, body, headers }: Reply, wasLetInUnread: boolean): void {
  assert.ok(status >= 200 && status < 500, `answered ${status}`);
  // 401 and 403: the inner DSN belongs to another key or project.
  if (wasLetInUnread)
    assert.ok(
      [400, 401, 403, 413, 415].includes(status),
      `let in unread and then answered ${status}`,
    );
  if (status < 400 || typeof body !== "string" || !headers["content-type"]?.includes("json"))
    return;
  const { detail, message } = JSON.parse(body) as { detail?: string; message?: string };
  assert.ok((detail ?? message ?? "").length > 10, `no sentence in ${body}`);
}

function takeItem(item: AdmittedItem, { receipt }: Admitted): void {
  switch (item.kind) {
    case "event":
      return takeEvent(item, receipt);
    case "spans":
      for (const { bytes, spans } of item.parts) {
        const decoded = decodeSpans([bytes]).map(({ spanId }) => spanId);
        assert.deepEqual(decoded, [...eachSpanId(spans)]);
      }
      return;
    case "counted":
      assert.ok(
        Number.isSafeInteger(item.quantity) && item.quantity > 0,
        `counted ${item.quantity} times`,
      );
      return;
    case "check-ins":
      for (const { durationMs = 0 } of item.reports)
        assert.ok(durationMs >= 0 && Number.isFinite(durationMs));
      return;
    case "attachment":
      assert.ok(
        item.file.name !== "" && !/[/\\\0]/.test(item.file.name),
        `a file called ${item.file.name}`,
      );
      return;
    case "sessions":
    case "feedback":
      assert.equal(typeof JSON.stringify(item), "string");
  }
}

const rules = rulebookOf([
  {
    line: 1,
    matchers: [{ field: "message", negated: true, pattern: "*a*b*" }],
    title: "{{ type }} {{ message }}",
  },
]);

function takeEvent({ payload, source }: AdmittedEvent, receipt: Receipt): void {
  const understood = understand(payload, receipt);
  const { event, grouping } = understood;
  holds(event);
  rules(event);
  minifiedStacksOf(event, receipt.projectId);
  assert.equal(typeof JSON.stringify([titleOf(event), culpritOf(event)]), "string");
  assert.match(grouping.hash, /^[0-9a-f]{32,}$/);
  const written = Buffer.from(writeBody(understood, receipt, source && { source })).toString();
  const printed = Buffer.from(writeBody(understood, receipt)).toString();
  const [again, anew] = [readBody(written), readBody(printed)];
  // As pages get them: `1e999` is read as infinite and printed as null.
  assert.equal(
    JSON.stringify(again),
    JSON.stringify(anew),
    "read from what was copied as from what was printed",
  );
  assert.deepEqual(again.grouping, grouping, "in the same issue when it is read again");
  assert.deepEqual(again.event.exceptions, event.exceptions);
  assert.deepEqual(again.event.tags, event.tags);
  assert.equal(again.event.timestamp, event.timestamp);
}

function holds({ timestamp, receivedAt, type, tags, exceptions, breadcrumbs }: ErrorEvent): void {
  assert.ok(Number.isFinite(timestamp) && Number.isFinite(receivedAt));
  assert.ok(["error", "default", "csp"].includes(type));
  assert.ok(tags.every(([key, value]) => typeof key === "string" && typeof value === "string"));
  assert.ok(Array.isArray(exceptions) && Array.isArray(breadcrumbs));
}
