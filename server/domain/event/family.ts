import { patternOfPath } from "#server/domain/trace/path-pattern.ts";
import type { ErrorEvent, Exception } from "./error-event.ts";
import { isExtensionFrame, isExtensionUrl } from "./extension-frame.ts";
import { titleException } from "./title-exception.ts";

/**
 * Equivalent failures in the words of browsers, bundlers, and libraries. Recognized by these words,
 * so each list contains only unambiguous ones.
 */
export const familyNames = [
  "stale-chunk",
  "hydration",
  "extension",
  "aborted",
  "network",
  "route-response",
] as const;
export type FamilyName = (typeof familyNames)[number];

export type Family = {
  name: FamilyName;
  /** The page that failed to hydrate; otherwise the component, if React names it. */
  place?: string;
  /** The host without a response, if the SDK sends it. */
  host?: string;
  /** Status of a route's response. */
  status?: number;
};

/**
 * Type of a response that a route threw and an SDK captured as an exception: React Router's name
 * for it.
 */
export const routeResponseType = "ErrorResponse";

export function familyOf(event: ErrorEvent): Family | undefined {
  if (event.csp) return undefined;
  const exception = titleException(event.exceptions);
  const said = saidBy(exception, event);
  const status = statusSaid(exception?.type, said);
  if (status !== undefined) return routeResponse(status, event);
  if (isOfExtension(event, said)) return { name: "extension" };
  const name = familySaid(exception?.type, said, event.platform);
  if (name === "hydration") return withPlace(placeOf(event));
  const host = name === "network" ? lostConnections.exec(said)?.[1] : undefined;
  return name && { name, ...(host !== undefined && { host }) };
}

type Told = { type: string; value: string; platform: string; culprit: string };

/** The family of an issue from list data: type and message of its last event, and its culprit. */
export function familyOfIssue({ type, value, platform, culprit }: Told): FamilyName | undefined {
  const said = withoutType(value);
  if (extensionMessages.test(said) || isExtensionUrl(/\(([^()]+)\)$/.exec(culprit)?.[1] ?? ""))
    return "extension";
  return familySaid(type, said, platform);
}

function familySaid(
  type: string | undefined,
  said: string,
  platform: string,
): FamilyName | undefined {
  if (statusSaid(type, said) !== undefined) return "route-response";
  if (type === "ChunkLoadError" || chunkFailures.test(said)) return "stale-chunk";
  if (hydrationMismatches.test(said)) return "hydration";
  // On servers, the same words refer to the server's own requests, each of which deserves an issue.
  if (platform !== "javascript") return undefined;
  if (aborts.test(said)) return "aborted";
  return lostConnections.test(said) ? "network" : undefined;
}

function statusSaid(type: string | undefined, said: string): number | undefined {
  const status = type === routeResponseType ? /^[45]\d\d\b/.exec(said)?.[0] : undefined;
  return status === undefined ? undefined : Number(status);
}

/** A missing page may have any URL; a failure happens on a page. */
function routeResponse(status: number, event: ErrorEvent): Family {
  const place = status >= 500 ? placeOf(event) : undefined;
  return { name: "route-response", status, ...(place !== undefined && { place }) };
}

/** Console messages of libraries count like exceptions. */
const saidBy = (exception: Exception | undefined, { message }: ErrorEvent): string =>
  withoutType((exception ? exception.value : message) ?? "");

/** Without the type that some SDKs prepend. */
const withoutType = (text: string): string =>
  text.slice(0, 500).replace(/^(?:[A-Z]\w*Error|Warning): /, "");

// A page of an older build requests a file that the new one has replaced.
const chunkFailures = /* @__PURE__ */ new RegExp(
  [
    "Failed to fetch dynamically imported module", // Chromium
    "error loading dynamically imported module", // Firefox
    "Importing a module script failed", // Safari
    "'text/html' is not a valid JavaScript MIME type", // Safari, if servers answer with a page
    "Unable to preload CSS", // Vite
    "Loading (?:CSS )?chunk \\S+ failed", // webpack
    "Error loading route module `", // React Router
  ].join("|"),
  "i",
);

const hydrationMismatches = /* @__PURE__ */ new RegExp(
  `^(?:${[
    "Hydration failed because", // React 18 and 19
    "A tree hydrated but some attributes of the server rendered HTML didn't match", // React 19
    "Text content does not match server-rendered HTML", // React 18
    "There was an error while hydrating", // React 18 and 19, without details
    "Minified React error #(?:418|422|423|425)\\b",
    "Text content did not match\\. Server:", // React's console
    "Expected server HTML to contain",
    "Did not expect server HTML to contain",
    "Prop `[^`]{1,100}` did not match\\. Server:",
    "Extra attributes from the server:",
    "Hydration completed but contains mismatches", // Vue
  ].join("|")})`,
);

const aborts =
  /^(?:The user aborted a request|(?:The|This) operation was aborted|signal is aborted without reason|Fetch is aborted|BodyStreamBuffer was aborted|cancell?ed)\.?\s*$/;

/** Exactly these sentences, and the host that newer SDKs append. */
const lostConnections =
  /^(?:Failed to fetch|NetworkError when attempting to fetch resource\.?|Load failed|[Nn]etwork [Ee]rror|The network connection was lost\.?|The Internet connection appears to be offline\.?|net::ERR_(?:NETWORK_CHANGED|INTERNET_DISCONNECTED|NETWORK_IO_SUSPENDED))(?: \(([\w.:-]{1,253})\))?$/;

// Chromium's response to messages between extensions.
const extensionMessages =
  /^(?:Extension context invalidated|Could not establish connection\. Receiving end does not exist|A listener indicated an asynchronous response by returning true)/;

/** The stack contains extension code, and no in-app frame. */
function isOfExtension({ exceptions }: ErrorEvent, said: string): boolean {
  if (extensionMessages.test(said)) return true;
  // Nearly every event has an in-app frame, which ends the test here.
  if (exceptions.some(({ frames }) => frames.some(({ inApp }) => inApp))) return false;
  return exceptions.some(({ frames }) => frames.some(isExtensionFrame));
}

const withPlace = (place: string | undefined): Family =>
  place === undefined ? { name: "hydration" } : { name: "hydration", place };

function placeOf(event: ErrorEvent): string | undefined {
  const [, path] = /^(?:[A-Z]{3,10} )?(\/\S*)$/.exec(event.transaction ?? "") ?? [];
  const url = URL.parse(event.request?.url ?? "");
  if (path !== undefined) return patternOfPath(path);
  if (url) return patternOfPath(url.pathname);
  return componentOf(event);
}

/** The innermost component of React's own stack: `    at Price (https://…)`, `    in Price`. */
function componentOf({ contexts }: ErrorEvent): string | undefined {
  const stack = contexts["react"]?.["componentStack"];
  return typeof stack === "string" ? /^\s*(?:at|in) ([A-Z]\w{0,100})/m.exec(stack)?.[1] : undefined;
}
