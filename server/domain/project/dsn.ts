import type { ProjectId } from "#server/domain/ids.ts";

/** What an SDK is configured with (PROTOCOL A.2). `publicUrl` is origin and base path without a final slash. */
export function dsnOf(publicUrl: string, projectId: ProjectId, publicKey: string): string {
  return `${publicUrl.replace("://", `://${publicKey}@`)}/${projectId}`;
}

/** What `OTEL_EXPORTER_OTLP_ENDPOINT` is set to: exporters append `/v1/traces`. */
export function otlpEndpointOf(publicUrl: string, projectId: ProjectId): string {
  return `${publicUrl}/api/${projectId}/integration/otlp`;
}
