import { useZone } from "#app/enhance/zone.ts";
import { clock, moment, utc } from "./ago.ts";
import { offsetOf, offsetText } from "./zone.ts";

/** `Nov 22, 18:27:31 UTC`: a time in the reader's time zone, with its name; the title has UTC. */
export function Moment({ at }: { at: number }) {
  const offset = offsetOf(useZone(), at);
  return (
    <time dateTime={new Date(at).toISOString()} title={utc(at)}>
      {`${moment(at, offset)} ${offsetText(offset)}`}
    </time>
  );
}

/** `18:27:31.112`, if the column's head names the zone. */
export function Clock({ at, offset }: { at: number; offset: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={utc(at)}>
      {clock(at + offset)}
    </time>
  );
}
