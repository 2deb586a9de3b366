import { ExportResultCode } from "@opentelemetry/core";
import { expect, test } from "vitest";
import { type ExportFailure, undeliveredSentence, warningOnce } from "./undelivered.ts";

const url = "https://spoor.example.com/v1/traces";
const failure = (message: string, more: Partial<ExportFailure> = {}) =>
  Object.assign(new Error(message), more);

test.each<[string, ExportFailure | undefined, RegExp]>([
  [
    "no server",
    failure("connect ECONNREFUSED 127.0.0.1:1", { code: "ECONNREFUSED" }),
    /cannot be reached \(connect E.*Check the URL/,
  ],
  [
    "none at several IP addresses",
    failure("", { code: "ECONNREFUSED" }),
    /cannot be reached \(ECONNREFUSED\)/,
  ],
  ["no cause", undefined, /cannot be reached\. Check/],
  ["no key", failure("Unauthorized", { code: 401 }), /answered 401\. The key is missing/],
  [
    "an unknown key",
    failure("Forbidden", { code: 403 }),
    /answered 403\. The key is missing, unknown, or revoked/,
  ],
  [
    "a wrong path",
    failure("Not Found", { code: 404 }),
    /answered 404\. No Spoor accepts traces at this URL/,
  ],
  [
    "the address of a page",
    failure("Unsupported", { code: 415 }),
    /answered 415\. No Spoor accepts traces at this URL/,
  ],
  [
    "a redirect",
    failure("Moved", { code: 308 }),
    /answered 308\. Use the URL that it redirects to/,
  ],
  ["a fault of the receiver", failure("Oops", { code: 500 }), /answered 500\. See the log/],
  [
    "an overloaded receiver",
    failure("Export failed", { name: "OTLPExporterError" }),
    /is too busy or not ready/,
  ],
])("names %s and what to check", (_, error, sentence) => {
  expect(undeliveredSentence(url, error)).toMatch(sentence);
});

test("omits the user of the URL", () => {
  expect(
    undeliveredSentence("https://0123abcd@spoor.example.com/2/v1/traces", undefined),
  ).not.toContain("0123abcd");
});

test("warns once at the first lost batch and passes every result on", () => {
  const warned: string[] = [];
  const results = [
    { code: ExportResultCode.SUCCESS },
    { code: ExportResultCode.FAILED, error: failure("Forbidden", { code: 403 }) },
    { code: ExportResultCode.FAILED, error: failure("Forbidden", { code: 403 }) },
  ];
  const handed: unknown[] = [];
  const exporter = warningOnce(
    { export: (_, done) => done(results[handed.length]!), shutdown: () => Promise.resolve() },
    url,
    (sentence) => warned.push(sentence),
  );
  for (const _ of results) exporter.export([], (result) => handed.push(result));
  expect(handed).toEqual(results);
  expect(warned).toEqual([expect.stringContaining("answered 403")]);
});
