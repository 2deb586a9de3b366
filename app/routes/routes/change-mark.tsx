import { changeText } from "./figure-text.ts";

/**
 * A change as a number, with a word for screen readers: `+38%`, slower. Absent without a
 * significant change.
 */
export function ChangeMark({ by, words, isGoodOrBad = true, none }: MarkProps) {
  if (by === undefined) return none;
  const tone = !isGoodOrBad ? undefined : by > 0 ? "bad" : "good";
  return (
    <span className={tone}>
      {changeText(by)}
      <span className="hidden"> {by > 0 ? words.up : words.down}</span>
    </span>
  );
}

type MarkProps = {
  /** A fraction of the previous value. */
  by: number | undefined;
  words: { up: string; down: string };
  /** Whether an increase is worse. */
  isGoodOrBad?: boolean;
  /** Shown without a significant change. */
  none?: string;
};

export const slower = { up: "slower", down: "faster" };
export const moreOften = { up: "more often", down: "less often" };
export const failsMore = { up: "fails more", down: "fails less" };
