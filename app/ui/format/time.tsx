import { ago, agoShort, utcOf } from "./ago.ts";

/**
 * A relative time, with the absolute time in the title. `now` comes from the loader, so that server
 * and browser render the same.
 */
export function Time({ at, now, short = false }: { at: number; now: number; short?: boolean }) {
  const iso = new Date(at).toISOString();
  return (
    <time dateTime={iso} title={utcOf(iso)}>
      {short ? agoShort(at, now) : ago(at, now)}
    </time>
  );
}
