import type { Attributes, Span } from "./span.ts";

const browserOrigin = /^auto\.(?:pageload|navigation|ui|resource)\.|\bbrowser\b/;
const browserOp = /^(?:pageload|navigation|browser|ui|resource)\b/;

/**
 * Whether the span was made in a browser. OpenTelemetry says so on the resource (`browser.*`, `telemetry.sdk.language`),
 * Sentry by what the span is (`sentry.op`, `sentry.origin`): the name of a Sentry SDK is the same on both sides.
 */
export const isBrowser = ({ resource, attributes }: Span): boolean =>
  isBrowserResource(resource) || isBrowserWork(attributes["sentry.op"], attributes["sentry.origin"]);

export function isBrowserResource(resource: Attributes): boolean {
  if (resource["telemetry.sdk.language"] === "webjs" || resource["process.runtime.name"] === "browser") return true;
  if (resource["browser.platform"] !== undefined || resource["browser.language"] !== undefined) return true;
  return resource["browser.brands"] !== undefined || resource["browser.mobile"] !== undefined;
}

/** By what Sentry says that a span is. */
export const isBrowserWork = (op: unknown, origin: unknown): boolean =>
  matches(browserOp, op) || matches(browserOrigin, origin);

/** The browser's span for loading a whole page: `documentLoad` of OpenTelemetry, `pageload` of Sentry. */
export const isDocumentLoad = ({ name, attributes }: Span): boolean => isDocumentLoadBy(name, attributes["sentry.op"]);
export const isDocumentLoadBy = (name: string, op: unknown): boolean =>
  op === "pageload" || /^document[ -]?load$/i.test(name);

/** The part of a page load that waits for the document itself. */
export const isDocumentFetch = ({ name, attributes }: Span): boolean =>
  attributes["sentry.op"] === "browser.request" || /^document[ -]?fetch$/i.test(name);

const matches = (pattern: RegExp, value: unknown) => typeof value === "string" && pattern.test(value);
