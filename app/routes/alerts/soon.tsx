import { Time } from "#app/ui/format/time.tsx";

/** A future time; overdue times are shown as imminent. */
export function Soon({ at, now }: { at: number; now: number }) {
  return at - now < 60_000 ? "within a minute" : <Time at={at} now={now} />;
}
