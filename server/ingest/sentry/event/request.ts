import type { Note, RequestInfo } from "#server/domain/event/error-event.ts";
import { isObject, type Json, textOf } from "#server/domain/json.ts";
import { objectOf, pairsOf, trimmedText } from "./lenient.ts";
import { noteTrimmed } from "./notes.ts";

const maxUrl = 8_192;
/** A text request body (a limit applies to each string; a body is shown fully or not at all). */
const maxBody = 8_192;
const maxPairs = 200;

/** The HTTP request of the event, in any format of its lists. */
export function readRequest(value: Json | undefined, notes: Note[]): RequestInfo | undefined {
  const sent = objectOf(value, "request", notes);
  if (!sent) return undefined;
  const url = trimmedText(sent["url"], maxUrl, "request.url", notes);
  const request: RequestInfo = {
    query: queryOf(sent["query_string"] ?? queryInUrl(url), notes),
    headers: listOf(sent["headers"], "request.headers", notes),
    cookies: cookiesOf(sent["cookies"], notes),
  };
  const method = trimmedText(sent["method"], 40, "request.method", notes);
  if (method !== undefined) request.method = method;
  if (url !== undefined) request.url = url;
  const data = sent["data"];
  if (data !== undefined && data !== null && data !== "") request.data = bodyOf(data, notes);
  if (isObject(sent["env"]) && Object.keys(sent["env"]).length > 0) request.env = sent["env"];
  const said = request.method ?? request.url ?? request.data ?? request.env;
  return said !== undefined ||
    request.headers.length + request.query.length + request.cookies.length > 0
    ? request
    : undefined;
}

function bodyOf(data: Json, notes: Note[]): Json {
  return typeof data === "string" && data.length > maxBody
    ? trimmedText(data, maxBody, "request.data", notes)!
    : data;
}

function queryInUrl(url: string | undefined): string | undefined {
  const mark = url?.indexOf("?") ?? -1;
  return mark < 0 ? undefined : url!.slice(mark + 1).split("#")[0];
}

function queryOf(value: Json | undefined, notes: Note[]): [string, string][] {
  if (typeof value !== "string") return listOf(value, "request.query_string", notes);
  return capped([...new URLSearchParams(value)], "request.query_string", notes);
}

function cookiesOf(value: Json | undefined, notes: Note[]): [string, string][] {
  if (typeof value !== "string") return listOf(value, "request.cookies", notes);
  const cookies = value.split(/;\s*/).filter((cookie) => cookie !== "");
  return capped(cookies.map(splitCookie), "request.cookies", notes);
}

function splitCookie(cookie: string): [string, string] {
  const mark = cookie.indexOf("=");
  return mark < 0 ? [cookie, ""] : [cookie.slice(0, mark), cookie.slice(mark + 1)];
}

function listOf(value: Json | undefined, path: string, notes: Note[]): [string, string][] {
  const pairs = typeof value === "string" ? headerLines(value) : pairsOf(value, path, notes);
  return capped(
    pairs.map(([name, field]) => [name, printField(field)]),
    path,
    notes,
  );
}

function headerLines(text: string): [string, Json][] {
  return text
    .split(/\r?\n/)
    .filter((line) => line.includes(":"))
    .map((line) => [
      line.slice(0, line.indexOf(":")).trim(),
      line.slice(line.indexOf(":") + 1).trim(),
    ]);
}

/** A repeated header is a list of values. */
function printField(field: Json): string {
  if (Array.isArray(field)) return field.map((each) => textOf(each) ?? "").join(", ");
  return textOf(field) ?? (field === null || field === "" ? "" : JSON.stringify(field));
}

function capped(pairs: [string, string][], path: string, notes: Note[]): [string, string][] {
  if (pairs.length <= maxPairs) return pairs;
  noteTrimmed(notes, path, maxPairs, pairs.length, "entries");
  return pairs.slice(0, maxPairs);
}
