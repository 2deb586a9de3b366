import type { PathRule } from "./shown-address.ts";

/**
 * Where the browser's half sends, and as whom. The server says it in the document; options
 * overrule.
 */
export type Settings = {
  /** Base URL or path of an OTLP/HTTP receiver: `/v1/traces` and `/v1/logs` are put behind it. */
  endpoint: string;
  /** Sent as a bearer token. */
  key?: string;
  serviceName: string;
  serviceVersion?: string;
  /** `deployment.environment.name`. */
  environment?: string;
  /**
   * `route`: paths are never recorded, only the patterns of routes. For addresses that hold tokens.
   */
  paths?: PathRule;
  /** Pattern of the document's route, with a leading slash. */
  route?: string;
};

export const settingsMeta = "spoor-telemetry";
export const traceparentMeta = "traceparent";

/** Undefined when neither options nor the document name an endpoint: telemetry is then off. */
export function readSettings(options: Partial<Settings>): Settings | undefined {
  const settings = { serviceName: "browser", ...parse(metaContent(settingsMeta)), ...options };
  return settings.endpoint === undefined
    ? undefined
    : { ...settings, endpoint: settings.endpoint.replace(/\/$/, "") };
}

export function metaContent(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
}

/** A document that some proxy has mangled has no telemetry; it works all the same. */
function parse(json: string | undefined): Partial<Settings> {
  try {
    return json ? (JSON.parse(json) as Partial<Settings>) : {};
  } catch {
    return {};
  }
}
