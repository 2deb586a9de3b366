import { Time } from "#app/ui/format/time.tsx";

/** When something is going to happen; what is due is about to. */
export function Soon({ at, now }: { at: number; now: number }) {
  return at - now < 60_000 ? "within a minute" : <Time at={at} now={now} />;
}
