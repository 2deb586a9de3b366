import { Buffer } from "node:buffer";
import { type Hostile, deflatedBomb, good, to } from "./hostile-bodies.fixture.ts";
import { envelopeOf, revokedKey, sampleEvent, sampleKey } from "./sample.fixture.ts";

// Wrong keys, places, or times, and the expected responses.

export const hostileSenders: Hostile[] = [
  // Sender
  {
    name: "no key",
    body: good,
    change: to("/api/42/envelope/", ""),
    status: 401,
    says: "missing authorization information",
  },
  { name: "no key, and no envelope", body: "x", change: to("/api/42/envelope/", ""), status: 400 },
  {
    name: "unknown key",
    body: good,
    change: to("/api/42/envelope/", `?sentry_key=${"a".repeat(32)}`),
    status: 403,
    says: /aaaa does not belong to project 42/,
  },
  {
    name: "a key that is no key",
    body: good,
    change: to("/api/42/envelope/", "?sentry_key=%00%0d%0aX-A:1"),
    status: 403,
    says: "DSN",
  },
  {
    name: "unknown project",
    body: good,
    change: to("/api/43/envelope/"),
    status: 403,
    says: "project 43",
  },
  {
    name: "revoked key",
    body: good,
    change: to("/api/42/envelope/", `?sentry_key=${revokedKey}`),
    status: 403,
    says: "revoked",
  },
  {
    name: "two keys that disagree",
    body: good,
    change: { headers: { "x-sentry-auth": `Sentry sentry_key=${revokedKey}` } },
    status: 401,
    says: "disagree",
  },
  {
    name: "a dsn inside of another project",
    body: envelopeOf(sampleEvent, { dsn: `https://${sampleKey}@x/43` }),
    status: 403,
    says: "43",
  },
  {
    name: "protocol version 8",
    body: good,
    change: to("/api/42/envelope/", `?sentry_key=${sampleKey}&sentry_version=8`),
    status: 400,
    says: "Protocol version 8",
  },
  // Target
  {
    name: "a project that is a word",
    body: good,
    change: to("/api/web/envelope/"),
    status: 404,
    says: "number",
  },
  {
    name: "a project beyond all numbers",
    body: good,
    change: to("/api/99999999999999999999/envelope/"),
    status: 404,
    says: "number",
  },
  {
    name: "a path that climbs",
    body: good,
    change: to("/api/42/../43/envelope/"),
    status: 404,
    says: "Unknown ingest endpoint",
  },
  { name: "an encoded slash", body: good, change: to("/api/42%2fenvelope/"), status: 404 },
  {
    name: "a crash dump",
    body: good,
    change: to("/api/42/minidump/"),
    status: 404,
    says: "crash dumps",
  },
  {
    name: "an endpoint that is none",
    body: good,
    change: to("/api/42/envelopes/"),
    status: 404,
    says: "Supported: ",
  },
  { name: "GET on the envelope", body: "", change: { method: "GET" }, status: 405, says: "POST" },
  {
    name: "DELETE on the store",
    body: "",
    change: { method: "DELETE", ...to("/api/42/store/") },
    status: 405,
    says: "GET or POST",
  },
  // Other endpoints
  {
    name: "store: neither JSON nor base64",
    body: "%%%",
    change: to("/api/42/store/"),
    status: 400,
    says: "byte 0",
  },
  {
    name: "store: base64 of noise",
    body: Buffer.from("noise, no event").toString("base64"),
    change: to("/api/42/store/"),
    status: 400,
  },
  {
    name: "store: base64 of a bomb",
    body: deflatedBomb.toString("base64"),
    change: to("/api/42/store/"),
    status: 413,
    says: "100 MiB",
  },
  {
    name: "report of a wrong type",
    body: "{}",
    change: { ...to("/api/42/security/"), headers: { "content-type": "image/png" } },
    status: 415,
    says: "application/csp-report",
  },
  {
    name: "report without a report",
    body: "{}",
    change: to("/api/42/security/"),
    status: 400,
    says: "csp-report",
  },
  // Times
  {
    name: "a time in the year 9999",
    body: envelopeOf({ ...sampleEvent, timestamp: "9999-12-31T23:59:59Z" }),
    status: 200,
    keeps: "TypeError",
  },
  {
    name: "a time in 1970",
    body: envelopeOf({ ...sampleEvent, timestamp: 0 }),
    status: 200,
    keeps: "TypeError",
  },
  {
    name: "a time that is none",
    body: envelopeOf({ ...sampleEvent, timestamp: { a: 1 } }),
    status: 200,
    keeps: "TypeError",
  },
];
