import type { ErrorEvent } from "#server/domain/event/error-event.ts";
import { familyOf } from "#server/domain/event/family.ts";
import type { FilterReason } from "#server/domain/outcomes.ts";
import type { FilterSettings } from "#server/domain/project/settings.ts";
import type { UserAgent } from "#server/domain/user-agent/user-agent.ts";
import { patternTest } from "./pattern-list.ts";
import { isLocalAddress, reasonAgainstVisitor } from "./visitor-filter.ts";

/** Why a project filters an event; `visitor` is undefined without a User-Agent. */
export type EventFilter = (
  event: ErrorEvent,
  visitor: UserAgent | undefined,
) => FilterReason | undefined;

/** Undefined if no event filter is on. */
export function eventFilterOf(filters: FilterSettings): EventFilter | undefined {
  const { browserExtensions, legacyBrowsers, webCrawlers, localhost } = filters;
  const isRelease = patternTest(filters.releases);
  const isMessage = patternTest(filters.messages);
  if (!(browserExtensions || legacyBrowsers || webCrawlers || localhost || isRelease || isMessage))
    return undefined;
  return (event, visitor) => {
    if (event.release !== undefined && isRelease?.([event.release])) return "release pattern";
    if (isMessage?.(messagesOf(event))) return "message pattern";
    if (browserExtensions && isOfExtension(event)) return "browser extension";
    if (localhost && isLocalAddress(event.request?.url ?? event.csp?.documentUri))
      return "localhost";
    return visitor && reasonAgainstVisitor(filters, visitor);
  };
}

const exceptionsAsked = 10;

/** As shown on pages: `TypeError: x is undefined`, and each part alone. */
function messagesOf({ message, exceptions }: ErrorEvent): string[] {
  const said = exceptions
    .slice(0, exceptionsAsked)
    .flatMap(({ type = "", value = "" }) => [`${type}: ${value}`, value, type]);
  return [...(message === undefined ? [] : [message]), ...said].filter(
    (text) => text !== "" && text !== ": ",
  );
}

const isOfExtension = (event: ErrorEvent): boolean =>
  familyOf(event)?.name === "extension" ||
  event.exceptions.some(({ value }) => injectedNames.test(value ?? ""));

/**
 * Names that extensions, toolbars, and in-app browsers inject into pages; no application defines
 * these.
 */
const injectedNames = new RegExp(
  [
    "__firefox__",
    "__gCrWeb",
    "Can't find variable: (?:ZiteReader|_AutofillCallbackHandler|gmo|inappweb)",
    "instantSearchSDKJSBridge",
    "window\\.webkit\\.messageHandlers",
    "Object Not Found Matching Id:\\d+, MethodName:",
    "(?:redefine|assign to read only).{1,30}property:? '?ethereum",
    "top\\.GLOBALS",
    "originalCreateNotification",
    "_0x[0-9a-f]{4,8} is not defined",
  ].join("|"),
);
