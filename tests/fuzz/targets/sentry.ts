import { deflateSync, gzipSync } from "node:zlib";
import { matchEndpoint } from "#server/ingest/sentry/endpoint.ts";
import {
  envelopeOf,
  sampleEvent,
  sampleId,
  sampleKey,
} from "#server/ingest/sentry/sample.fixture.ts";
import { recordedBodies } from "#tests/fuzz/samples.ts";
import { ofText, type Target } from "#tests/fuzz/target.ts";
import { sendToIngest } from "./ingest.ts";

const item = (header: object, payload: object) =>
  `${JSON.stringify(header)}\n${JSON.stringify(payload)}\n`;
const frames = [
  {
    filename: "app:///src/cart.js",
    function: "total",
    lineno: 12,
    colno: 3,
    in_app: true,
    context_line: "x",
  },
  {
    abs_path: "https://shop.example/assets/index-BdhX2.js",
    function: "Rd",
    lineno: 1,
    colno: 9_000,
  },
];
const richEvent = {
  ...sampleEvent,
  level: "fatal",
  release: "web@1.2.3+7",
  environment: "production",
  message: { message: "no %s in %s", params: ["item", "cart"], formatted: "no item in cart" },
  fingerprint: ["{{ default }}", "tenant-7"],
  exception: {
    values: [
      {
        type: "Error",
        value: "outer",
        mechanism: { type: "chained", exception_id: 1, parent_id: 0, handled: false },
      },
      {
        type: "TypeError",
        value: "x is 0x7ffe of 12",
        stacktrace: { frames },
        mechanism: { exception_id: 0 },
      },
    ],
  },
  breadcrumbs: {
    values: [
      { timestamp: "2026-11-21T04:59:00Z", category: "auth", message: "in", data: { a: 1 } },
    ],
  },
  threads: { values: [{ id: 1, crashed: true, name: "main", stacktrace: { frames } }] },
  request: {
    url: "https://shop.example/?token=abc",
    headers: [["Cookie", "a=b"]],
    data: { password: "hunter2" },
  },
  user: { id: 42, email: "mira@example.com", ip_address: "{{auto}}" },
  contexts: {
    trace: { trace_id: "5f2c3aa4209f41b28386f07664ff6b55", span_id: "8386f07664ff6b55" },
    os: { name: "x" },
  },
  tags: { plan: "pro", n: 1, flag: true },
  debug_meta: {
    images: [
      { type: "sourcemap", code_file: "a.js", debug_id: "5f893743-2cd7-4d06-b95b-f56d6842e40f" },
    ],
  },
};
const transaction = {
  type: "transaction",
  transaction: "GET /cart",
  start_timestamp: 1_795_236_865.9,
  timestamp: 1_795_236_866.1,
  contexts: {
    trace: {
      trace_id: "5f2c3aa4209f41b28386f07664ff6b55",
      span_id: "8386f07664ff6b55",
      op: "http.server",
    },
  },
  spans: [
    {
      span_id: "1386f07664ff6b55",
      parent_span_id: "8386f07664ff6b55",
      op: "db",
      start_timestamp: 1,
      timestamp: 2,
    },
  ],
  measurements: { lcp: { value: 1_200.5, unit: "millisecond" } },
};
const container = {
  items: [{ trace_id: "5f2c3aa4209f41b28386f07664ff6b55", span_id: "8386f07664ff6b55", name: "n" }],
};
const session = {
  sid: "9ec79c33-ec99-42ab-8353-589fcb2e04dc",
  init: true,
  status: "ok",
  attrs: { release: "web@1" },
};
const buckets = {
  aggregates: [{ started: "2026-11-21T04:00:00Z", exited: 3, errored: 1 }],
  attrs: { release: "web@1" },
};
const checkIn = { check_in_id: sampleId, monitor_slug: "nightly", status: "ok", duration: 1.5 };
const schedule = { type: "crontab", value: "0 2 * * *" };
const feedback = {
  contexts: { feedback: { message: "it is slow", contact_email: "a@example.com" } },
  type: "feedback",
};
const mixed = [
  `{"event_id":"${sampleId}","sent_at":"2026-11-21T05:00:00Z","trace":{"trace_id":"5f2c3aa4209f41b28386f07664ff6b55"}}\n`,
  item({ type: "event" }, richEvent),
  item({ type: "transaction" }, transaction),
  item(
    { type: "span", item_count: 1, content_type: "application/vnd.sentry.items.span.v2+json" },
    container,
  ),
  item({ type: "session" }, session),
  item({ type: "sessions" }, buckets),
  item(
    { type: "check_in" },
    { ...checkIn, monitor_config: { schedule, checkin_margin: 5, timezone: "Europe/Berlin" } },
  ),
  item({ type: "feedback" }, feedback),
  item(
    { type: "client_report" },
    { discarded_events: [{ reason: "sample_rate", category: "error", quantity: 3 }] },
  ),
  '{"type":"attachment","length":5,"filename":"a.txt","content_type":"text/plain"}\nhello\n',
].join("");
const envelopes = [richEvent, transaction].map((payload) => envelopeOf(JSON.stringify(payload)));
envelopes.push(mixed);

