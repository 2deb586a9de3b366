import type { ProjectId } from "#server/domain/ids.ts";

export type Signal = "traces" | "logs" | "metrics";

/** `projectId` is absent on paths without it, where the key identifies the project. */
export type OtlpEndpoint = { signal: Signal; projectId?: ProjectId };

// `/v1/traces`, `/api/7/integration/otlp/v1/traces` (for Sentry's SDKs), `/api/7/otlp/v1/traces`
const path = /^(?:\/api\/([1-9]\d{0,14})\/(?:integration\/)?otlp)?\/v1\/(traces|logs|metrics)\/?$/;

/** The endpoint at a path (without query and base path); undefined for any other path. */
export function matchOtlpEndpoint(pathname: string): OtlpEndpoint | undefined {
  const [, project, signal] = path.exec(pathname) ?? [];
  if (signal === undefined) return undefined;
  return {
    signal: signal as Signal,
    ...(project !== undefined && { projectId: Number(project) as ProjectId }),
  };
}

export const isOtlpPath = (pathname: string): boolean => path.test(pathname);
