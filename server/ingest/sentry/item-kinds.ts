import type { CountedItem } from "#server/ingest/request.ts";

/** Handling of an item by its type (Sentry's developer docs, Envelope Items). */
export type ItemKind =
  | {
      does:
        | "event"
        | "spans"
        | "sessions"
        | "check-in"
        | "feedback"
        | "attachment"
        | "csp"
        | "client-report";
    }
  | { does: "count" }
  /** Never stored. `categories`: those the client is told to stop sending. */
  | { does: "refuse"; categories: readonly string[] };

const kinds = new Map<string, ItemKind>([
  ["event", { does: "event" }],
  ["security", { does: "csp" }],
  ["raw_security", { does: "csp" }],
  ["client_report", { does: "client-report" }],
  ["transaction", { does: "spans" }],
  ["span", { does: "spans" }],
  ["check_in", { does: "check-in" }],
  ["session", { does: "sessions" }],
  ["sessions", { does: "sessions" }],
  ["feedback", { does: "feedback" }],
  ["user_report", { does: "feedback" }],
  ["attachment", { does: "attachment" }],
  ...["log", "otel_log", "trace_metric", "nel"].map(count),
  ["profile", { does: "refuse", categories: ["profile"] }],
  // The JavaScript SDKs send chunks as `profile`, others under their own name.
  ["profile_chunk", { does: "refuse", categories: ["profile", "profile_chunk"] }],
  ...["replay_event", "replay_recording", "replay_video"].map((type) => refuseAs(type, "replay")),
  ...["statsd", "metric_buckets"].map((type) => refuseAs(type, "metric_bucket")),
  // Neither has its own category; switching off the shared one would silence other data.
  ...["form_data", "unreal_report"].map((type): [string, ItemKind] => [
    type,
    { does: "refuse", categories: [] },
  ]),
]);

function count(type: string): [string, ItemKind] {
  return [type, { does: "count" }];
}

function refuseAs(type: string, category: string): [string, ItemKind] {
  return [type, { does: "refuse", categories: [category] }];
}

// Data categories that are not item types: an unknown type with such a name must not switch them
// off.
const protectedCategories = new Set([
  "default",
  "error",
  "internal",
  "monitor",
  "log_item",
  "log_byte",
  "metric",
]);

export function kindOf(type: string): ItemKind {
  const known = kinds.get(type);
  if (known) return known;
  const switchable = /^[a-z][a-z0-9_]{0,39}$/.test(type) && !protectedCategories.has(type);
  return { does: "refuse", categories: switchable ? [type] : [] };
}

/**
 * Unknown types share one category: their names come from senders, and outcomes must not grow with
 * them.
 */
const outcomeCategory = (type: string): string =>
  kinds.has(type) ? (otherCategories.get(type) ?? type) : "unknown";

const otherCategories = new Map([
  ["event", "error"],
  ["check_in", "monitor"],
  ["user_report", "feedback"],
  ["sessions", "session"],
]);

export function counted(
  outcome: CountedItem["outcome"],
  type: string,
  reason = "",
  quantity = 1,
): CountedItem {
  return { kind: "counted", outcome, category: outcomeCategory(type), reason, quantity };
}
