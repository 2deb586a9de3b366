import type { Issue } from "#server/domain/issue/issue.ts";

/**
 * Compared data of an issue: its title and culprit, and the used frames of its latest event,
 * innermost first.
 */
export type Features = Pick<Issue, "type" | "value" | "culprit"> & { frames: readonly string[] };

/**
 * Similarity of two issues, 0 to 100, and its reasons: "same top 3 frames", "different message".
 */
export type Likeness = { score: number; because: string[] };

const framesCompared = 3;

/** Frames weigh most, then the message, then type and page. */
export function likenessOf(one: Features, other: Features): Likeness {
  const frames = compareFrames(one.frames, other.frames);
  const words = compareWords(one.value, other.value);
  const sameType = one.type !== "" && one.type === other.type;
  const samePlace = one.culprit !== "" && one.culprit === other.culprit;
  const score = 50 * frames.share + 25 * words.share + (sameType ? 15 : 0) + (samePlace ? 10 : 0);
  return {
    score: Math.round(score),
    because: [
      ...frames.because,
      sameType ? `both ${one.type}` : "different type",
      ...words.because,
      ...(samePlace ? ["same culprit"] : []),
    ],
  };
}

type Compared = { share: number; because: string[] };

function compareFrames(one: readonly string[], other: readonly string[]): Compared {
  const compared = Math.min(framesCompared, Math.max(one.length, other.length));
  if (one.length === 0 || other.length === 0) return { share: 0, because: [] };
  let same = 0;
  while (same < compared && one[same] === other[same]) same++;
  if (same > 0)
    return {
      share: same / compared,
      because: [same === 1 ? "same top frame" : `same top ${same} frames`],
    };
  const shared = one.filter((frame) => other.includes(frame)).length;
  const share = shared / Math.max(one.length, other.length);
  return shared === 0
    ? { share, because: ["different frames"] }
    : { share, because: [`${shared} shared ${shared === 1 ? "frame" : "frames"}`] };
}

function compareWords(one: string, other: string): Compared {
  if (one === other)
    return { share: one === "" ? 0 : 1, because: one === "" ? [] : ["same message"] };
  const [words, others] = [wordsOf(one), wordsOf(other)];
  const shared = [...words].filter((word) => others.has(word)).length;
  const all = new Set([...words, ...others]).size;
  const share = all === 0 ? 0 : shared / all;
  return {
    share,
    because: [
      share > 0.5 ? "similar message" : share > 0 ? "some words in common" : "different message",
    ],
  };
}

/** Numbers and IDs differ between events of one issue. */
const wordsOf = (text: string) =>
  new Set(
    text
      .toLowerCase()
      .split(/[^\p{L}_]+/u)
      .filter((word) => word.length > 1),
  );
