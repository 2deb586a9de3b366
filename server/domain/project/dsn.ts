import type { Key } from "./project.ts";

type Address = Pick<Key, "publicKey" | "projectId">;

/**
 * What an SDK is configured with (PROTOCOL A.2). A base path in `publicUrl` stays in it:
 * `https://KEY@spoor.example/base/7`.
 */
export function dsnOf(publicUrl: string, { publicKey, projectId }: Address): string {
  return `${publicUrl.replace("://", `://${publicKey}@`)}/${projectId}`;
}

/** The same endpoint without an SDK. */
export function storeUrlOf(publicUrl: string, { publicKey, projectId }: Address): string {
  return `${publicUrl}/api/${projectId}/store/?sentry_key=${publicKey}`;
}

/** Where a page's form posts to, and what a page may frame. */
export function feedbackFormUrlOf(publicUrl: string, { publicKey, projectId }: Address): string {
  return `${publicUrl}/api/${projectId}/feedback/?sentry_key=${publicKey}`;
}

/** What `OTEL_EXPORTER_OTLP_ENDPOINT` is set to: exporters append `/v1/traces`. */
export function otlpEndpointOf(publicUrl: string, { projectId }: Pick<Key, "projectId">): string {
  return `${publicUrl}/api/${projectId}/integration/otlp`;
}
