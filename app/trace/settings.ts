import type { PathRule } from "./shown-address.ts";

/**
 * Endpoint and identity of the browser's telemetry. The server puts it into the document; options
 * take precedence.
 */
export type Settings = {
  /** Base URL or path of an OTLP/HTTP receiver: `/v1/traces` and `/v1/logs` are appended. */
  endpoint: string;
  /** Sent as a bearer token. */
  key?: string;
  serviceName: string;
  serviceVersion?: string;
  /** `deployment.environment.name`. */
  environment?: string;
  /** `route`: only route patterns are recorded, never paths. For URLs with tokens. */
  paths?: PathRule;
  /** Pattern of the document's route, with a leading slash. */
  route?: string;
};

export const settingsMeta = "spoor-telemetry";
export const traceparentMeta = "traceparent";

/** Undefined if neither options nor the document name an endpoint: telemetry is then off. */
export function readSettings(options: Partial<Settings>): Settings | undefined {
  const settings = { serviceName: "browser", ...parse(metaContent(settingsMeta)), ...options };
  return settings.endpoint === undefined
    ? undefined
    : { ...settings, endpoint: settings.endpoint.replace(/\/$/, "") };
}

export function metaContent(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
}

/** A document mangled by a proxy has no telemetry, but still works. */
function parse(json: string | undefined): Partial<Settings> {
  try {
    return json ? (JSON.parse(json) as Partial<Settings>) : {};
  } catch {
    return {};
  }
}
