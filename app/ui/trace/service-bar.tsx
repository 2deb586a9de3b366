import { percentage } from "#app/ui/format/percentage.ts";
import { serviceClass } from "./service-class.ts";
import { type ServiceShare, sharesSentence, unpackTimes } from "./service-shares.ts";

const height = 8;
/** Minimum share of the row. */
const leastWidth = 0.02;

type ServiceBarProps = {
  times: string | undefined;
  share: number;
  /** There is no browser among them. */ fromServer?: boolean;
};

/** Lists read traces for a short time, and explain it once (`read-service-times.ts`). */
const unreadTimes = "Not loaded";

/**
 * A bar as long as its share of the row, divided among services in their colors; gray if their
 * times are unknown.
 */
export function ServiceBar({ times, share, fromServer }: ServiceBarProps) {
  const width = Math.min(1, Math.max(leastWidth, share));
  if (times === undefined)
    return (
      <svg className="service-bar" role="img" aria-label={unreadTimes} width="100%" height={height}>
        <title>{unreadTimes}</title>
        <rect width={percentage(width)} height={height} />
      </svg>
    );
  const shares = unpackTimes(times);
  const isCut = share > 1;
  const sentence = `${sharesSentence(shares)}${isCut ? "; longer than the bar" : ""}`;
  return (
    <svg
      className={fromServer ? "service-bar from-server" : "service-bar"}
      role="img"
      aria-label={sentence}
      width="100%"
      height={height}
    >
      <title>{sentence}</title>
      {shares.map(([service, percent], place) => (
        <rect
          key={service}
          className={serviceClass(place)}
          x={percentage(width * startOf(shares, place))}
          width={percentage((width * percent) / 100)}
          height={height}
        />
      ))}
      {isCut && <rect className="gap" x="90%" width="3" height={height} />}
    </svg>
  );
}

const startOf = (shares: ServiceShare[], place: number): number =>
  shares.slice(0, place).reduce((sum, [, percent]) => sum + percent / 100, 0);
