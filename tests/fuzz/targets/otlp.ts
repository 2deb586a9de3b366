import { Chance, encodeWith, randomTraces } from "#server/ingest/otlp/messages.fixture.ts";
import {
  attributesOf,
  encodeTraces,
  sampleSpan,
  tracesOf,
} from "#server/ingest/otlp/sample.fixture.ts";
import { readStackText } from "#server/ingest/otlp/exceptions/stack-text.ts";
import { sampleKey } from "#server/ingest/sentry/sample.fixture.ts";
import { ofText, type Target } from "#tests/fuzz/target.ts";
import { sendToIngest } from "./ingest.ts";

const javascriptStack =
  "TypeError: x is 0\n    at total (/srv/cart.js:12:3)\n    at async https://a.example/b.js:1:9000";
const pythonStack =
  'Traceback (most recent call last):\n  File "a.py", line 3, in f\n    g()\nValueError: no';
const javaStack =
  "java.lang.Error: no\n\tat a.B.c(B.java:3)\nCaused by: java.io.IOException: x\n\t... 3 more";

const exception = {
  name: "exception",
  timeUnixNano: "1795236865953830702",
  attributes: attributesOf({
    "exception.type": "TypeError",
    "exception.message": "no",
    "exception.stacktrace": javascriptStack,
  }),
};
const traces = tracesOf([
  sampleSpan(1, { events: [exception], attributes: attributesOf({ "http.route": "/a" }) }),
]);
const { timeUnixNano, attributes } = exception;
const log = { timeUnixNano, severityNumber: 17, body: { stringValue: "no" }, attributes };
const logs = { resourceLogs: [{ scopeLogs: [{ logRecords: [log] }] }] };

/** The same message in exporters' JSON, with hex IDs. */
const asJson = (message: object) =>
  JSON.stringify(message, (_name, value: unknown) => {
    const bytes = value as { type?: string; data?: number[] };
    return bytes?.type === "Buffer" ? Buffer.from(bytes.data!).toString("hex") : value;
  });

const sent = (signal: string, type: string, bytes: Buffer) =>
  sendToIngest(bytes, {
    url: `/v1/${signal}`,
    headers: { "content-type": type, authorization: `Bearer ${sampleKey}` },
  });

/**
 * Data of OpenTelemetry's exporters. hostile.test.ts also fuzzes protobuf spans against a second
 * decoder.
 */
export const otlpTargets: Target[] = [
  {
    name: "OTLP protobuf",
    seeds: [
      encodeTraces([sampleSpan(1), sampleSpan(2)]),
      encodeWith("TracesData", traces),
      encodeWith("LogsData", logs),
      ...[1, 2, 3].map((seed) => encodeWith("TracesData", randomTraces(new Chance(seed)))),
    ],
    read: async (bytes) => {
      for (const signal of ["traces", "logs", "metrics"])
        await sent(signal, "application/x-protobuf", bytes);
    },
  },
  {
    name: "OTLP JSON",
    seeds: [asJson(traces), asJson(logs), asJson(randomTraces(new Chance(4)))],
    words: [
      "resourceSpans",
      "stringValue",
      "intValue",
      "kvlistValue",
      "spanId",
      "9223372036854775808",
      "NaN",
    ],
    read: async (bytes) => {
      for (const signal of ["traces", "logs", "metrics"])
        await sent(signal, "application/json", bytes);
    },
  },
  {
    name: "stack in words",
    seeds: [javascriptStack, pythonStack, javaStack],
    words: [
      "    at ",
      "\tat ",
      "Caused by: ",
      ":1:1",
      "(",
      ")",
      'File "',
      "<anonymous>",
      "eval at ",
    ],
    read: ofText(readStackText),
  },
];
