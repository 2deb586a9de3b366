import { changeText } from "./figure-text.ts";

/**
 * A change as a number and, for those who hear the page, a word: `+38%`, slower. Absent: no
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
  /** A fraction of what it was. */
  by: number | undefined;
  words: { up: string; down: string };
  /** Whether more is worse. */
  isGoodOrBad?: boolean;
  /** Where there is no significant change. */
  none?: string;
};

export const slower = { up: "slower", down: "faster" };
export const moreOften = { up: "more often", down: "less often" };
export const failsMore = { up: "fails more", down: "fails less" };
