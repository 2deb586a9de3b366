import type { Key } from "./project.ts";

type Address = Pick<Key, "publicKey" | "projectId">;

/** The DSN for SDKs. Includes a base path of `publicUrl`: `https://KEY@spoor.example/base/7`. */
export function dsnOf(publicUrl: string, { publicKey, projectId }: Address): string {
  return `${publicUrl.replace("://", `://${publicKey}@`)}/${projectId}`;
}

/** The same endpoint without an SDK. */
export function storeUrlOf(publicUrl: string, { publicKey, projectId }: Address): string {
  return `${publicUrl}/api/${projectId}/store/?sentry_key=${publicKey}`;
}

/** Target of a page's form, and URL for its iframe. */
export function feedbackFormUrlOf(publicUrl: string, { publicKey, projectId }: Address): string {
  return `${publicUrl}/api/${projectId}/feedback/?sentry_key=${publicKey}`;
}

/** Value of `OTEL_EXPORTER_OTLP_ENDPOINT`: exporters append `/v1/traces`. */
export function otlpEndpointOf(publicUrl: string, { projectId }: Pick<Key, "projectId">): string {
  return `${publicUrl}/api/${projectId}/integration/otlp`;
}
