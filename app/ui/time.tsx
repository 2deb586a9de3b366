import { ago, agoShort, utc } from "./ago.ts";

/** A moment as people say it, the absolute time behind it. `now` comes from the loader: both sides write the same. */
export function Time({ at, now, short = false }: { at: number; now: number; short?: boolean }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={utc(at)}>
      {short ? agoShort(at, now) : ago(at, now)}
    </time>
  );
}
