import { defaultSettings } from "#server/domain/project/settings.ts";
import { Buffer } from "node:buffer";
import type { ProjectId } from "#server/domain/ids.ts";
import type { JsonObject } from "#server/domain/json.ts";
import { defaultLimits } from "#server/ingest/limits.ts";
import type { Admitted, FindKey, IngestRequest, Receipt, Reply } from "#server/ingest/request.ts";
import { admit } from "./admit.ts";

// Requests of the tests in this folder: for project 42, whose only key is `sampleKey`.

export const sampleKey = "0123456789abcdef0123456789abcdef";
export const revokedKey = "ffffffffffffffffffffffffffffffff";
export const sampleId = "9ec79c33ec9942ab8353589fcb2e04dc";
export const receivedAt = Date.parse("2026-11-21T05:00:00Z");
const projectId = 42 as ProjectId;

export const findKey: FindKey = async (publicKey) => {
  if (publicKey !== sampleKey && publicKey !== revokedKey) return undefined;
  const revokedAt = publicKey === revokedKey ? { revokedAt: 1 } : {};
  return {
    key: { projectId, publicKey, label: "", createdAt: 0, allowedOrigins: [], ...revokedAt },
    project: {
      id: projectId,
      slug: "web",
      name: "Web",
      platform: "node",
      prefix: "WEB",
      createdAt: 0,
      settings: defaultSettings,
    },
  };
};

export const sampleReceipt: Receipt = { projectId, receivedAt, remoteAddress: "203.0.113.7" };

export function requestOf(
  body: string | Uint8Array,
  changes: Partial<IngestRequest> = {},
): IngestRequest {
  return {
    method: "POST",
    url: `/api/42/envelope/?sentry_key=${sampleKey}&sentry_version=7`,
    headers: {},
    body: typeof body === "string" ? Buffer.from(body) : body,
    receivedAt,
    remoteAddress: "203.0.113.7",
    ...changes,
  };
}

export const send = (
  body: string | Uint8Array,
  changes: Partial<IngestRequest> = {},
): Promise<Admitted | Reply> => admit(requestOf(body, changes), findKey, defaultLimits);

export function envelopeOf(
  payload: string | JsonObject,
  headers: JsonObject = { event_id: sampleId },
): string {
  const text = typeof payload === "string" ? payload : JSON.stringify(payload);
  return `${JSON.stringify(headers)}\n{"type":"event"}\n${text}\n`;
}

export const sampleEvent: JsonObject = {
  event_id: sampleId,
  timestamp: receivedAt / 1_000 - 1,
  platform: "node",
  exception: { values: [{ type: "TypeError", value: "x is undefined" }] },
};
