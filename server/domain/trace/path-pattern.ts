import { withoutContentHash } from "#server/domain/grouping/content-hash.ts";
import { fileEnding } from "./listing/asset-request.ts";

const maxLength = 200;
const maxSegments = 8;

/** A number, a UUID, a date, an email address, or long hexadecimal or base64 text with digits. */
const id =
  /^(?:\d+|[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}|(?=.*\d)[\da-f]{8,}|(?=.*\d)(?=.*[a-z])[\da-z_]{16,}|\d{4}-\d\d-\d\d|[^@]+(?:@|%40)[^@]+\.[a-z]{2,})$/i;

/**
 * Words written by machines: `SHOP-142`, `order-48213`, a UUID with a prefix, a mixed-case token.
 */
const idInside =
  /^[A-Z][A-Z\d]{1,9}-\d+$|(?:^|[-_.])\d{5,}$|[\da-fA-F]{8}-(?:[\da-fA-F]{4}-){3}[\da-fA-F]{12}|^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])[\w.-]{20,}$/;

const extension = /\.[a-z][a-z\d]{0,4}$/i;

/**
 * The pattern of a path without a known route: `/orders/42?tab=notes` becomes `/orders/:id`, so
 * that one page is one row. Words with a number (`/2-for-1`, `/v2`) are names and stay.
 */
export function patternOfPath(path: string): string {
  const segments = segmentsOf(path.split(/[?#]/, 1)[0]!);
  const shown = segments.slice(0, maxSegments).map(withoutId);
  return `/${[...shown, ...(segments.length > maxSegments ? ["…"] : [])].join("/")}`;
}

/** The same for a sent route, because some senders use the path. A pattern is unchanged. */
export const patternOfRoute = (route: string): string =>
  /\d|[^/]{8}/.test(route) ? `/${segmentsOf(route).map(withoutId).join("/")}` : route;

const segmentsOf = (path: string) =>
  path
    .slice(0, maxLength)
    .split("/")
    .filter((segment) => segment !== "");

function withoutId(segment: string): string {
  // Most segments are short words.
  if (segment.length < 8 && !/[\d@]/.test(segment)) return segment;
  if (/[:*{}[\]<>()$]/.test(segment)) return segment;
  if (segment.includes(".") && fileEnding.test(segment)) return fileWithoutId(segment);
  if (isId(segment)) return ":id";
  const end = segment.search(extension);
  if (end > 0 && isId(segment.slice(0, end))) return `:id${segment.slice(end)}`;
  return withoutContentHash(segment);
}

/** `entry.client-DkD2vBUF.js` becomes `entry.client-*.js`: its dots and hash resemble a token. */
function fileWithoutId(name: string): string {
  const unhashed = withoutContentHash(name);
  if (unhashed !== name) return unhashed;
  const end = name.lastIndexOf(".");
  return isId(name.slice(0, end)) ? `:id${name.slice(end)}` : name;
}

const isId = (text: string): boolean => id.test(text) || idInside.test(text);

/**
 * The path in `/orders/7`, `GET /orders/7`, and `https://shop.example/orders/7`; undefined if a
 * name has none.
 */
export function pathInName(name: string): string | undefined {
  const found = named.exec(name);
  return found ? (found[1] ?? found[2] ?? "/") : undefined;
}

const named = /^(?:[A-Z]{3,10} )?(?:https?:\/\/[^\s/?#]{1,255}(\/[^\s?#]*)?|(\/[^\s?#]*))/;

/**
 * A name without a path, with its IDs replaced: `import order 48213` becomes `import order :id`.
 */
export const nameWithoutIds = (name: string): string =>
  /\d/.test(name) ? name.replaceAll(idInName, ":id") : name;

const idInName =
  /\b[\da-fA-F]{8}-(?:[\da-fA-F]{4}-){3}[\da-fA-F]{12}\b|\b(?=[\da-fA-F]*[a-fA-F])(?=[a-fA-F]*\d)[\da-fA-F]{12,128}\b|(?<![\w.:-])\d{4,}(?![\w.-])/g;