const form = (type: string) => ({ "content-type": type });
const boundary = "----spoor";
const part = (about: string, content: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; ${about}\r\n\r\n${content}\r\n`;
const multipart = `${part('name="message"', "it is slow")}${part('name="f"; filename="a.txt"', "hello")}--${boundary}--\r\n`;

const text = JSON.stringify(richEvent);
const csp = {
  "csp-report": { "effective-directive": "img-src", "blocked-uri": "https://evil.example/x.png" },
};
const reports = [
  { type: "csp-violation", body: { effectiveDirective: "img-src", blockedURL: "inline" } },
];
const at = (path: string, more = "") => ({ url: `/api/42/${path}?sentry_key=${sampleKey}${more}` });

/** Everything that Sentry's clients send. */
export const sentryTargets: Target[] = [
  {
    name: "envelope",
    seeds: [...envelopes, ...recordedBodies(/^sdk-/, /envelope|tunnel/)],
    words: ["event", "span", "{{ default }}", "{{auto}}", "hunter2", "password", "\r\n"],
    read: (bytes) => sendToIngest(bytes),
  },
  {
    name: "packed body",
    seeds: [gzipSync(envelopes[0]!), deflateSync(envelopes[0]!), Buffer.from(envelopes[0]!)],
    read: async (bytes) => {
      for (const encoding of ["gzip", "deflate", "br", "zstd"])
        await sendToIngest(bytes, { headers: { "content-encoding": encoding } });
    },
  },
  {
    name: "store",
    seeds: [
      text,
      Buffer.from(text).toString("base64"),
      deflateSync(text).toString("base64"),
      ...recordedBodies(/raven/, /store/),
    ],
    read: async (bytes) => {
      await sendToIngest(bytes, at("store/"));
      const data = `&sentry_data=${encodeURIComponent(bytes.toString("latin1"))}`;
      await sendToIngest(Buffer.alloc(0), { method: "GET", ...at("store/", data) });
    },
  },
  {
    name: "security report",
    seeds: [JSON.stringify(csp), JSON.stringify(reports), ...recordedBodies(/^csp-/, /./)],
    read: async (bytes) => {
      for (const path of ["security/", "csp-report/", "nel/"]) await sendToIngest(bytes, at(path));
    },
  },
  {
    name: "attachments form",
    seeds: [multipart, "a=1&b=%20"],
    words: ["\r\n", boundary, "filename=", 'filename="', "Content-Type: ", "; "],
    read: (bytes) =>
      sendToIngest(bytes, {
        ...at(`events/${sampleId}/attachments/`),
        headers: form(`multipart/form-data; boundary=${boundary}`),
      }),
  },
  {
    name: "feedback form",
    seeds: [
      "message=it+is+slow&name=Mira&email=mira%40example.com&url=https%3A%2F%2Fshop.example",
      multipart,
    ],
    words: ["message=", "&", "%", "return=//evil.example", "event_id=", sampleId],
    read: async (bytes) => {
      const urlencoded = form("application/x-www-form-urlencoded");
      await sendToIngest(bytes, { ...at("feedback/"), headers: urlencoded });
      await sendToIngest(bytes, {
        ...at("feedback/"),
        headers: form(`multipart/form-data; boundary=${boundary}`),
      });
      await sendToIngest(Buffer.alloc(0), {
        method: "GET",
        ...at("feedback/", `&${bytes.toString("latin1")}`),
      });
    },
  },
  {
    name: "check-in by address",
    seeds: [
      "nightly?status=ok&duration=12.5&environment=production",
      "nightly?status=in_progress",
      "a/b?status=error",
    ],
    words: ["status=", "duration=", "%2F", "NaN", "check_in_id=", sampleId],
    read: async (bytes) => {
      const [slug = "", query = ""] = bytes.toString("latin1").split("?");
      for (const body of [Buffer.alloc(0), bytes])
        await sendToIngest(body, {
          method: "POST",
          url: `/api/42/cron/${slug}/${sampleKey}/?${query}`,
        });
    },
  },
  {
    name: "headers and addresses",
    seeds: [
      `Sentry sentry_version=7, sentry_key=${sampleKey}, sentry_client="a/1"`,
      `Basic ${Buffer.from(`${sampleKey}:`).toString("base64")}`,
      `Bearer ${sampleKey}`,
      `/api/42/envelope/?sentry_key=${sampleKey}`,
      `http://${sampleKey}@127.0.0.1:9000/spoor/42`,
      "multipart/form-data; boundary=x",
    ],
    words: [sampleKey, "sentry_key=", ", ", "Sentry ", "/api/", "//", "?", "&"],
    read: ofText(async (said) => {
      matchEndpoint(said);
      const headers = {
        authorization: said,
        "x-sentry-auth": said,
        "user-agent": said,
        origin: said,
        referer: said,
      };
      await sendToIngest(Buffer.from(envelopes[0]!), { url: "/api/42/envelope/", headers });
      for (const name of ["content-type", "content-encoding"])
        await sendToIngest(Buffer.from("a=1"), { ...at("feedback/"), headers: { [name]: said } });
      await sendToIngest(Buffer.from(envelopes[0]!), { url: said });
      await sendToIngest(Buffer.from(`{"dsn":${JSON.stringify(said)}}\n`), { url: "/tunnel" });
    }),
  },
];
