import { gzipSync } from "node:zlib";
import { encodeRecord } from "#server/digest/spool/record.ts";
import type { ProjectId } from "#server/domain/ids.ts";

/** A request as a client would have sent it then: it is read from the queue like any other. */
export type SampleRequest = {
  receivedAt: number;
  /** Below `/api/PROJECT/`. */
  path: string;
  contentType: string;
  body: string | Uint8Array;
  userAgent?: string;
};

export type Destination = { projectId: ProjectId; publicKey: string };

const gzip = { level: 1 };

/** Its bytes in a spool segment. */
export function recordOf(
  { projectId, publicKey }: Destination,
  request: SampleRequest,
): Uint8Array[] {
  const { path, contentType, userAgent } = request;
  const receivedAt = Math.round(request.receivedAt);
  const headers = {
    "content-type": contentType,
    "content-encoding": "gzip",
    ...(userAgent !== undefined && { "user-agent": userAgent }),
  };
  const url = `/api/${projectId}/${path}?sentry_key=${publicKey}`;
  const head = {
    projectId,
    method: "POST",
    url,
    headers,
    receivedAt,
    remoteAddress: "203.0.113.7",
  };
  return encodeRecord({ head, body: gzipSync(request.body, gzip) }).chunks;
}

export const envelope = (
  receivedAt: number,
  header: object,
  items: { type: string; body: object }[],
): SampleRequest => ({
  receivedAt,
  path: "envelope/",
  contentType: "application/x-sentry-envelope",
  body: [
    JSON.stringify(header),
    ...items.flatMap(({ type, body }) => [`{"type":"${type}"}`, JSON.stringify(body)]),
    "",
  ].join("\n"),
});
