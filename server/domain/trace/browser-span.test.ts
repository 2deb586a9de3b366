import { expect, test } from "vitest";
import { isBrowser, isVitalReport } from "./browser-span.ts";
import type { Attributes, Span, SpanKind } from "./span.ts";

type Sample = { resource?: Attributes; attributes?: Attributes; scope?: string; kind?: SpanKind };

const span = ({ resource = {}, attributes = {}, scope, kind = "internal" }: Sample) =>
  ({ resource, attributes, kind, ...(scope && { scope: { name: scope } }) }) as Span;

const agent = { "user_agent.original": "Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0" };

test.each<[string, Sample, boolean]>([
  ["the SDK's language", { resource: { "telemetry.sdk.language": "webjs" } }, true],
  ["the instrumentation", { scope: "@opentelemetry/instrumentation-document-load" }, true],
  [
    "a browser's own requests",
    { scope: "@opentelemetry/instrumentation-fetch", kind: "client" },
    true,
  ],
  [
    "a server's own requests",
    { scope: "@opentelemetry/instrumentation-undici", kind: "client" },
    false,
  ],
  ["the User-Agent that delivered it", { resource: agent }, true],
  ["what it says of the browser", { attributes: { "browser.platform": "Linux" } }, true],
  ["its own User-Agent", { attributes: agent }, true],
  ["a request that names its visitor", { attributes: agent, kind: "server" }, false],
  [
    "a server's span",
    { attributes: agent, resource: { "telemetry.sdk.language": "nodejs" } },
    false,
  ],
  [
    "a program that is no browser",
    { resource: { "user_agent.original": "OTel-OTLP-Exporter/1.0" } },
    false,
  ],
])("a browser is recognized by %s", (_, sample, expected) =>
  expect(isBrowser(span(sample))).toBe(expected),
);

test.each<[string, string | undefined, boolean]>([
  ["body > nav > a", "ui.interaction.click", true],
  ["Largest contentful paint", "ui.webvital.lcp", true],
  ["browser.web_vital lcp", undefined, true],
  ["web-vital", undefined, true],
  ["INP", undefined, true],
  ["/shop/cart", "navigation", false],
  ["click", undefined, false],
  ["website", undefined, false],
])("%s with the operation %s is a standalone vital: %s", (name, op, expected) =>
  expect(isVitalReport(name, op)).toBe(expected),
);
