import type { AdmittedItem, CountedItem } from "#server/ingest/request.ts";
import type { Rejection } from "./answer.ts";

/** The content of a request's body. */
export type SignalReading = { items: AdmittedItem[]; rejection?: Rejection };

/** Dropped data, counted as an outcome and reported to the sender in one sentence. */
type Loss = { outcome: CountedItem["outcome"]; reason: string; quantity: number; sentence: string };

/** Items for the losses, and the message for the sender; empty without losses. */
export function reportLosses(category: string, losses: Loss[]): SignalReading {
  const real = losses.filter(({ quantity }) => quantity > 0);
  const items = real.map(({ outcome, reason, quantity }): CountedItem => {
    return { kind: "counted", outcome, category, reason, quantity };
  });
  if (real.length === 0) return { items };
  const count = real.reduce((sum, { quantity }) => sum + quantity, 0);
  return { items, rejection: { count, message: real.map(({ sentence }) => sentence).join(" ") } };
}
