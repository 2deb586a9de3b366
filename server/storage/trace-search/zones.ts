/** First and last start of the traces in each zone. */
export type Zones = Map<number, { first: number; last: number }>;

export function widen(zones: Zones, zone: number, startedAt: number): void {
  const known = zones.get(zone);
  if (!known) zones.set(zone, { first: startedAt, last: startedAt });
  else {
    known.first = Math.min(known.first, startedAt);
    known.last = Math.max(known.last, startedAt);
  }
}
