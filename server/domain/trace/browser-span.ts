import type { Attributes, AttributeValue, Span } from "./span.ts";
import type { TraceNode } from "./trace-tree.ts";

const browserOrigin = /^auto\.(?:pageload|navigation|ui|resource)\.|\bbrowser\b/;
const browserOp = /^(?:pageload|navigation|browser|ui|resource)\b/;

/** Instrumentations that only run in browsers. On servers, `fetch` is instrumented as `undici`. */
const browserScope =
  /^@opentelemetry\/(?:instrumentation-(?:document-load|user-interaction|fetch|xml-http-request|long-task|browser-navigation|web-exception|web-vitals)$|browser-instrumentation\b)/;

/**
 * Whether the span was made in a browser. OpenTelemetry marks the resource (`browser.*`,
 * `telemetry.sdk.language`), which an application's own resource may replace: then the
 * instrumentation, the delivering User-Agent, or its attributes decide. Sentry marks the span
 * (`sentry.op`, `sentry.origin`), because its SDKs have one name on both sides.
 */
export function isBrowser({ resource, attributes, scope, kind }: Span): boolean {
  if (isBrowserResource(resource) || isBrowserScope(scope?.name)) return true;
  if (isBrowserWork(attributes["sentry.op"], attributes["sentry.origin"])) return true;
  return (
    kind === "internal" &&
    mayBeBrowser(resource) &&
    browserKeys.some((key) => isBrowserAttribute(key, attributes[key]))
  );
}

export function isBrowserResource(resource: Attributes): boolean {
  if (
    resource["telemetry.sdk.language"] === "webjs" ||
    resource["process.runtime.name"] === "browser"
  )
    return true;
  return (
    mayBeBrowser(resource) && browserKeys.some((key) => isBrowserAttribute(key, resource[key]))
  );
}

/** Undefined for spans without an instrumentation. */
export const isBrowserScope = (name: string | undefined): boolean =>
  name !== undefined && browserScope.test(name);

/** A server's SDK sends its language; browser attributes in its spans are about visitors. */
export const mayBeBrowser = ({ "telemetry.sdk.language": language }: Attributes): boolean =>
  language === undefined || language === "webjs";

const userAgentKey = "user_agent.original";
const browserKeys = [
  "browser.platform",
  "browser.language",
  "browser.brands",
  "browser.mobile",
  userAgentKey,
];

/** Whether an attribute of an internal span, or of a resource, only exists in browsers. */
export const isBrowserAttribute = (key: string, value: AttributeValue | undefined): boolean =>
  key === userAgentKey
    ? typeof value === "string" && value.startsWith("Mozilla/")
    : value !== undefined && browserKeys.includes(key);

/** By Sentry's operation of the span. */
export const isBrowserWork = (op: unknown, origin: unknown): boolean =>
  matches(browserOp, op) || matches(browserOrigin, origin);

/** The browser's span of a page load: `documentLoad` of OpenTelemetry, `pageload` of Sentry. */
export const isDocumentLoad = ({ name, attributes }: Span): boolean =>
  isDocumentLoadBy(name, attributes["sentry.op"]);
export const isDocumentLoadBy = (name: string, op: unknown): boolean =>
  op === "pageload" || /^document[ -]?load$/i.test(name);

/** The part of a page load that waits for the document. */
export const isDocumentFetch = ({ name, attributes }: Span): boolean =>
  attributes["sentry.op"] === "browser.request" || /^document[ -]?fetch$/i.test(name);

const matches = (pattern: RegExp, value: unknown) =>
  typeof value === "string" && pattern.test(value);

/**
 * Reports of a browser's SDK separate from the measured work: click delays and other vitals of
 * Sentry, `browser.web_vital` and `web-vital` of the semantic conventions, and spans named after a
 * vital.
 */
export const isVitalReport = (name: string, op: unknown): boolean =>
  matches(/^ui\.(?:interaction|webvital)\b/, op) ||
  /^(?:browser\.)?web[-_ ]?vitals?\b|^(?:LCP|INP|CLS|FCP|TTFB)$/i.test(name);

/** Paints, the application's own marks and measures, and Sentry's element render times. */
const measurementOp = /^(?:browser\.)?(?:paint|mark|measure)$|^ui\.elementtiming\b/;

/**
 * Whether a span is only a measurement (a vital, a paint, a mark), whose time belongs to adjacent
 * work. A span with children is work.
 */
export const isMeasurement = ({ span: { kind, name, attributes }, children }: TraceNode): boolean =>
  kind === "internal" &&
  children.length === 0 &&
  (matches(measurementOp, attributes["sentry.op"]) || isVitalReport(name, attributes["sentry.op"]));

/** The main thread was busy: everything that the page started in this time started here. */
export const isMainThreadWork = ({ name, kind, attributes }: Span): boolean =>
  kind === "internal" &&
  (matches(/^ui\.long[-_](?:task|animation[-_]frame)$/, attributes["sentry.op"]) ||
    /^longtask$/i.test(name));
