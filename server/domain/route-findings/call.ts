import { parametrize } from "#server/domain/grouping/parametrize.ts";
import { httpStatus } from "#server/domain/trace/failure.ts";
import type { Span } from "#server/domain/trace/span.ts";
import { type Query, queryOf } from "./query.ts";

/** Something outside the process that a span waited for: an `await`. */
export type Call = {
  label: string;
  query?: Query;
  /**
   * Whether it can be moved: it changes nothing, and its result doesn't determine the next step.
   */
  movable: boolean;
  /** A function that mainly waits for the calls below it. */
  isAround: boolean;
};

/** Undefined for spans that are not calls. */
export function callOf(span: Span): Call | undefined {
  if (isResource(span)) return undefined;
  const query = queryOf(span);
  if (query) return { label: query.label, query, movable: query.act === "read", isAround: false };
  if (span.kind !== "client") return undefined;
  return {
    label: requestLabel(span),
    movable: isReading(span) && !isRedirect(span),
    isAround: false,
  };
}

/** The browser loads a page's scripts and images when it finds them. */
export const isResource = ({ attributes }: Span): boolean =>
  String(attributes["sentry.op"] ?? "").startsWith("resource");

function isReading({ name, attributes }: Span): boolean {
  const method = attributes["http.request.method"] ?? /^[A-Z]{3,8}\b/.exec(name)?.[0];
  if (typeof method === "string") return /^(?:GET|HEAD|OPTIONS|QUERY)$/i.test(method);
  const called = String(attributes["rpc.method"] ?? name)
    .split(/[/.]/)
    .at(-1)!;
  return /^(?:get|list|find|read|search|query|fetch|lookup|look|check|count|load|batchget|exists)/i.test(
    called,
  );
}

/** React Router answers a page's data request with 202, and a document's with the redirect. */
function isRedirect({ attributes }: Span): boolean {
  const status = httpStatus(attributes) ?? 200;
  return status === 202 || (status >= 300 && status < 400 && status !== 304);
}

const longestLabel = 100;

/** `GET inventory/:sku`: a template if there is one, otherwise the URL without values. */
function requestLabel({ name, attributes }: Span): string {
  const method = attributes["http.request.method"];
  if (typeof method !== "string") return parametrize(name).slice(0, longestLabel);
  const { "url.template": template, "url.full": full, "server.address": address } = attributes;
  const target = [
    template,
    typeof full === "string" ? withoutQuery(full) : undefined,
    address,
  ].find(isText);
  if (target === undefined)
    return parametrize(name.startsWith(method) ? name : `${method} ${name}`);
  return `${method} ${isText(template) ? template : withoutNumbers(target)}`.slice(0, longestLabel);
}

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

const withoutQuery = (url: string): string =>
  url.replace(/^[a-z]+:\/\//i, "").replace(/[?#].*$/, "");

/** Whole path segments that are a number or an ID. */
const withoutNumbers = (path: string): string =>
  path.replaceAll(
    /(?<=\/)(?:\d+|[0-9a-f]{8}-[0-9a-f-]{27}|(?=[a-z]*\d)[0-9a-z]{16,})(?=\/|$)/gi,
    ":id",
  );
