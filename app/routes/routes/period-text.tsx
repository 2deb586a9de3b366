import { momentLabel } from "#app/ui/chart/ticks.ts";
import type { Window } from "#server/domain/rollup/window.ts";

export type ShownPeriod = { window: Window; before?: Window };

/** The actual window in whole buckets: `since Nov 20, 09:35 UTC`, and the comparison period. */
export function PeriodText({
  period: { window, before },
  now,
}: {
  period: ShownPeriod;
  now: number;
}) {
  const isOpen = now - window.until < 5 * 60_000;
  return (
    <span className="meta">
      Since <Moment at={window.since} now={now} />
      {!isOpen && (
        <>
          {" "}
          until <Moment at={window.until} now={now} />
        </>
      )}{" "}
      UTC
      {before ? (
        <>
          , compared with the previous period since <Moment at={before.since} now={now} />
        </>
      ) : (
        ", no previous period to compare with"
      )}
    </span>
  );
}

export const Moment = ({ at, now }: { at: number; now: number }) => (
  <time dateTime={new Date(at).toISOString()}>{momentLabel(at, now)}</time>
);
