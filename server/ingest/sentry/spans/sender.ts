import type { Json } from "#server/domain/json.ts";
import { isBrowserWork } from "#server/domain/trace/browser-span.ts";
import type { Attributes } from "#server/domain/trace/span.ts";
import { hintAttributes, type HintHeaders } from "#server/domain/user-agent/client-hints.ts";
import { endingInDots } from "#server/ingest/sentry/event/lenient.ts";

/** Data about the program that made a span. */
export type Sender = {
  sdkName: string | undefined;
  sdkVersion: string | undefined;
  platform: string | undefined;
  release: string | undefined;
  environment: string | undefined;
  serverName: string | undefined;
  /** Of the delivering request: a browser's, or a server's SDK. */
  userAgent: string | undefined;
  clientHints?: HintHeaders | undefined;
};

/** The span's own description. */
type Work = { op?: Json | undefined; origin?: Json | undefined };

const browserSdks =
  /^sentry\.javascript\.(?:browser|react|vue|angular|angular-ivy|svelte|solid|ember|gatsby|preact|wasm|capacitor)$/;

/**
 * Sentry has no services. A span's own service is kept; otherwise, it is `browser` for spans from a
 * browser and `server` for others, so that a page's two halves are separate. Packages with two
 * halves (`react-router`, `nextjs`) are classified by the event's platform, or by the sender of the
 * request.
 */
export function serviceOf(
  { sdkName = "", platform, userAgent = "" }: Sender,
  named: Json | undefined,
  work: Work = {},
): string {
  if (typeof named === "string" && named !== "") return named;
  if (browserSdks.test(sdkName)) return "browser";
  if (platform !== undefined) return platform === "javascript" ? "browser" : "server";
  // A standalone vital comes in an envelope without an SDK.
  if (sdkName === "" && isBrowserWork(work.op, work.origin)) return "browser";
  return sdkName.startsWith("sentry.javascript.") && userAgent.startsWith("Mozilla/")
    ? "browser"
    : "server";
}

const languages = new Map<string, string>([
  ["node", "nodejs"],
  ["csharp", "dotnet"],
]);

function languageOf({ platform, sdkName = "" }: Sender, service: string): string | undefined {
  if (service === "browser") return "webjs";
  const said = platform ?? /^sentry\.(\w+)/.exec(sdkName)?.[1];
  return said === "javascript" ? "nodejs" : ((said && languages.get(said)) ?? said);
}

/** The resource of this sender's spans as OpenTelemetry attributes. */
export function resourceOf(sender: Sender, service: string): Attributes {
  const resource: Attributes = { "service.name": service };
  const said: [string, string | undefined][] = [
    ["service.version", sender.release],
    ["deployment.environment.name", sender.environment],
    ["host.name", sender.serverName],
    ["telemetry.sdk.name", sender.sdkName],
    ["telemetry.sdk.version", sender.sdkVersion],
    ["telemetry.sdk.language", languageOf(sender, service)],
  ];
  for (const [name, value] of said)
    if (value !== undefined && value !== "") resource[name] = endingInDots(value, 200);
  // A tunnel sends its own User-Agent.
  if (service === "browser" && sender.userAgent?.startsWith("Mozilla/"))
    Object.assign(
      resource,
      { "user_agent.original": sender.userAgent.slice(0, 500) },
      hintAttributes(sender.clientHints ?? {}),
    );
  return resource;
}
