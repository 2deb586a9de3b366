import type { ErrorEvent } from "#server/domain/event/error-event.ts";
import type { JsonObject } from "#server/domain/json.ts";
import { type HintHeaders, hintsInHeaders } from "#server/domain/user-agent/client-hints.ts";
import type {
  NamedVersion,
  ReadUserAgent,
  UserAgent,
} from "#server/domain/user-agent/user-agent.ts";
import type { Receipt } from "#server/ingest/request.ts";

type Sent = Pick<ErrorEvent, "platform" | "csp" | "request">;

/**
 * Browser, system, and device of the visitor, if the SDK sent none: from the headers of the event's
 * request, or of the request that delivered it. An SDK on a server sends its own system as `os`,
 * and its machine as `device`; the visitor's are then `client_os`, as in Sentry, and
 * `client_device`.
 */
export function withUserAgent(
  contexts: ErrorEvent["contexts"],
  event: Sent,
  receipt: Receipt,
  read: ReadUserAgent,
): ErrorEvent["contexts"] {
  const visitor = visitorOf(event, receipt, read);
  return visitor ? withContexts(contexts, visitor) : contexts;
}

/** Undefined without data about the visitor. */
export function visitorOf(
  event: Sent,
  receipt: Receipt,
  read: ReadUserAgent,
): UserAgent | undefined {
  const header = headersOf(event.request);
  const delivered = deliveringHints(event, receipt);
  const hints =
    (header && hintsInHeaders(header)) ?? (delivered && hintsInHeaders((name) => delivered[name]));
  const text = header?.("user-agent") ?? deliveringBrowser(event, receipt);
  return text === undefined && hints === undefined ? undefined : read(text ?? "", hints);
}

/** The User-Agent of the delivering request, if it was the browser's own and the event has none. */
export function deliveringBrowser(
  { platform, csp, request }: Sent,
  { userAgent }: Receipt,
): string | undefined {
  if (!userAgent?.startsWith("Mozilla/") || (platform !== "javascript" && !csp)) return undefined;
  return headersOf(request)?.("user-agent") === undefined ? userAgent : undefined;
}

/** The client hints of the delivering request, if it came from the event's browser. */
export function deliveringHints(
  { platform, csp, request }: Sent,
  receipt: Receipt,
): HintHeaders | undefined {
  if (!receipt.clientHints || (platform !== "javascript" && !csp)) return undefined;
  const said = headersOf(request)?.("user-agent") ?? receipt.userAgent;
  return said === receipt.userAgent ? receipt.clientHints : undefined;
}

type FindHeader = (name: string) => string | undefined;

function headersOf(request: Sent["request"]): FindHeader | undefined {
  if (!request || request.headers.length === 0) return undefined;
  // Most headers have another length: their names are not lowercased.
  return (name) =>
    request.headers.find(
      ([sent]) => sent.length === name.length && sent.toLowerCase() === name,
    )?.[1];
}

function withContexts(contexts: ErrorEvent["contexts"], said: UserAgent): ErrorEvent["contexts"] {
  const all = { ...contexts };
  if (said.browser) all["browser"] ??= contextOf(said.browser);
  if (said.os) all[contexts["os"] ? "client_os" : "os"] ??= contextOf(said.os);
  if (said.device) all[contexts["device"] ? "client_device" : "device"] ??= { ...said.device };
  return all;
}

const contextOf = ({ name, version }: NamedVersion): JsonObject =>
  version ? { name, version } : { name };
