import { randomUUID } from "node:crypto";
import type { RecordHead } from "#server/digest/spool/record.ts";
import { encodeRecord } from "#server/digest/spool/record.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import { envelopeOf, type TestProject } from "#tests/harness/project.ts";

/** An acknowledged request as stored in the queue. */
export function spooled(project: TestProject, envelope: string, receivedAt = Date.now()): Buffer {
  const head: RecordHead = {
    projectId: project.id as ProjectId,
    method: "POST",
    headers: {},
    receivedAt,
    remoteAddress: "127.0.0.1",
    url: `/api/${project.id}/envelope/?sentry_key=${project.publicKey}`,
  };
  return bytesOf(head, envelope);
}

export function spooledEvent(project: TestProject, message: string, receivedAt = Date.now()) {
  const event_id = randomUUID().replaceAll("-", "");
  return {
    eventId: event_id,
    bytes: spooled(project, envelopeOf({ event_id, message }), receivedAt),
  };
}

/** Has a valid checksum but fails to parse: it has no URL. */
export function unreadable(project: TestProject): Buffer {
  const head = {
    projectId: project.id,
    method: "POST",
    headers: {},
    receivedAt: Date.now(),
    remoteAddress: "",
  };
  return bytesOf(head as unknown as RecordHead, "no request");
}

const bytesOf = (head: RecordHead, body: string): Buffer =>
  Buffer.concat(encodeRecord({ head, body: Buffer.from(body) }).chunks);
