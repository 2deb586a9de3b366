import type { RawRequest } from "./raw-request.ts";

/** Values of a path segment, a query field, or a cookie. */
export const hostileTexts: readonly string[] = [
  "%00",
  "a%00b",
  "%ED%A0%80",
  "%",
  "%E0%A4%A",
  "99999999999999999999999",
  "-1",
  "1e999",
  "NaN",
  "__proto__",
  "%2e%2e%2f",
  "'%22%3B--",
  "a".repeat(6000),
];

/** Every field that a page or JSON endpoint reads from its query. */
export const queryFields: readonly string[] = [
  "a",
  "added",
  "after",
  "all",
  "before",
  "by",
  "changed",
  "closed",
  "cursor",
  "delete",
  "device",
  "done",
  "edit",
  "environment",
  "focus",
  "from",
  "issue",
  "kind",
  "limit",
  "next",
  "off",
  "only",
  "open",
  "q",
  "query",
  "raw",
  "refused",
  "release",
  "remove",
  "renew",
  "reset",
  "route",
  "saved",
  "sent",
  "service",
  "since",
  "skip",
  "sort",
  "stale",
  "state",
  "to",
  "token",
  "until",
  "uploaded",
  "user",
  "vital",
  "zoom",
  "b",
];

type Body = Pick<RawRequest, "headers" | "body"> & { name: string; status: 400 | 415 };

const typed = (type: string) => ({ "Content-Type": type });

/** Bodies that no page accepts, with the expected status. */
export const hostileForms: readonly Body[] = [
  { name: "JSON", headers: typed("application/json"), body: '{"intent":"resolve"}', status: 415 },
  { name: "plain text", headers: typed("text/plain"), body: "intent=resolve", status: 415 },
  { name: "no type", body: "intent=resolve", status: 415 },
  {
    name: "bytes",
    headers: typed("application/octet-stream"),
    body: Uint8Array.of(0, 255, 1),
    status: 415,
  },
  { name: "a broken type", headers: typed(";;;"), body: "x", status: 415 },
  {
    name: "gzip",
    headers: { ...typed("application/x-www-form-urlencoded"), "Content-Encoding": "gzip" },
    body: "x",
    status: 415,
  },
  { name: "no boundary", headers: typed("multipart/form-data"), body: "x", status: 400 },
  {
    name: "a cut-off part",
    headers: typed("multipart/form-data; boundary=x"),
    body: "--x\r\nContent-Disp",
    status: 400,
  },
];

const fields = [
  "intent",
  "name",
  "slug",
  "email",
  "text",
  "token",
  "query",
  "issue",
  "to",
  "release",
  "until",
  "count",
];
const formOf = (value: string) =>
  [...fields, "title", "password", "code"].map((field) => `${field}=${value}`).join("&");

/** Well-formed but meaningless forms. */
export const meaninglessForms: readonly Required<Pick<RawRequest, "headers" | "body">>[] = [
  { headers: typed("application/x-www-form-urlencoded"), body: formOf("%00") },
  { headers: typed("application/x-www-form-urlencoded"), body: formOf("%ED%A0%80") },
  { headers: typed("application/x-www-form-urlencoded"), body: "intent=%&name=%E0%A4%A" },
  { headers: { "Content-Length": "0" }, body: "" },
  {
    headers: typed("multipart/form-data; boundary=x"),
    body: '--x\r\nContent-Disposition: form-data; name="intent"; filename="a"\r\n\r\nresolve\r\n--x--\r\n',
  },
];

/** Cookies and headers that no browser sends. */
export const hostileHeaders: readonly Record<string, string>[] = [
  { Cookie: "spoor_session=%00" },
  { Cookie: "spoor_theme=%; spoor_session=%ED%A0%80" },
  { Cookie: "spoor_session=\u00ff\u0080; =;=;;; __proto__=x" },
  { Host: "a b" },
  { Host: "[::1" },
  { Host: "x@y/z" },
  { Authorization: "Bearer %00" },
  { Authorization: "Bearer \u00ff\u00fe" },
  { traceparent: "\u00ff", baggage: "\u00ff=%" },
  { Origin: "\u00ff", Referer: "%00" },
  { Range: "bytes=abc", "If-None-Match": "\u00ff", "If-Modified-Since": "\u00ff" },
  { "User-Agent": "\u00ff".repeat(3000), Accept: "\u00ff", "Accept-Encoding": "\u00ff" },
];
