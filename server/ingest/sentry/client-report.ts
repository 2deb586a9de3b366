import type { Buffer } from "node:buffer";
import type { Json } from "#server/domain/json.ts";
import { isObject } from "#server/domain/json.ts";
import { parseJson } from "#server/ingest/json.ts";
import type { CountedItem } from "#server/ingest/request.ts";
import { counted } from "./item-kinds.ts";

const maxEntries = 100;

/** What an SDK says it threw away before sending: shown as "lost at the client" beside what arrived. */
export function readClientReport(payload: Buffer): CountedItem[] {
  const parsed = parseJson(payload);
  const discarded = "value" in parsed && isObject(parsed.value) ? parsed.value["discarded_events"] : undefined;
  if (!Array.isArray(discarded)) return [counted("invalid", "client_report", "no discarded_events")];
  return discarded.slice(0, maxEntries).flatMap(lossOf);
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
