import { ago, agoShort, utcOf } from "./ago.ts";

/**
 * A moment as people say it, the absolute time behind it. `now` comes from the loader: both sides
 * write the same.
 */
export function Time({ at, now, short = false }: { at: number; now: number; short?: boolean }) {
  const iso = new Date(at).toISOString();
  return (
    <time dateTime={iso} title={utcOf(iso)}>
      {short ? agoShort(at, now) : ago(at, now)}
    </time>
  );
}
