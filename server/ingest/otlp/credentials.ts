import type { IngestRequest } from "#server/ingest/request.ts";
import { type Credential, credentialsOf } from "#server/ingest/sentry/credentials.ts";

/** As in Sentry clients, and also `Authorization: Bearer KEY`. */
export function credentialsOfOtlp(
  headers: IngestRequest["headers"],
  query: URLSearchParams,
): Credential[] {
  const bearer = /^bearer\s+(\S+)$/i.exec(headers["authorization"]?.trim() ?? "")?.[1];
  const all = credentialsOf(headers, query);
  return bearer ? [...all, { publicKey: bearer, via: "Authorization" }] : all;
}
