import { isObject, type Json } from "#server/domain/json.ts";
import { counted } from "./item-kinds.ts";
import type { CountedItem } from "#server/ingest/request.ts";

const maxEntries = 100;

/**
 * Items that an SDK reports as dropped before sending: shown as “dropped by SDK” next to received
 * data.
 */
export function readClientReport(report: Json): CountedItem[] {
  const discarded = isObject(report) ? report["discarded_events"] : undefined;
  if (!Array.isArray(discarded)) return [];
  const beyond = discarded.length - maxEntries;
  const read = discarded.slice(0, maxEntries).flatMap(lossOf);
  return beyond > 0
    ? [...read, counted("limited", "client_report", "entries in one report", beyond)]
    : read;
}

function lossOf(entry: Json): CountedItem[] {
  if (!isObject(entry)) return [];
  const quantity = entry["quantity"];
  if (typeof quantity !== "number" || !(quantity >= 1 && quantity <= 1e9)) return [];
  return [
    {
      kind: "counted",
      outcome: "lost-at-client",
      category: wordOf(entry["category"]),
      reason: wordOf(entry["reason"]),
      quantity: Math.floor(quantity),
    },
  ];
}

const wordOf = (value: Json | undefined) =>
  typeof value === "string" && /^[a-z][a-z0-9_]{0,31}$/.test(value) ? value : "other";
