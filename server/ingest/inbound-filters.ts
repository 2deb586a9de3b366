import { type EventFilter, eventFilterOf } from "#server/domain/inbound-filter/event-filter.ts";
import { patternTest } from "#server/domain/inbound-filter/pattern-list.ts";
import { spanFilterOf } from "#server/domain/inbound-filter/span-filter.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import type { FilterReason } from "#server/domain/outcomes.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { FilterSettings } from "#server/domain/project/settings.ts";
import { rememberUserAgents } from "#server/domain/user-agent/remember-user-agents.ts";
import type { ReadUserAgent } from "#server/domain/user-agent/user-agent.ts";
import type { Limits } from "./limits.ts";
import { type LostSpans, rememberLostSpans } from "./lost-spans.ts";
import { type AskedOfSpans, mayBeFiltered, withoutSpans } from "./filtered-spans.ts";
import {
  type AdmittedEvent,
  type AdmittedItem,
  type AdmittedSpans,
  type CountedItem,
  type Receipt,
  quantityOf,
} from "./request.ts";
import { adoptAliases } from "./sentry/event/aliases.ts";
import { readErrorEvent } from "./sentry/event/read-error-event.ts";
import { visitorOf } from "./sentry/event/user-agent.ts";

/** A project's compiled filters. */
export type ReadyFilters = AskedOfSpans & {
  ofEvents: EventFilter | undefined;
  userAgents: ReadUserAgent;
};

export type InboundFilters = (filters: FilterSettings) => ReadyFilters;

/**
 * Projects are looked up again each second with new settings objects; User-Agents and dropped spans
 * are kept.
 */
export function createInboundFilters(): InboundFilters {
  const made = new WeakMap<FilterSettings, ReadyFilters>();
  const userAgents = rememberUserAgents();
  const lostSpans = rememberLostSpans();
  return (filters) => {
    const ready = made.get(filters) ?? readyFilters(filters, userAgents, lostSpans);
    made.set(filters, ready);
    return ready;
  };
}

function readyFilters(
  filters: FilterSettings,
  userAgents: ReadUserAgent,
  lostSpans: LostSpans,
): ReadyFilters {
  const ofEvents = eventFilterOf(filters);
  const ofSpans = spanFilterOf(filters, userAgents);
  return {
    filters,
    ofEvents,
    ofSpans,
    isRelease: patternTest(filters.releases),
    userAgents,
    lostSpans,
  };
}

/**
 * The items without filtered ones, which outcomes count by reason. A request read again from the
 * spool is filtered by the current settings.
 */
export function withoutFiltered(
  items: AdmittedItem[],
  receipt: Receipt,
  project: Pick<Project, "settings">,
  limits: Limits,
): AdmittedItem[] {
  const ready = filtersOf(project, limits);
  const lostEvents = new Map<unknown, FilterReason>();
  return items.flatMap((item): AdmittedItem[] => {
    if (item.kind === "event") return eventUnlessFiltered(item, receipt, ready, lostEvents);
    if (item.kind === "spans") return spansUnlessFiltered(item, ready, limits, receipt.projectId);
    const reason = item.kind === "attachment" ? lostEvents.get(item.eventId) : undefined;
    return reason ? [filtered(item.kind, reason, quantityOf(item))] : [item];
  });
}

/** Events precede their files, which are dropped with them. */
function eventUnlessFiltered(
  item: AdmittedEvent,
  receipt: Receipt,
  { ofEvents, userAgents }: ReadyFilters,
  lostEvents: Map<unknown, FilterReason>,
): AdmittedItem[] {
  if (!ofEvents) return [item];
  adoptAliases(item.payload);
  const event = readErrorEvent(item.payload, receipt, [], userAgents);
  const reason = ofEvents(event, visitorOf(event, receipt, userAgents));
  if (!reason) return [item];
  lostEvents.set(item.payload["event_id"], reason);
  return [filtered("error", reason, 1)];
}

function spansUnlessFiltered(
  item: AdmittedSpans,
  ready: ReadyFilters,
  limits: Limits,
  projectId: ProjectId,
): AdmittedItem[] {
  const { lostSpans } = ready;
  if (
    !item.parts.some((part) => lostSpans.of(projectId, part.traceId) || mayBeFiltered(part, ready))
  )
    return [item];
  const { parts, lost } = withoutSpans(item.parts, ready, limits, projectId);
  // Outcomes count a transaction once, regardless of its spans.
  const isOne = item.category === "transaction";
  if (isOne && parts.length > 0) return [{ ...item, parts }];
  const counts = [...lost].map(([reason, spans]) =>
    filtered(item.category, reason, isOne ? 1 : spans),
  );
  return parts.length > 0
    ? [{ ...item, parts }, ...counts]
    : counts.slice(0, isOne ? 1 : undefined);
}

/** A project's compiled filters, cached. */
export const filtersOf = ({ settings }: Pick<Project, "settings">, limits: Limits): ReadyFilters =>
  (limits.filters ?? createInboundFilters())(settings.filters);

export function filtered(category: string, reason: FilterReason, quantity: number): CountedItem {
  return { kind: "counted", outcome: "filtered", category, reason, quantity };
}
