import { Buffer } from "node:buffer";
import type { ProjectId } from "#server/domain/ids.ts";
import { defaultLimits } from "#server/ingest/limits.ts";
import type { Admitted, AdmittedItem, IngestRequest, Reply } from "#server/ingest/request.ts";
import { admit } from "#server/ingest/sentry/admit.ts";
import { findKey, receivedAt, sampleKey } from "#server/ingest/sentry/sample.fixture.ts";
import { encodeWith, type Plain } from "./messages.fixture.ts";

// Requests of the tests in this folder, for project 42 (see sentry/sample.fixture.ts).

export const projectId = 42 as ProjectId;
export const traceHex = "5b8efff798038103d269b633813fc60c";

export const attribute = (key: string, value: string | number | boolean): Plain => ({
  key,
  value:
    typeof value === "string"
      ? { stringValue: value }
      : typeof value === "boolean"
        ? { boolValue: value }
        : { intValue: value },
});

export const attributesOf = (values: { [key: string]: string | number | boolean }): Plain[] =>
  Object.entries(values).map(([key, value]) => attribute(key, value));

/** A server span of 10 ms; `number` determines its ID. */
export function sampleSpan(number: number, changes: Plain = {}): Plain {
  return {
    traceId: Buffer.from(traceHex, "hex"),
    spanId: spanIdBytes(number),
    name: "GET /orders/:id",
    kind: 2,
    startTimeUnixNano: "1795236865953830701",
    endTimeUnixNano: "1795236865963830701",
    ...changes,
  };
}

export function spanIdBytes(number: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32BE(number, 4);
  return bytes;
}

export const sampleResource = {
  "service.name": "shop",
  "service.version": "1.4.2",
  "deployment.environment": "production",
};

/** One resource, one scope. */
export function tracesOf(
  spans: Plain[],
  resource: { [key: string]: string } = sampleResource,
): Plain {
  return {
    resourceSpans: [{ resource: { attributes: attributesOf(resource) }, scopeSpans: [{ spans }] }],
  };
}

export const encodeTraces = (spans: Plain[]): Uint8Array =>
  encodeWith("TracesData", tracesOf(spans));

export function postOtlp(
  body: string | Uint8Array,
  changes: Partial<IngestRequest> = {},
): Promise<Admitted | Reply> {
  const request: IngestRequest = {
    method: "POST",
    url: "/v1/traces",
    headers: { "content-type": "application/x-protobuf", authorization: `Bearer ${sampleKey}` },
    body: typeof body === "string" ? Buffer.from(body) : body,
    receivedAt,
    remoteAddress: "203.0.113.7",
    ...changes,
  };
  return admit(request, findKey, defaultLimits);
}

export async function itemsOf(outcome: Promise<Admitted | Reply>): Promise<AdmittedItem[]> {
  const admitted = await outcome;
  if (!("items" in admitted)) throw new Error(`refused: ${String(admitted.body)}`);
  return admitted.items;
}
