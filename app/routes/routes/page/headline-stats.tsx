import { Stats } from "#app/ui/stats.tsx";
import { ChangeMark, failsMore, moreOften, slower } from "../change-mark.tsx";
import type { Headline } from "./headline.ts";

const wordsOf = { speed: slower, often: moreOften, failures: failsMore };

/** The key figures, each with its change where that is statistically significant, and otherwise with what it was. */
export function HeadlineStats({ headline }: { headline: Headline[] }) {
  return (
    <Stats
      stats={headline.map(({ name, now, before, by, words }) => [
        name,
        <>
          {now}{" "}
          <small title={before === undefined ? undefined : `Before: ${before}`}>
            <ChangeMark by={by} words={wordsOf[words]} isGoodOrBad={words !== "often"} />
            {by === undefined && before !== undefined && before !== now && `was ${before}`}
          </small>
        </>,
      ])}
    />
  );
}
