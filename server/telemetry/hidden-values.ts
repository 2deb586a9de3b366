import { type Context, context, createContextKey } from "@opentelemetry/api";

/**
 * The recorded part of an address: its path without the query, or only the pattern of the matched
 * route.
 */
export type PathRule = "full" | "route";

const addressKey = createContextKey("spoor.address");

/** Shorter segments are page names and common values: removing them would garble stack traces. */
const shortestSegment = 16;
const shortestValue = 8;

/** A context in which recorded exceptions are stripped of this address's values. */
export function hidingValuesOf(parent: Context, url: string): Context {
  return parent.setValue(addressKey, url);
}

/**
 * A message or stack without the long path segments and query values of the request's own address.
 */
export function withoutAddressValues(text: string): string {
  const url = context.active().getValue(addressKey) as string | undefined;
  return url === undefined
    ? text
    : valuesOf(url).reduce((left, value) => left.replaceAll(value, "[Filtered]"), text);
}

function valuesOf(url: string): string[] {
  const [path = "", query = ""] = url.split("?", 2);
  const segments = path.split("/").flatMap(asReadAndWritten);
  const values = query.split("&").map((pair) => pair.slice(pair.indexOf("=") + 1));
  const long = [
    ...segments.filter(({ length }) => length >= shortestSegment),
    ...values.flatMap(asReadAndWritten).filter(({ length }) => length >= shortestValue),
  ];
  // Longest first: one may contain another.
  return long.toSorted((a, b) => b.length - a.length);
}

function asReadAndWritten(text: string): string[] {
  const bare = text.replace(/\.data$/, "");
  try {
    return [...new Set([bare, decodeURIComponent(bare)])];
  } catch {
    return [bare];
  }
}
