import { changeText } from "./figure-text.ts";

/** A change as a mark, a number and, for who hears it, a word: `▲ +38%`, slower. Absent: no change beyond chance. */
export function ChangeMark({ by, words, isGoodOrBad = true }: MarkProps) {
  if (by === undefined) return null;
  const tone = !isGoodOrBad ? undefined : by > 0 ? "bad" : "good";
  return (
    <span className={tone}>
      {by > 0 ? "▲ " : "▼ "}
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
};

export const slower = { up: "slower", down: "faster" };
export const moreOften = { up: "more often", down: "less often" };
export const failsMore = { up: "fails more", down: "fails less" };
