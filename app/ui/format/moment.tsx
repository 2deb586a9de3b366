import { useZone } from "#app/enhance/zone.ts";
import { clock, moment, utc } from "./ago.ts";
import { offsetOf, offsetText } from "./zone.ts";

/** `Nov 22, 18:27:31 UTC`: a moment in the reader's time zone, which it names; UTC behind it. */
export function Moment({ at }: { at: number }) {
  const offset = offsetOf(useZone(), at);
  return (
    <time dateTime={new Date(at).toISOString()} title={utc(at)}>
      {`${moment(at, offset)} ${offsetText(offset)}`}
    </time>
  );
}

/** `18:27:31.112`, where the column's head names the zone. */
export function Clock({ at, offset }: { at: number; offset: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={utc(at)}>
      {clock(at + offset)}
    </time>
  );
}
