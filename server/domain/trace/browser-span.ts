import type { Span } from "./span.ts";

const browserOrigin = /^auto\.(?:pageload|navigation|ui|resource)\.|\bbrowser\b/;
const browserOp = /^(?:pageload|navigation|browser|ui|resource)\b/;

/**
 * Whether the span was made in a browser. OpenTelemetry says so on the resource (`browser.*`, `telemetry.sdk.language`),
 * Sentry by what the span is (`sentry.op`, `sentry.origin`): the name of a Sentry SDK is the same on both sides.
 */
export function isBrowser({ resource, attributes }: Span): boolean {
  if (resource["telemetry.sdk.language"] === "webjs" || resource["process.runtime.name"] === "browser") return true;
  if (resource["browser.platform"] !== undefined || resource["browser.language"] !== undefined) return true;
  if (resource["browser.brands"] !== undefined || resource["browser.mobile"] !== undefined) return true;
  return matches(browserOp, attributes["sentry.op"]) || matches(browserOrigin, attributes["sentry.origin"]);
}

/** The browser's span for loading a whole page: `documentLoad` of OpenTelemetry, `pageload` of Sentry. */
export const isDocumentLoad = ({ name, attributes }: Span): boolean =>
  attributes["sentry.op"] === "pageload" || /^document[ -]?load$/i.test(name);

/** The part of a page load that waits for the document itself. */
export const isDocumentFetch = ({ name, attributes }: Span): boolean =>
  attributes["sentry.op"] === "browser.request" || /^document[ -]?fetch$/i.test(name);

const matches = (pattern: RegExp, value: unknown) => typeof value === "string" && pattern.test(value);
