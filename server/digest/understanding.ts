import { hourOf, type LedgerEntry } from "#server/domain/ledger.ts";
import type { Admitted, AdmittedEvent, CountedItem, Receipt } from "#server/ingest/request.ts";
import type { VitalChange } from "#server/storage/rollup-store.ts";
import type { DigestSession } from "./absorb-sessions.ts";
import type { DigestTrace } from "./absorb-traces.ts";
import type { DigestEvent } from "./digest-event.ts";

/** What a request comes to: everything that is stored of it. */
export type Understanding = {
  events: DigestEvent[];
  traces: DigestTrace[];
  vitals: VitalChange[];
  sessions: DigestSession[];
  ledger: LedgerEntry[];
};

export type DigestEventOf = (item: AdmittedEvent, admitted: Admitted) => DigestEvent;

export function understandRequest(admitted: Admitted, digestEvent: DigestEventOf): Understanding {
  const { items, receipt } = admitted;
  const understanding: Understanding = { events: [], traces: [], vitals: [], sessions: [], ledger: [] };
  const { projectId, receivedAt } = receipt;
  for (const item of items) {
    if (item.kind === "event") understanding.events.push(digestEvent(item, admitted));
    else if (item.kind === "sessions")
      understanding.sessions.push(...item.reports.map((report) => ({ projectId, receivedAt, report })));
    else if (item.kind === "counted") understanding.ledger.push(ledgerEntry(receipt, item));
    else {
      const { category, parts, vitals = [] } = item;
      for (const vital of vitals) understanding.vitals.push({ ...vital, projectId });
      for (const part of parts) understanding.traces.push({ projectId, part, receivedAt, category });
    }
  }
  return understanding;
}

/** Bytes it keeps in memory, near enough. */
export function sizeOf({ events, traces }: Understanding): number {
  let bytes = 0;
  // An event that waits for its source maps is kept whole beside its body.
  for (const { body, minified } of events) bytes += body.byteLength * (minified ? 4 : 1);
  for (const { part } of traces) bytes += part.bytes.byteLength + 300 * part.spans.length;
  return bytes;
}

function ledgerEntry({ projectId, receivedAt }: Receipt, item: CountedItem): LedgerEntry {
  const { outcome, category, reason, quantity } = item;
  return { projectId, hour: hourOf(receivedAt), outcome, category, reason, quantity };
}
