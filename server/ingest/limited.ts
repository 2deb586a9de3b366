import { refuse } from "./reply.ts";
import {
  type Admitted,
  type AdmittedItem,
  categoryOf,
  type CountedItem,
  type Limited,
  quantityOf,
  type Reply,
} from "./request.ts";

/** The request without items over a limit; a refusal if nothing is left. */
export function withoutLimited(admitted: Admitted, limited: Limited[]): Admitted | Reply {
  if (limited.length === 0) return admitted;
  const reasons = new Map(limited.map(({ category, reason }) => [category, reason]));
  const lostEvents = eventsOver(admitted.items, reasons);
  const reasonFor = (item: AdmittedItem) =>
    reasons.get(categoryOf(item) ?? "") ??
    (item.kind === "attachment" ? lostEvents.get(item.eventId) : undefined);
  const dropped = admitted.items.flatMap((item) => counted(item, reasonFor(item)));
  const kept = admitted.items.filter((item) => reasonFor(item) === undefined);
  if (!kept.some((item) => item.kind !== "counted" || item.outcome === "counted"))
    return {
      ...refusal(admitted, limited),
      refused: { projectId: admitted.projectId, items: [...dropped, ...kept.filter(isCounted)] },
    };
  return {
    ...admitted,
    items: [...kept, ...dropped],
    reply: withRateLimits(admitted.reply, limited),
  };
}

/** The outcome of a request that can't be queued: everything counts as lost. */
export function allLost({ items }: Admitted, reason: string): CountedItem[] {
  return items.map((item) => {
    const category = categoryOf(item);
    if (category === undefined) return item as CountedItem;
    return { kind: "counted", outcome: "limited", category, reason, quantity: quantityOf(item) };
  });
}

const isCounted = (item: AdmittedItem): item is CountedItem => item.kind === "counted";

/** Attachments of a dropped event are dropped with it, for the same reason. */
function eventsOver(items: AdmittedItem[], reasons: Map<string, string>): Map<unknown, string> {
  const reason = reasons.get("error");
  if (reason === undefined) return new Map();
  return new Map(
    items.flatMap((item) => (item.kind === "event" ? [[item.payload["event_id"], reason]] : [])),
  );
}

function counted(item: AdmittedItem, reason: string | undefined): CountedItem[] {
  if (reason === undefined) return [];
  return [
    {
      kind: "counted",
      outcome: "limited",
      category: categoryOf(item)!,
      reason,
      quantity: quantityOf(item),
    },
  ];
}

function refusal({ refuse: refuseHere = refuse }: Admitted, limited: Limited[]): Reply {
  const retryAfterS = Math.max(...limited.map((each) => each.retryAfterS));
  const detail = [...new Set(limited.map((each) => each.sentence))].join(" ");
  return withRateLimits(refuseHere({ problem: "limited", detail, retryAfterS }), limited);
}

/**
 * Tells SDKs which categories to hold back and how long; they continue to send others (Sentry's
 * developer docs, Rate Limiting).
 */
function withRateLimits(reply: Reply, limited: Limited[]): Reply {
  const said = reply.headers["x-sentry-rate-limits"];
  const limits = limited.map(({ category, retryAfterS, scope, reason }) => {
    const names = sentryCategories.get(category) ?? category;
    return `${retryAfterS}:${names}:${scope}:${reason.replaceAll(" ", "_")}`;
  });
  const header = [...(said === undefined ? [] : [said]), ...limits].join(", ");
  return { ...reply, headers: { ...reply.headers, "x-sentry-rate-limits": header } };
}

/** SDKs' names of categories that outcomes call by item type. */
const sentryCategories = new Map([
  ["log", "log_item"],
  ["otel_log", "log_item"],
  ["trace_metric", "trace_metric;metric"],
  // Older reports use the other name.
  ["feedback", "feedback;default"],
]);
