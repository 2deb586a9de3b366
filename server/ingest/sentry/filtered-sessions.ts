import {
  isLocalAddress,
  isLocalHost,
  reasonAgainstVisitor,
} from "#server/domain/inbound-filter/visitor-filter.ts";
import { isObject, type JsonObject, textOf } from "#server/domain/json.ts";
import type { FilterReason } from "#server/domain/outcomes.ts";
import { filtered, type ReadyFilters } from "#server/ingest/inbound-filters.ts";
import type { CountedItem, IngestRequest } from "#server/ingest/request.ts";
import type { SessionItem } from "./sessions.ts";

type KeptSessions = { kept: SessionItem[]; left: CountedItem[] };

/**
 * Sessions that no filter drops, and counts of the others by release, browser, and address, as in
 * Sentry's Relay. Sessions have no URL; a browser's `Origin` header names the page.
 */
export function sessionsUnlessFiltered(
  items: SessionItem[],
  { headers }: IngestRequest,
  ready: ReadyFilters,
): KeptSessions {
  const result: KeptSessions = { kept: [], left: [] };
  for (const item of items) {
    const reason = reasonAgainst(item.payload, headers, ready);
    if (reason) result.left.push(filtered("session", reason, countOf(item.payload)));
    else result.kept.push(item);
  }
  return result;
}

function reasonAgainst(
  { attrs }: JsonObject,
  headers: IngestRequest["headers"],
  { filters, isRelease, userAgents }: ReadyFilters,
): FilterReason | undefined {
  const told = isObject(attrs) ? attrs : {};
  if (isRelease?.([textOf(told["release"])?.trim() ?? ""])) return "release pattern";
  if (
    filters.localhost &&
    (isLocalHost(textOf(told["ip_address"]) ?? "") || isLocalAddress(headers["origin"]))
  )
    return "localhost";
  const browser = textOf(told["user_agent"]) ?? browserOf(headers["user-agent"]);
  return browser === undefined ? undefined : reasonAgainstVisitor(filters, userAgents(browser));
}

/** A server's SDK names itself. */
const browserOf = (userAgent: string | undefined) =>
  userAgent?.startsWith("Mozilla/") ? userAgent : undefined;

/** Outcomes count each entry of an aggregate. */
const countOf = ({ aggregates }: JsonObject): number =>
  Array.isArray(aggregates) ? Math.max(1, aggregates.length) : 1;
